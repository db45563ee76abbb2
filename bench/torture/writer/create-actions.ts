import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { contentOf } from './content.ts';
import type { Lane } from './lane.ts';
import { oddNames } from './names.ts';

export type Action = (lane: Lane) => Promise<void>;

/**
 * Sizes in bytes: PUTs of the large ones take long enough, under the agent's bandwidth limit, to be killed
 * half-way.
 */
const smallSizes = [200, 60_000] as const;
const largeSizes = [1_500_000, 6_000_000] as const;

/** Whether a whole file under that name may be appended to: its type promises nothing about the end. */
export const isPlain = (path: string) => /\.(txt|csv|md)$/.test(path);

/** Bytes that several lanes have, under several names. */
const commonContents = 12;

/** Writes `bytes` in two parts with a stop between, the file open all the time, as a copy does (W1). */
export async function writeStalled(lane: Lane, path: string, bytes: Buffer, flags: string): Promise<void> {
  lane.publish(bytes);
  const file = await open(path, flags);
  try {
    const half = lane.between(1, bytes.length);
    await file.write(bytes, 0, half, 0);
    await lane.pause(100, 1_200);
    await file.write(bytes, half, bytes.length - half, half);
  } finally {
    await file.close();
  }
}

const small: Action = async (lane) => {
  const path = lane.newPath();
  const bytes = lane.newContent(path, lane.between(...smallSizes));
  lane.publish(bytes);
  writeFileSync(lane.absolute(path), bytes);
  lane.files.push(path);
};

/** A large file in pieces, with the file open. */
const large: Action = async (lane) => {
  const path = lane.newPath('.txt');
  const bytes = lane.newContent(path, lane.between(...largeSizes));
  lane.publish(bytes);
  const file = await open(lane.absolute(path), 'w');
  const piece = Math.ceil(bytes.length / 8);
  for (let at = 0; at < bytes.length; at += piece) {
    await file.write(bytes, at, Math.min(piece, bytes.length - at), at);
    await lane.pause(1, 60);
  }
  await file.close();
  lane.files.push(path);
};

const stalled: Action = async (lane) => {
  const path = lane.newPath();
  await writeStalled(lane, lane.absolute(path), lane.newContent(path, lane.between(...smallSizes)), 'w');
  lane.files.push(path);
};

/** The whole size at once, the bytes later. */
const preallocated: Action = async (lane) => {
  const path = lane.newPath();
  const bytes = lane.newContent(path, lane.between(100_000, 900_000));
  lane.publish(bytes);
  const file = await open(lane.absolute(path), 'w');
  await file.truncate(bytes.length);
  await lane.pause(50, 700);
  const half = bytes.length >> 1;
  await file.write(bytes, half, bytes.length - half, half);
  await lane.pause(50, 700);
  await file.write(bytes, 0, half, 0);
  await file.close();
  lane.files.push(path);
};

/** A download: a temporary name, left lying half-done and closed, then the real one (W4, W5). */
const download: Action = async (lane) => {
  const path = lane.newPath();
  const bytes = lane.newContent(path, lane.between(200, 800_000));
  const temporary = `${lane.absolute(path)}${lane.pick(['.part', '.crdownload', '.tmp', '.filepart'])}`;
  writeFileSync(temporary, bytes.subarray(0, bytes.length >> 1));
  await lane.pause(50, 900);
  lane.publish(bytes);
  writeFileSync(temporary, bytes);
  await lane.pause(0, 300);
  renameSync(temporary, lane.absolute(path));
  lane.files.push(path);
};

const oddName: Action = async (lane) => {
  const odd = oddNames[lane.step % oddNames.length] as string;
  const path = odd.replace('%', `${lane.name}-${lane.step}`);
  const bytes = lane.newContent(path, lane.between(...smallSizes));
  lane.publish(bytes);
  writeFileSync(lane.absolute(path), bytes);
  lane.files.push(path);
};

/** Bytes that are there under another name, of this lane or another (W6). */
const duplicate: Action = async (lane) => {
  const path = lane.newPath('.txt');
  const copies = !lane.handsOff && lane.files.length > 0 && lane.random() < 0.5;
  const original = copies ? lane.pick(lane.files) : undefined;
  if (original !== undefined) copyFileSync(lane.absolute(original), lane.absolute(path));
  else {
    const bytes = contentOf(`common ${lane.between(0, commonContents)}`, 40_000, path);
    lane.publish(bytes);
    writeFileSync(lane.absolute(path), bytes);
  }
  lane.files.push(path);
};

/** Many small files at once, as when a folder is unpacked. */
const burst: Action = async (lane) => {
  const folder = `unpacked-${lane.name}-${lane.step}`;
  for (let index = 0; index < 8; index++) {
    const path = `${folder}/page ${index}.txt`;
    const bytes = lane.newContent(path, lane.between(...smallSizes));
    mkdirSync(dirname(lane.absolute(path)), { recursive: true });
    lane.publish(bytes);
    writeFileSync(lane.absolute(path), bytes);
    lane.files.push(path);
  }
};

/** Actions that make new files and leave them alone. */
export const createActions: readonly Action[] = [
  ...[small, small, small, large, stalled, preallocated, download, oddName, duplicate, burst],
];
