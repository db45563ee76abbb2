import { setImmediate as nextTurn } from 'node:timers/promises';
import { posix } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import type { FolderPreview } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Entry, FileStat, Look } from '#core/local/look.ts';
import { joinRelative, parentOf } from '#core/local/names.ts';
import { isOwnName } from '#core/local/own-names.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { KnownDirectory, KnownFolder } from './known-folder.ts';
import { uploadOptionsFor } from './metadata.ts';
import { compileRules, type Rules } from './rules/compile-rules.ts';
import { createIgnoreFiles } from './rules/ignore-files.ts';
import {
  cannotBeListed,
  cannotBeRead,
  judgeFile,
  judgeFirstRun,
  judgeName,
  type Verdict,
} from './rules/judge-file.ts';
import { type UnfinishedWaits, usualWaits } from './settle/unfinished.ts';
import { placeIn } from './thread/root-context.ts';
import { walkDirectories } from './thread/walk.ts';
import { standingByItsEnd } from './waits-for-end.ts';

export type PreviewRow = FolderPreview['rows'][number];

export interface PreviewOptions {
  readonly signal?: AbortSignal;
  /** Called a few times a second with what was counted so far. */
  readonly onProgress?: (soFar: FolderPreview) => void;
  /**
   * True when these bytes are in the profile already. Given, files are read to find duplicates; left out,
   * none is.
   */
  readonly knownBytes?: (sha256: string) => boolean;
  /** Directories below the root that are watch folders of their own. */
  readonly nested?: readonly string[];
  /** Of a watch folder: where its files stand. Left out, nothing of the folder was ever looked at. */
  readonly known?: KnownFolder;
  /** How many rows to keep; default 100. */
  readonly rows?: number;
  /** As of the watch. */
  readonly waits?: UnfinishedWaits;
}

const progressEvery = 200;
/** Files looked at in one go: this runs where people wait for answers (W11: less than 50 ms). */
const filesAtOnce = 100;

/**
 * A dry run over a folder: what would be uploaded, what not and why (W16, W19). Writes nothing, uploads
 * nothing.
 *
 * @throws AppError `FOLDER_MISSING` or `FOLDER_UNREADABLE` for the root; the signal's reason when aborted.
 */
export async function previewFolder(
  gate: FileGate,
  folder: WatchFolder,
  options: PreviewOptions = {},
): Promise<FolderPreview> {
  const { onProgress, rows: keep = 100 } = options;
  const counted = { seen: 0, upload: 0, uploadBytes: 0, taken: 0, duplicate: 0, ignored: 0, held: 0 };
  const by = { ignored: {} as Record<string, number>, held: {} as Record<string, number> };
  const rows: PreviewRow[] = [];
  const soFar = (): FolderPreview => ({
    ...counted,
    ignoredBy: { ...by.ignored },
    heldBy: { ...by.held },
    rows: [...rows],
  });
  let saidAt = performance.now();
  for await (const row of previewRows(gate, folder, options)) {
    counted.seen++;
    counted[row.outcome]++;
    if (row.outcome === 'upload') counted.uploadBytes += row.size;
    if (row.outcome === 'ignored' || row.outcome === 'held') {
      const counts = by[row.outcome];
      counts[row.reason ?? ''] = (counts[row.reason ?? ''] ?? 0) + 1;
    }
    if (rows.length < keep) rows.push(row);
    if (onProgress && performance.now() - saidAt > progressEvery) {
      saidAt = performance.now();
      onProgress(soFar());
    }
  }
  return soFar();
}

