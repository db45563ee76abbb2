import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#shared/errors/app-error.ts';
import type { FolderPreview } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Entry, FileStat, Look } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import type { FilePlace, Way } from '#core/local/place.ts';
import { uploadOptionsFor } from './metadata.ts';
import { compileRules, type Rules } from './rules/compile-rules.ts';
import { createIgnoreFiles } from './rules/ignore-files.ts';
import { walkDirectories } from './thread/walk.ts';

export type PreviewRow = FolderPreview['rows'][number];

export interface PreviewOptions {
  readonly signal?: AbortSignal;
  /** Called a few times a second with what was counted so far. */
  readonly onProgress?: (soFar: FolderPreview) => void;
  /** True when these bytes are in the profile already. Given, files are read to find duplicates; left out, none is. */
  readonly knownBytes?: (sha256: string) => boolean;
  /** Directories below the root that are watch folders of their own. */
  readonly nested?: readonly string[];
  /** How many rows to keep; default 100. */
  readonly rows?: number;
}

const progressEvery = 200;
/** Files looked at in one go: this runs where people wait for answers (W11: less than 50 ms). */
const filesAtOnce = 100;

/**
 * A dry run over a folder: what would be uploaded, what not and why (W16, W19). Writes nothing, uploads nothing.
 *
 * @throws AppError `FOLDER_MISSING` or `FOLDER_UNREADABLE` for the root; the signal's reason when aborted.
 */
export async function previewFolder(
  gate: FileGate,
  folder: WatchFolder,
  options: PreviewOptions = {},
): Promise<FolderPreview> {
  const { onProgress, rows: keep = 100 } = options;
  const counted = { seen: 0, upload: 0, uploadBytes: 0, duplicate: 0, ignored: 0, held: 0 };
  const ignoredBy: Record<string, number> = {};
  const rows: PreviewRow[] = [];
  const soFar = (): FolderPreview => ({ ...counted, ignoredBy: { ...ignoredBy }, rows: [...rows] });
  let saidAt = performance.now();
  for await (const row of previewRows(gate, folder, options)) {
    counted.seen++;
    counted[row.outcome]++;
    if (row.outcome === 'upload') counted.uploadBytes += row.size;
    if (row.outcome === 'ignored') ignoredBy[row.reason ?? ''] = (ignoredBy[row.reason ?? ''] ?? 0) + 1;
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
  }: Pick<PreviewOptions, 'signal' | 'knownBytes' | 'nested'> = {},
): AsyncGenerator<PreviewRow> {
  const ignoreFiles = createIgnoreFiles();
  const rules = compileRules(folder, ignoreFiles, nested);
  const { network } = await gate.lookAtVolume(folder.path);
  // Lists in libuv's threads; looks at files directly where that cannot hang.
  const look = { ...gate.patient, statMany: (network ? gate.patient : gate.direct).statMany };
  const way = { root: folder.path, followLinks: folder.followLinks };
  await checkRoot(look, way);
  const walked = await walkDirectories(
    { folder, look, rules, ignoreFiles, thread: { gate } },
    '',
    signal,
    () => undefined,
  );
  const directories = new Set(walked.directories);
  const ownBytes = new Set<string>();

  for (const directory of walked.directories) {
    const path = directory === '' ? folder.path : `${folder.path}/${directory}`;
    const entries = await listOrNothing(look, path, way);
    const shown = entries.filter(({ name }) => !directories.has(joinRelative(directory, name)));
    for (let start = 0; start < shown.length; start += filesAtOnce) {
      signal.throwIfAborted();
      const some = shown.slice(start, start + filesAtOnce);
      const names = some.map(({ name }) => name);
      const stats = await look.statMany(path, names, folder.followLinks);
      for (const [index, entry] of some.entries()) {
        const relativePath = joinRelative(directory, entry.name);
        const stat = stats[index] ?? null;
        const judged = await judge(gate, folder, rules, relativePath, entry, stat);
        const duplicate =
          judged.outcome === 'upload' &&
          knownBytes &&
          (await isKnown(gate, { path: `${path}/${entry.name}`, ...way }, knownBytes, ownBytes));
        yield {
          path: entry.kind === 'directory' ? `${relativePath}/` : relativePath,
          size: stat?.kind === 'file' ? stat.size : 0,
          outcome: duplicate ? 'duplicate' : judged.outcome,
          reason: judged.reason,
          tags: judged.outcome === 'upload' ? uploadOptionsFor(folder, relativePath).tags : [],
        };
      }
      await nextTurn();
    }
  }
  for (const directory of walked.unreadable) {
    yield { path: `${directory}/`, size: 0, outcome: 'held', reason: 'FOLDER_UNREADABLE', tags: [] };
  }
}

async function checkRoot(look: Look, way: Way): Promise<void> {
  try {
    await look.list(way.root, way);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new AppError(missing ? 'FOLDER_MISSING' : 'FOLDER_UNREADABLE', { detail: way.root, cause });
  }
}

/** A directory that cannot be listed is answered for by the walk. */
async function listOrNothing(look: Look, path: string, way: Way): Promise<Entry[]> {
  try {
    return await look.list(path, way);
  } catch {
    return [];
  }
}

type Judged = Pick<PreviewRow, 'outcome' | 'reason'>;

async function judge(
  gate: FileGate,
  folder: WatchFolder,
  rules: Rules,
  path: string,
  { name, kind }: Entry,
  stat: FileStat | null,
): Promise<Judged> {
  const ignored = (reason: string): Judged => ({ outcome: 'ignored', reason });
  if (kind === 'undecodable') return { outcome: 'held', reason: 'NAME_UNDECODABLE' };
  if (kind === 'directory') return ignored(rules.directory(path, name) ?? 'ignored-name');
  if (kind === 'other') return ignored('NOT_A_FILE');
  const byName = rules.name(path, name);
  if (byName) return ignored(byName);
  if (kind === 'link') {
    if (!folder.followLinks) return ignored('link');
    const target = await gate.followLink(folder.path, `${folder.path}/${path}`);
    if (target.kind !== 'skip' && rules.isNested(target.below)) return ignored('nested-folder');
    if (target.kind !== 'file') return ignored(target.kind === 'skip' ? target.reason : 'link-loop');
  }
  if (!stat) return { outcome: 'held', reason: 'FILE_UNREADABLE' };
  const byStat = rules.stat(stat.size, stat.mtimeMs, Date.now());
  if (byStat) return ignored(byStat);
  if (folder.firstRun === 'only-new') return ignored('existed-before');
  return folder.firstRun === 'choose'
    ? { outcome: 'held', reason: 'CHOICE_PENDING' }
    : { outcome: 'upload', reason: null };
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
