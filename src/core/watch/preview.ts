import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#shared/errors/app-error.ts';
import type { FolderPreview } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { directLook, type Entry, type FileStat, patientLook } from './files/look.ts';
import { joinRelative } from './files/names.ts';
import { uploadOptionsFor } from './metadata.ts';
import { compileRules, type Rules } from './rules/compile-rules.ts';
import { createIgnoreFiles } from './rules/ignore-files.ts';
import { followLink } from './thread/links.ts';
import { walkDirectories } from './thread/walk.ts';
import { lookAtVolume } from './files/volume.ts';

export type PreviewRow = FolderPreview['rows'][number];

export interface PreviewOptions {
  readonly signal?: AbortSignal;
  /** Called a few times a second with what was counted so far. */
  readonly onProgress?: (soFar: FolderPreview) => void;
  /** True when these bytes are in the profile already. Given, files are read to find duplicates; left out, none is. */
  readonly knownBytes?: (sha256: string) => boolean;
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
  folder: WatchFolder,
  options: PreviewOptions = {},
): Promise<FolderPreview> {
  const { onProgress, rows: keep = 100 } = options;
  const counted = { seen: 0, upload: 0, uploadBytes: 0, duplicate: 0, ignored: 0, held: 0 };
  const ignoredBy: Record<string, number> = {};
  const rows: PreviewRow[] = [];
  const soFar = (): FolderPreview => ({ ...counted, ignoredBy: { ...ignoredBy }, rows: [...rows] });
  let saidAt = performance.now();
  for await (const row of previewRows(folder, options)) {
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
  folder: WatchFolder,
  { signal = new AbortController().signal, knownBytes }: Pick<PreviewOptions, 'signal' | 'knownBytes'> = {},
): AsyncGenerator<PreviewRow> {
  const ignoreFiles = createIgnoreFiles();
  const rules = compileRules(folder, ignoreFiles);
  const { network } = await lookAtVolume(folder.path);
  // Lists in libuv's threads; looks at files directly where that cannot hang.
  const look = { ...patientLook, statMany: (network ? patientLook : directLook).statMany };
  await checkRoot(folder.path);
  const walked = await walkDirectories({ folder, look, rules, ignoreFiles }, '', signal, () => undefined);
  const directories = new Set(walked.directories);
  const ownBytes = new Set<string>();

  for (const directory of walked.directories) {
    const path = directory === '' ? folder.path : `${folder.path}/${directory}`;
    const entries = await listOrNothing(path);
    const shown = entries.filter(({ name }) => !directories.has(joinRelative(directory, name)));
    for (let start = 0; start < shown.length; start += filesAtOnce) {
      signal.throwIfAborted();
      const some = shown.slice(start, start + filesAtOnce);
      const names = some.map(({ name }) => name);
      const stats = await look.statMany(path, names, folder.followLinks);
      for (const [index, entry] of some.entries()) {
        const relativePath = joinRelative(directory, entry.name);
        const stat = stats[index] ?? null;
        const judged = await judge(folder, rules, relativePath, entry, stat);
        const duplicate =
          judged.outcome === 'upload' &&
          knownBytes &&
          (await isKnown(`${path}/${entry.name}`, knownBytes, ownBytes));
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

async function checkRoot(path: string): Promise<void> {
  try {
    await patientLook.list(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new AppError(missing ? 'FOLDER_MISSING' : 'FOLDER_UNREADABLE', { detail: path, cause });
  }
}

/** A directory that cannot be listed is answered for by the walk. */
async function listOrNothing(path: string): Promise<Entry[]> {
  try {
    return await patientLook.list(path);
  } catch {
    return [];
  }
}

type Judged = Pick<PreviewRow, 'outcome' | 'reason'>;

async function judge(
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
    const target = await followLink(folder.path, `${folder.path}/${path}`);
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
  path: string,
  knownBytes: (sha256: string) => boolean,
  ownBytes: Set<string>,
): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch {
    return false;
  }
  const sha256 = hash.digest('hex');
  if (ownBytes.has(sha256) || knownBytes(sha256)) return true;
  ownBytes.add(sha256);
  return false;
}