/** The same dry run, every row as it is found: for an export. */
export async function* previewRows(
  gate: FileGate,
  folder: WatchFolder,
  {
    signal = new AbortController().signal,
    knownBytes,
    nested = [],
    known,
    waits = usualWaits,
  }: Omit<PreviewOptions, 'onProgress' | 'rows'> = {},
): AsyncGenerator<PreviewRow> {
  const ignoreFiles = createIgnoreFiles();
  const rules = compileRules(folder, ignoreFiles, nested);
  const volume = await gate.lookAtVolume(folder.path);
  // Lists in libuv's threads; looks at files directly where that cannot hang.
  const look = { ...gate.patient, statMany: (volume.network ? gate.patient : gate.direct).statMany };
  await checkRoot(look, folder.path);
  const walked = await walkDirectories(
    { folder, look, rules, ignoreFiles, settleMs: 0, thread: { gate, clock: { now: Date.now } } },
    '',
    signal,
    () => undefined,
  );
  const directories = new Set(walked.directories);
  const ownBytes = new Set<string>();

  for (const directory of walked.directories) {
    const path = directory === '' ? folder.path : `${folder.path}/${directory}`;
    const here = known?.directory(directory);
    const entries = await listOrNothing(look, path, folder.path);
    const shown = entries.filter(
      ({ name }) => !isOwnName(name) && !directories.has(joinRelative(directory, name)),
    );
    for (let start = 0; start < shown.length; start += filesAtOnce) {
      signal.throwIfAborted();
      const some = shown.slice(start, start + filesAtOnce);
      const names = some.map(({ name }) => name);
      const stats = await look.statMany(path, names, folder.followLinks);
      for (const [index, entry] of some.entries()) {
        const relativePath = joinRelative(directory, entry.name);
        const stat = stats[index] ?? null;
        const verdict = await judge({ folder, rules, gate, look, here }, relativePath, entry, stat);
        if (verdict === undefined) continue;
        const isTaken = verdict === null && here?.isTaken(entry.name, stat) === true;
        const place = placeIn({ folder }, `${path}/${entry.name}`);
        const goes = verdict === null && !isTaken;
        const standing =
          here?.standing(entry.name, stat, verdict) ??
          (goes && stat ? await standingByItsEnd(gate, place, stat, volume, waits) : null);
        const duplicate = goes && knownBytes && (await isKnown(gate, place, knownBytes, ownBytes));
        yield {
          path: entry.kind === 'directory' ? `${relativePath}/` : relativePath,
          size: stat?.kind === 'file' ? stat.size : 0,
          outcome: isTaken ? 'taken' : duplicate ? 'duplicate' : outcomeOf(verdict),
          reason: verdict?.reason ?? null,
          tags: verdict === null ? uploadOptionsFor(folder, relativePath).tags : [],
          standing,
        };
      }
      await nextTurn();
    }
  }
  for (const directory of walked.unreadable) {
    const { reason } = cannotBeListed;
    const above = parentOf(directory);
    const standing =
      known?.directory(above).standing(posix.basename(directory), null, cannotBeListed) ?? null;
    yield { path: `${directory}/`, size: 0, outcome: outcomeOf(cannotBeListed), reason, tags: [], standing };
  }
}

function outcomeOf(verdict: Verdict | null): PreviewRow['outcome'] {
  if (verdict === null) return 'upload';
  return verdict.disposition === 'ignored' ? 'ignored' : 'held';
}

async function checkRoot(look: Look, root: string): Promise<void> {
  try {
    await look.list(root, root);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new AppError(missing ? 'FOLDER_MISSING' : 'FOLDER_UNREADABLE', { detail: root, cause });
  }
}

/** A directory that cannot be listed is answered for by the walk. */
async function listOrNothing(look: Look, path: string, root: string): Promise<Entry[]> {
  try {
    return await look.list(path, root);
  } catch {
    return [];
  }
}

/** What the watcher would say of it, once it is quiet; undefined when it is gone meanwhile. */
async function judge(
  judged: {
    folder: WatchFolder;
    rules: Rules;
    gate: FileGate;
    look: Look;
    here: KnownDirectory | undefined;
  },
  path: string,
  entry: Entry,
  stat: FileStat | null,
): Promise<Verdict | null | undefined> {
  const { folder, look, here } = judged;
  const byName = judgeName(judged, path, entry);
  if (byName || entry.kind === 'directory') return byName;
  const absolute = `${folder.path}/${path}`;
  const byFile = await judgeFile(judged, absolute, entry, stat, Date.now());
  if (byFile) return byFile;
  if (!stat) return undefined;
  const decided = here ? here.decided(entry.name, stat) : judgeFirstRun(folder);
  return decided ?? ((await look.readable(absolute)) ? null : cannotBeRead);
}

/** Known to the profile, or the second of its kind in this very folder. */
async function isKnown(
  gate: FileGate,
  place: FilePlace,
  knownBytes: (sha256: string) => boolean,
  ownBytes: Set<string>,
): Promise<boolean> {
  const hashed = await gate.hashFile(place).catch(() => undefined);
  if (!hashed) return false;
  if (ownBytes.has(hashed.sha256) || knownBytes(hashed.sha256)) return true;
  ownBytes.add(hashed.sha256);
  return false;
}
