import { dirname, basename, resolve } from 'node:path';
import { wayBelow } from '#core/local/below.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import { type FileIdentity, isSameFile } from '#core/local/place.ts';
import { numbered, quarantineName, randomLetters } from '#core/local/own-names.ts';
import { outputProblem } from '#core/local/output-place.ts';
import type { Aside, Destination } from '#core/local/set-aside.ts';
import { isSilence } from '#core/local/volume-gate.ts';
import { AppError, sentence } from '#shared/errors/app-error.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { printable } from '#shared/spoken/printable.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import type { SetAsideRow } from '../ledger/own-files.ts';
import { placeOnItsDrive } from './output-drive.ts';
import { alone, settleAside, type SetAsideContext } from './settle-aside.ts';

export interface AfterUpload {
  readonly uploadId: number;
  readonly profileId: string;
  readonly folder: WatchFolder;
  /** Absolute path of the local file. */
  readonly path: string;
  /** The uploaded bytes. */
  readonly sha256: string;
  readonly size: number;
  readonly mtimeNs: string;
  readonly outcome:
    | { readonly kind: 'completed' }
    | { readonly kind: 'failed'; readonly code: string; readonly message: string };
}

export type AfterUploadResult =
  | { readonly kind: 'left' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'deleted' }
  /** The file has other bytes now, or is gone; it stays unchanged. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly code: 'AFTER_UPLOAD_FAILED'; readonly detail: string };

/**
 * Runs the folder's action on a file once its upload has ended (W18), and only on the bytes that were
 * uploaded. Sluice first renames the file into a quarantine beside it, where no program saves over it, and
 * reads it there. Then it deletes, trashes or moves the file, or returns its name. Each step is journaled
 * before it happens, so that after a crash the action is completed or undone. A repeated action finds no file
 * and does nothing.
 *
 * @throws AppError `DRIVE_NOT_ANSWERING`; every other failure is a result
 */
export async function runAfterUpload(
  context: SetAsideContext,
  after: AfterUpload,
): Promise<AfterUploadResult> {
  try {
    const before = context.files.findAside(after.uploadId);
    const moved = before && (await alone(context, before.place.aside, () => settleAside(context, before)));
    if (moved !== undefined) return { kind: 'moved', to: moved };
    return await act(context, after);
  } catch (error) {
    // A drive that hangs proves nothing about the file: the action waits for it.
    if (isSilence(error)) throw error;
    return { kind: 'failed', code: 'AFTER_UPLOAD_FAILED', detail: detailOf(error) };
  }
}

async function act(context: SetAsideContext, after: AfterUpload): Promise<AfterUploadResult> {
  const { gate } = context;
  const { folder, path, outcome } = after;
  const isLeft = outcome.kind === 'failed' ? folder.failedFolder === null : folder.afterUpload === 'leave';
  if (isLeft) return { kind: 'left' };
  const output = outputOf(after);
  const to = output === undefined ? undefined : await destinationOf(context, after, output);
  // Fails before the file is renamed if the destination cannot be used.
  if (to) await gate.prepare(to);
  const problem = output && (await outputProblem(resolve(folder.path), output, context.dataDirectory, gate));
  if (problem) throw new Error(speakEnglish(problem));
  const stat = await gate.patient.stat(path);
  if (stat?.kind !== 'file' || stat.size !== after.size) return { kind: 'changed' };
  return inTurn(context, stat, () => takeAside(context, after, stat, to));
}

/**
 * Names of one file (hard links) take turns: renaming or deleting one changes the ctime of all, which would
 * look like a change to the file under its other names.
 */
