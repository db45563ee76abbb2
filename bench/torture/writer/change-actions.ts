import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { type Action, isPlain, writeStalled } from './create-actions.ts';
import type { Lane } from './lane.ts';

/** Bytes; new versions are small, so that there are many. */
const versionSizes = [200, 120_000] as const;

/** Takes a file out of the lane's list; undefined when there is none that fits. */
function take(lane: Lane, fits: (path: string) => boolean = () => true): string | undefined {
  const choices = lane.files.filter(fits);
  if (choices.length === 0) return undefined;
  const path = lane.pick(choices);
  lane.files.splice(lane.files.indexOf(path), 1);
  return path;
}

function newVersion(lane: Lane, path: string): Buffer {
  const bytes = lane.newContent(path, lane.between(...versionSizes));
  lane.publish(bytes);
  return bytes;
}

/**
 * Word: the new version under a temporary name, the old one aside, the new one in its place, the old one
 * gone.
 */
const officeSave: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  const file = lane.absolute(path);
  const folder = dirname(file);
  const owner = join(folder, `~$${basename(path).slice(2, 40)}`);
  const fresh = join(folder, `~WRD${lane.name}.tmp`);
  const old = join(folder, `~WRL${lane.name}.tmp`);
  writeFileSync(owner, 'somebody');
  writeFileSync(fresh, newVersion(lane, path));
  await lane.pause(0, 200);
  renameSync(file, old);
  await lane.pause(0, 200);
  renameSync(fresh, file);
  await lane.pause(0, 100);
  unlinkSync(old);
  unlinkSync(owner);
  lane.files.push(path);
};

/**
 * vim with `backupcopy=no`: the old one becomes `name~`, the new one is written under the name, the backup
 * goes.
 */
const editorSave: Action = async (lane) => {
  const path = take(lane, (one) => basename(one).length < 200);
  if (path === undefined) return;
  const file = lane.absolute(path);
  renameSync(file, `${file}~`);
  await lane.pause(0, 100);
  writeFileSync(file, newVersion(lane, path));
  await lane.pause(0, 100);
  unlinkSync(`${file}~`);
  lane.files.push(path);
};

/** A safe save: written beside, then moved over the old one. */
const moveOver: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  const temporary = join(dirname(lane.absolute(path)), `.goutputstream-${lane.name}`);
  writeFileSync(temporary, newVersion(lane, path));
  await lane.pause(0, 150);
  renameSync(temporary, lane.absolute(path));
  lane.files.push(path);
};

/** Overwritten where it lies, slowly: for a while the file holds half of the new version (W3). */
const overwrite: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  const bytes = lane.newContent(path, lane.between(...versionSizes));
  await writeStalled(lane, lane.absolute(path), bytes, 'w');
  lane.files.push(path);
};

/** The same file overwritten several times in a row, each version whole for a moment. */
const saveAgain: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  for (let index = 0; index < 3; index++) {
    writeFileSync(lane.absolute(path), newVersion(lane, path));
    await lane.pause(50, 500);
  }
  lane.files.push(path);
};

const append: Action = async (lane) => {
  const path = take(lane, isPlain);
  if (path === undefined) return;
  const file = lane.absolute(path);
  for (let index = 0; index < 2; index++) {
    const more = Buffer.from(`appended ${lane.step} ${index}\n`.repeat(20));
    lane.publish(Buffer.concat([readFileSync(file), more]));
    appendFileSync(file, more);
    await lane.pause(50, 600);
  }
  lane.files.push(path);
};

/** Back to the bytes of before, after a while with others. */
const revert: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  const before = readFileSync(lane.absolute(path));
  writeFileSync(lane.absolute(path), newVersion(lane, path));
  await lane.pause(100, 1_000);
  writeFileSync(lane.absolute(path), before);
  lane.files.push(path);
};

const touch: Action = async (lane) => {
  if (lane.files.length === 0) return;
  const when = new Date(Date.now() - lane.between(0, 1_000_000_000));
  utimesSync(lane.absolute(lane.pick(lane.files)), when, when);
};

const rename: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  const target = lane.newPath(/\.[a-z]+$/.exec(path)?.[0] ?? '.txt');
  renameSync(lane.absolute(path), lane.absolute(target));
  lane.files.push(target);
};

/** A folder of the lane's own gets another name, with all that is in it (W8). */
const renameFolder: Action = async (lane) => {
  const folder = `folder-${lane.name}`;
  const inside = lane.files.filter((path) => path.startsWith(folder));
  if (inside.length === 0) {
    mkdirSync(lane.absolute(folder), { recursive: true });
    for (let index = 0; index < 4; index++) {
      const path = join(folder, `${lane.step}-${index}.txt`);
      writeFileSync(lane.absolute(path), newVersion(lane, path));
      lane.files.push(path);
    }
    return;
  }
  const from = (inside[0] as string).split('/')[0] as string;
  const to = `${folder}-${lane.step}`;
  renameSync(lane.absolute(from), lane.absolute(to));
  for (const [index, path] of lane.files.entries()) {
    if (path.startsWith(`${from}/`)) lane.files[index] = to + path.slice(from.length);
  }
};

/** Two files change names. */
const swap: Action = async (lane) => {
  const first = take(lane);
  if (first === undefined) return;
  // Of one type, so that the bytes still keep what the name promises.
  const second = take(lane, (path) => extname(path) === extname(first)) ?? first;
  if (second === first) return void lane.files.push(first);
  const one = lane.absolute(first);
  const two = lane.absolute(second);
  const aside = join(dirname(one), `.~swap-${lane.name}`);
  renameSync(one, aside);
  renameSync(two, one);
  renameSync(aside, two);
  lane.files.push(first, second);
};

/** A file is renamed over another one, which is gone with that. */
const renameOver: Action = async (lane) => {
  const from = take(lane);
  if (from === undefined) return;
  const over = take(lane, (path) => extname(path) === extname(from)) ?? from;
  if (over !== from) renameSync(lane.absolute(from), lane.absolute(over));
  lane.files.push(over);
};

/** A file is deleted, and another one takes its name. */
const takeName: Action = async (lane) => {
  const from = take(lane);
  if (from === undefined) return;
  const over = take(lane, (path) => extname(path) === extname(from)) ?? from;
  if (over !== from) {
    unlinkSync(lane.absolute(over));
    await lane.pause(0, 800);
    renameSync(lane.absolute(from), lane.absolute(over));
  }
  lane.files.push(over);
};

const remove: Action = async (lane) => {
  const path = take(lane);
  if (path !== undefined) unlinkSync(lane.absolute(path));
};

/** Deleted, and soon there again with other bytes. */
const replaceDeleted: Action = async (lane) => {
  const path = take(lane);
  if (path === undefined) return;
  unlinkSync(lane.absolute(path));
  await lane.pause(0, 800);
  writeFileSync(lane.absolute(path), newVersion(lane, path));
  lane.files.push(path);
};

/** Actions on files that are there. */
export const changeActions: readonly Action[] = [
  ...[officeSave, editorSave, moveOver, overwrite, overwrite, saveAgain, append, revert, touch],
  ...[rename, rename, renameFolder, swap, renameOver, renameOver, takeName, remove, replaceDeleted],
];
