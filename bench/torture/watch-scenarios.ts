import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { contentOf } from './writer/content.ts';
import { oddNames } from './writer/names.ts';

/** A folder of its own below the watch folder, and what happens in it. */
export interface Place {
  readonly folder: string;
  /** Resolves when a document holds these bytes. */
  uploaded(bytes: Buffer): Promise<void>;
}

/** What must be at the service in the end, once each, and what may be. */
export interface Expected {
  readonly documents: readonly Buffer[];
  readonly allowed?: readonly Buffer[];
}

export type Scenario = (place: Place) => Promise<Expected>;

const text = (label: string, size = 20_000) => contentOf(label, size, 'a.txt');
const at = (place: Place, name: string) => join(place.folder, name);

/** A copy that stalls half-way for a minute, its file open (W1). */
const stalledCopy: Scenario = async (place) => {
  const bytes = text('a copy that stalls', 3_000_000);
  const file = await open(at(place, 'copy.txt'), 'w');
  await file.write(bytes, 0, 1_500_000, 0);
  await wait(60_000);
  await file.write(bytes, 1_500_000, bytes.length - 1_500_000, 1_500_000);
  await file.close();
  return { documents: [bytes] };
};

/** The same with nobody holding the file: a PDF without its end tells by itself. */
const stalledPdf: Scenario = async (place) => {
  const bytes = contentOf('a PDF that stalls', 200_000, 'a.pdf');
  writeFileSync(at(place, 'scan.pdf'), bytes.subarray(0, 120_000));
  await wait(30_000);
  writeFileSync(at(place, 'scan.pdf'), bytes.subarray(120_000), { flag: 'a' });
  return { documents: [bytes] };
};

/** The whole size from the start, the bytes in two parts, and the file closed between. */
const preallocated: Scenario = async (place) => {
  const bytes = text('preallocated', 900_000);
  const first = await open(at(place, 'download.txt'), 'w');
  await first.truncate(bytes.length);
  await first.write(bytes, 0, 200_000, 0);
  await first.close();
  await wait(20_000);
  const second = await open(at(place, 'download.txt'), 'r+');
  await second.write(bytes, 200_000, bytes.length - 200_000, 200_000);
  await second.close();
  return { documents: [bytes] };
};

/** Written bit by bit, opened and closed each time, with less than the quiet time between. */
const slowAppends: Scenario = async (place) => {
  const parts = Array.from({ length: 10 }, (_, index) => text(`part ${index}`, 1_000));
  for (const part of parts) {
    writeFileSync(at(place, 'export.txt'), part, { flag: 'a' });
    await wait(3_000);
  }
  return { documents: [Buffer.concat(parts)] };
};

/**
 * A large file that is overwritten about when its PUT is under way (W3): whichever came first, nothing mixed.
 */
const overwrittenWhileSent: Scenario = async (place) => {
  const first = text('sent first', 6_000_000);
  const second = text('sent second', 6_000_000);
  writeFileSync(at(place, 'model.txt'), first);
  await wait(6_500);
  writeFileSync(at(place, 'model.txt'), second);
  return { documents: [second], allowed: [first] };
};

/** Two versions, the second saved in some program's own way (W4). */
function saved(
  name: string,
  save: (path: string, bytes: Buffer, place: Place) => void | Promise<void>,
): Scenario {
  return async (place) => {
    const first = text(`${name} first`);
    const second = text(`${name} second`, 25_000);
    const path = at(place, `${name}.txt`);
    writeFileSync(path, first);
    await place.uploaded(first);
    await save(path, second, place);
    return { documents: [first, second] };
  };
}

const office = saved('office', (path, bytes, place) => {
  writeFileSync(at(place, '~$ffice.txt'), 'owner');
  writeFileSync(at(place, '~WRD0001.tmp'), bytes);
  renameSync(path, at(place, '~WRL0002.tmp'));
  renameSync(at(place, '~WRD0001.tmp'), path);
  unlinkSync(at(place, '~WRL0002.tmp'));
  unlinkSync(at(place, '~$ffice.txt'));
});

const vim = saved('vim', (path, bytes, place) => {
  writeFileSync(at(place, '.vim.txt.swp'), 'swap');
  writeFileSync(at(place, '4913'), '');
  unlinkSync(at(place, '4913'));
  renameSync(path, `${path}~`);
  writeFileSync(path, bytes);
  unlinkSync(`${path}~`);
  unlinkSync(at(place, '.vim.txt.swp'));
});

const gedit = saved('gedit', (path, bytes, place) => {
  writeFileSync(at(place, '.goutputstream-X1Y2Z3'), bytes);
  renameSync(at(place, '.goutputstream-X1Y2Z3'), path);
});

const movedOver = saved('moved', async (path, bytes, place) => {
  mkdirSync(at(place, '.sluice-outside'), { recursive: true });
  writeFileSync(at(place, '.sluice-outside/new'), bytes);
  renameSync(at(place, '.sluice-outside/new'), path);
});

const slowSave = saved('slow save', async (path, bytes, place) => {
  renameSync(path, at(place, 'slow save.txt.bak~'));
  await wait(1_000);
  writeFileSync(path, bytes);
  await wait(1_000);
  unlinkSync(at(place, 'slow save.txt.bak~'));
});

/** A download that lies half-done under its temporary name for longer than the quiet time. */
function download(ending: string): Scenario {
  return async (place) => {
    const bytes = text(`download ${ending}`, 80_000);
    writeFileSync(at(place, `paper.txt${ending}`), bytes.subarray(0, 30_000));
    await wait(12_000);
    writeFileSync(at(place, `paper.txt${ending}`), bytes);
    renameSync(at(place, `paper.txt${ending}`), at(place, 'paper.txt'));
    return { documents: [bytes] };
  };
}

/** Names that are never documents, left lying (W5). */
const clutter: Scenario = async (place) => {
  const names = [
    '.DS_Store',
    'Thumbs.db',
    'desktop.ini',
    '~$plan.docx',
    '.~lock.plan.odt#',
    'x.tmp',
    'x.swp',
    'x.part',
  ];
  for (const name of names) writeFileSync(at(place, name), text(`clutter ${name}`));
  return { documents: [] };
};

const oddlyNamed: Scenario = async (place) => {
  const documents = oddNames.map((name, index) => {
    const bytes = text(`odd ${index}`, 500 + index);
    writeFileSync(at(place, name.replace('%', String(index))), bytes);
    return bytes;
  });
  return { documents };
};

/** Two spellings that look alike and that this disk keeps apart, and the same bytes under two names. */
const twins: Scenario = async (place) => {
  const composed = text('composed');
  const decomposed = text('decomposed');
  writeFileSync(at(place, '\u00e9t\u00e9.txt'), composed);
  writeFileSync(at(place, 'e\u0301te\u0301.txt'), decomposed);
  writeFileSync(at(place, 'copy of composed.txt'), composed);
  return { documents: [composed, decomposed] };
};

export const watchScenarios: Readonly<Record<string, Scenario>> = {
  'stalled copy': stalledCopy,
  'stalled PDF': stalledPdf,
  preallocated,
  'slow appends': slowAppends,
  'overwritten while sent': overwrittenWhileSent,
  office,
  vim,
  gedit,
  'moved over': movedOver,
  'slow save': slowSave,
  part: download('.part'),
  crdownload: download('.crdownload'),
  clutter,
  'odd names': oddlyNamed,
  twins,
};