async function inTurn<T>(
  { turns }: SetAsideContext,
  { device, inode }: FileIdentity,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${device} ${inode}`;
  const before = turns.get(key) ?? Promise.resolve();
  const turn = before.then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

async function takeAside(
  context: SetAsideContext,
  after: AfterUpload,
  stat: FileIdentity,
  to: Destination | undefined,
): Promise<AfterUploadResult> {
  const { gate, files, owner } = context;
  const { uploadId, profileId, folder, path, outcome } = after;
  if (!(await mayBeTheSame(context, after, stat))) return { kind: 'changed' };
  const place: Aside = {
    root: resolve(folder.path),
    directory: dirname(path),
    name: basename(path),
    aside: quarantineName(owner, uploadId, randomLetters()),
  };
  const reason = outcome.kind === 'failed' ? reasonText(outcome, path) : null;
  const row: SetAsideRow = { uploadId, profileId, place, destination: null, reason };
  const result = await alone(context, place.aside, async () => {
    files.setAside(row);
    try {
      if ((await gate.setAside(place)) === 'aside') return await decide(context, after, row, stat, to);
    } catch (error) {
      await settleAside(context, row);
      throw error;
    }
    files.removeAside(uploadId);
    return undefined;
  });
  return result ?? { kind: 'changed' };
}

/**
 * Examines the file in quarantine. Then runs the action, or returns the file's name.
 *
 * @param before the file's identity just before it was set aside
 * @throws AppError `STILL_CHANGING` when the file was touched meanwhile in a way that may have kept its
 *   bytes, such as new permissions or another name: only another look can decide
 */
async function decide(
  context: SetAsideContext,
  after: AfterUpload,
  row: SetAsideRow,
  before: FileIdentity,
  to: Destination | undefined,
): Promise<AfterUploadResult> {
  const { gate, files, signal } = context;
  const { place, uploadId } = row;
  const examined = await gate.examineAside(place, () => signal?.throwIfAborted());
  const hasOtherBytes = examined.kind === 'file' && examined.sha256 !== after.sha256;
  if (examined.kind === 'file' && !hasOtherBytes) {
    const { identity } = examined;
    if (to) {
      const moved = await moveTo(context, row, identity, to);
      if (moved !== undefined) return { kind: 'moved', to: moved };
    } else {
      const isTrash = after.folder.afterUpload === 'trash';
      if (!isTrash) await assertNobodyWrites(gate, identity, 'now');
      if (isTrash ? await gate.trashAside(place, identity) : await gate.deleteAside(place, identity)) {
        files.endAside(uploadId, place.name);
        return { kind: isTrash ? 'trashed' : 'deleted' };
      }
    }
  }
  const now = hasOtherBytes ? undefined : await gate.lookAside(place);
  if (now && isSameFile(now, before)) throw new AppError('STILL_CHANGING', { retryable: true });
  await settleAside(context, row);
  return { kind: 'changed' };
}

/** A program that has the file open would continue to write to a file that no longer has a name. */
async function assertNobodyWrites(
  gate: FileGate,
  file: Pick<FileIdentity, 'device' | 'inode'>,
  when: 'now' | 'lately',
): Promise<void> {
  if (await gate.isOpenForWriting(file, when)) {
    throw new AppError('STILL_CHANGING', { spoken: said('detail.openForWriting'), retryable: true });
  }
}

/**
 * Checks without changing the file whether it can be the uploaded one. If its time differs, its bytes are
 * compared.
 */
async function mayBeTheSame(
  { gate, signal }: SetAsideContext,
  { folder, path, sha256, mtimeNs }: AfterUpload,
  stat: FileIdentity,
): Promise<boolean> {
  if (folder.afterUpload === 'delete') await assertNobodyWrites(gate, stat, 'lately');
  if (stat.mtimeNs === mtimeNs) return true;
  const place = { path, root: resolve(folder.path), followLinks: folder.followLinks };
  try {
    const hashed = await gate.hashFile(place, () => signal?.throwIfAborted());
    if (hashed === undefined) throw new AppError('STILL_CHANGING', { retryable: true });
    return hashed.sha256 === sha256;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_GONE') return false;
    throw error;
  }
}

/**
 * Keeps the file's path below the root. A taken name gets a number; nothing is overwritten. Returns undefined
 * if the file changed meanwhile.
 */
async function moveTo(
  context: SetAsideContext,
  row: SetAsideRow,
  examined: FileIdentity,
  wanted: Destination,
): Promise<string | undefined> {
  for (let number = 1; ; number++) {
    const destination = { ...wanted, name: numbered(wanted.name, number) };
    context.files.setDestination(row.uploadId, destination);
    const { kind } = await context.gate.placeAside(row.place, examined, destination, () =>
      context.signal?.throwIfAborted(),
    );
    if (kind === 'changed') return undefined;
    if (kind === 'placed') return settleAside(context, { ...row, destination });
  }
}

/** The done or failed folder that the file goes to, absolute; undefined where it goes to none. */
function outputOf({ folder, outcome }: AfterUpload): string | undefined {
  const place = outcome.kind === 'failed' ? folder.failedFolder : folder.doneFolder;
  if (place === null || (outcome.kind === 'completed' && folder.afterUpload !== 'move')) return undefined;
  return resolve(folder.path, place);
}

async function destinationOf(
  context: SetAsideContext,
  { folder, path }: AfterUpload,
  output: string,
): Promise<Destination> {
  const root = resolve(folder.path);
  const below = wayBelow(dirname(path), root) ?? '';
  const to = await placeOnItsDrive(context, root, output, below);
  return { ...to, name: basename(path) };
}

/** People read it in a terminal, and the service may have written the message. */
function reasonText({ code, message }: { code: string; message: string }, path: string): string {
  return `${printable(path)}\n${printable(message)}\n${code}\n`;
}

/** As a sentence, without paths that only this process can resolve. */
export function detailOf(error: unknown): string {
  if (error instanceof AppError) return `${sentence(error.code)}${error.detail ? ` (${error.detail})` : ''}`;
  return (error as Error).message.replaceAll(/\/proc\/self\/fd\/\d+\//g, '');
}
