import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { restoreFolder as stageName } from '../data-folder/private-folder.ts';
import { syncFile, syncFolder } from '../data-folder/sync.ts';
import { lockDataDirectory } from '../ledger/lock.ts';

/** What makes them count. */
const orderName = 'order.json';

/**
 * What is moved aside before a file takes its place, in this order: a ledger's log belongs to that ledger
 * alone, and beside another one it would be taken for its own.
 */
const asideBefore: Readonly<Record<string, readonly string[]>> = {
  'ledger.sqlite': ['ledger.sqlite-wal', 'ledger.sqlite-shm', 'ledger.sqlite'],
};

/** In the order they are put in place. */
const stagedFiles = ['ledger.json', 'ledger.sqlite', 'settings.json', 'notes.json'] as const;
export type StagedFile = (typeof stagedFiles)[number];

const orderSchema = z.object({
  /** What the names of what was there end with, as `before-restore-2026-11-25T08-00-00Z`. */
  suffix: z.string().regex(/^[a-z]+(?:-[a-z]+)*-[0-9TZ-]+$/),
});

/** Files that are to take their places in a data folder, all or none. */
export interface Stage {
  readonly at: (name: StagedFile) => string;
  /**
   * Puts them in place: from here on it is done, by this process or by the next that opens the folder. What
   * was there is kept under its name and the suffix, with a number where that is taken.
   *
   * @returns the paths of what was there
   */
  commit(suffix: string): readonly string[];
  /** Nothing was changed. */
  discard(): void;
}

/** An empty stage in a data folder whose lock the caller holds. */
export function openStage(dataDirectory: string): Stage {
  const stage = join(dataDirectory, stageName);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  return {
    at: (name) => join(stage, name),
    commit(wanted) {
      const suffix = freeSuffix(dataDirectory, wanted);
      const order = join(stage, orderName);
      writeFileSync(`${order}.new`, `${JSON.stringify({ suffix })}\n`, { mode: 0o600 });
      syncFile(`${order}.new`);
      syncFolder(stage);
      renameSync(`${order}.new`, order);
      syncFolder(stage);
      return carryOut(dataDirectory, suffix);
    },
    discard: () => rmSync(stage, { recursive: true, force: true }),
  };
}

/** What an earlier one of the same second kept is not written over. */
function freeSuffix(dataDirectory: string, wanted: string): string {
  const kept = readdirSync(dataDirectory);
  let suffix = wanted;
  const isTaken = (name: string) => name.endsWith(`.${suffix}`) || name.endsWith(`.${suffix}-wal`);
  for (let next = 2; kept.some(isTaken); next += 1) suffix = `${wanted}-${next}`;
  return suffix;
}

/**
 * Ends what a killed restore began in a data folder: files that were not ready are removed, and those that
 * were take their places. To be called before anything of the folder is read.
 *
 * @throws AppError `LEDGER_BUSY` while another process is at it
 */
export function finishRestore(dataDirectory: string): void {
  if (!existsSync(join(dataDirectory, stageName))) return;
  const release = lockDataDirectory(dataDirectory);
  try {
    finishLocked(dataDirectory);
  } finally {
    release();
  }
}

/** The same for who holds the lock. */
export function finishLocked(dataDirectory: string): void {
  const stage = join(dataDirectory, stageName);
  const order = join(stage, orderName);
  if (!existsSync(order)) rmSync(stage, { recursive: true, force: true });
  else carryOut(dataDirectory, orderSchema.parse(JSON.parse(readFileSync(order, 'utf8'))).suffix);
}

/** May be cut off and begun again: each step is one rename, and what is done has no source left. */
function carryOut(dataDirectory: string, suffix: string): readonly string[] {
  const stage = join(dataDirectory, stageName);
  const kept: string[] = [];
  for (const name of stagedFiles) {
    const [staged, target] = [join(stage, name), join(dataDirectory, name)];
    if (!existsSync(staged)) continue;
    for (const there of asideBefore[name] ?? [name]) {
      const from = join(dataDirectory, there);
      // Like the ledger it is a log of: the two are only of use together.
      const to = there.startsWith(`${name}-`)
        ? `${target}.${suffix}${there.slice(name.length)}`
        : `${target}.${suffix}`;
      if (existsSync(from)) renameSync(from, to);
    }
    renameSync(staged, target);
  }
  syncFolder(dataDirectory);
  for (const name of stagedFiles) {
    const path = `${join(dataDirectory, name)}.${suffix}`;
    if (existsSync(path)) kept.push(path);
  }
  rmSync(stage, { recursive: true, force: true });
  return kept;
}
