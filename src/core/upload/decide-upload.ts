import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FileStat } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import { besideLedger, ledgerName } from '#core/local/own-names.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { SkipReason } from '#shared/uploads/skip-reasons.ts';
import type { LocalPlace } from '../ledger/local-standing.ts';
import type { Decided, Target } from '../ledger/queued-uploads.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { isMorePrivate, type Owner, type Owners } from '../watch/folder-owners.ts';
import { uploadOptionsFor } from '../watch/metadata.ts';
import { compileRules, type Rules } from '../watch/rules/compile-rules.ts';
import { createIgnoreFiles, type IgnoreFiles } from '../watch/rules/ignore-files.ts';
import { ignoreFileName, readIgnoreFile } from '../watch/rules/read-ignore-file.ts';
import { growingReasons } from '../watch/rules/growing-reasons.ts';
import type { UploadContext } from './job.ts';

/**
 * What is to be done with an upload, from what is true now (docs/adr/0010):
 * - `send`: as `decided`
 * - `changing`: its file is not what the watcher handed over; it will be handed over again once it is quiet
 * - `waits`: its watch folder is paused
 * - `missing`: the root of its watch folder is not there
 * - `left-out`: a rule of its folder leaves the file out
 * - `removed`: it lies in no watch folder any more
 * - `given`: its folder belongs to another profile
 * - `superseded`: no local file stands for it
 */
export type Decision =
  | { readonly kind: 'send'; readonly decided: Decided; readonly isThere: boolean }
  | { readonly kind: 'changing'; readonly code: 'FILE_CHANGED' | 'STILL_CHANGING' }
  | { readonly kind: 'waits'; readonly folderId: string }
  | { readonly kind: 'missing' | 'removed' | 'superseded' }
  | { readonly kind: 'left-out'; readonly reason: string }
  | { readonly kind: 'given'; readonly place: LocalPlace; readonly target: Target };

/**
 * Decides folder, name, sharing, tags and rules of an upload. What a person added by hand stays as the person
 * said.
 */
export async function decideUpload(context: UploadContext, row: UploadRow): Promise<Decision> {
  if (row.folderId === null) {
    const { path, fileName } = row;
    const options = withAnswer(row.options, row);
    return {
      kind: 'send',
      isThere: true,
      decided: { path, fileName, folderId: null, options, place: null },
    };
  }
  const [place] = context.ledger.uploads.listPlaces(row.id);
  if (!place) return { kind: 'superseded' };
  if (place.disposition === 'ignored') return { kind: 'left-out', reason: place.reason ?? 'UNEXPECTED' };
  if (place.disposition === 'settling' || place.disposition === 'held') {
    return { kind: 'changing', code: place.reason === 'STILL_CHANGING' ? place.reason : 'FILE_CHANGED' };
  }
  const owners = await context.owners();
  const path = pathOf(place, owners) ?? row.path;
  const owner = owners.ownerOf(path);
  if (!owner) return { kind: 'removed' };
  const { folder, relativePath } = owner;
  const target = await targetOf(context, owner);
  if (target !== relativePath && owners.within({ folder, relativePath: target }).folder !== folder)
    return { kind: 'left-out', reason: 'nested-folder' };
  if (folder.paused) return { kind: 'waits', folderId: folder.id };
  const options = optionsOf(row, owner);
  if (folder.profileId !== row.profileId) {
    const directory = relativePath.split('/').slice(0, -1).join('/');
    const target = { profileId: folder.profileId, folderId: folder.id, directory, name: place.name };
    return { kind: 'given', place, target: { ...target, path, options } };
  }
  const stat = await context.gate.stat(path, folder.followLinks);
  const { rules, areChanging } = await rulesFor(context, folder, [relativePath, target]);
  if (areChanging) return { kind: 'changing', code: 'FILE_CHANGED' };
  const reason = leftOutBy(rules, { path: relativePath, target, stat, now: context.clock.now() });
  // What is a link or the like by now is refused by the gate, which says so.
  const isOther = stat?.kind === 'file' && (stat.size !== place.size || stat.mtimeNs !== place.mtimeNs);
  const isWritten = isOther && place.disposition === 'taken';
  // Where it stays so, the watcher says it.
  if (reason && !(isWritten && growingReasons.has(reason))) return { kind: 'left-out', reason };
  if (stat && (await liesInDataFolder(context, folder, target)))
    return { kind: 'left-out', reason: 'own-output' };
  if (isWritten) return { kind: 'changing', code: 'FILE_CHANGED' };
  if (!stat && (await context.gate.stat(folder.path, true))?.kind !== 'directory') return { kind: 'missing' };
  const fileName = basename(path);
  return {
    kind: 'send',
    isThere: stat !== null,
    decided: { path, fileName, folderId: folder.id, options, place },
  };
}

/** Where the watcher says the file is: its folder may have another path than when the file was queued. */
function pathOf({ folderId, directory, name }: LocalPlace, owners: Owners): string | undefined {
  const folder = owners.folder(folderId);
  return folder && `${folder.path}/${joinRelative(directory, name)}`;
}

/** Where a file lies, relative to its folder: where links are followed, the file that a link leads to. */
async function targetOf({ gate }: UploadContext, { folder, relativePath }: Owner): Promise<string> {
  if (!folder.followLinks) return relativePath;
  const target = await gate.followLink(folder.path, `${folder.path}/${relativePath}`);
  return target.kind === 'file' ? target.below : relativePath;
}

/** Whether a file lies in a data folder of Sluice, or in a copy of one, that came after the last pass. */
async function liesInDataFolder(
  { gate }: UploadContext,
  folder: WatchFolder,
  file: string,
): Promise<boolean> {
  for (let place = dirname(file); ; place = dirname(place)) {
    const isThere = async (name: string) => (await gate.stat(join(folder.path, place, name), false)) !== null;
    if (await isThere(ledgerName)) for (const name of besideLedger) if (await isThere(name)) return true;
    if (place === '.') return false;
  }
}

/** What goes with the file by its folder, and what a person answered about this very file. */
function optionsOf(row: UploadRow, { folder, relativePath }: Owner): Decided['options'] {
  return withAnswer(uploadOptionsFor(folder, relativePath), row);
}

function withAnswer(options: Decided['options'], { options: { answer } }: UploadRow): Decided['options'] {
  if (answer === undefined) return options;
  return { ...options, answer, changed: answer === 'other-file' ? 'new-document' : answer };
}

interface Compiled {
  readonly rules: Rules;
  readonly ignoreFiles: IgnoreFiles;
}

const compiled = new WeakMap<WatchFolder, Compiled>();

/**
 * The rules of a folder, with the `.sluiceignore` files above these paths as they are now. The watcher may
 * not have come to them yet, and does not look at each file below a directory that they leave out.
 */
async function rulesFor(
  { clock, gate }: UploadContext,
  folder: WatchFolder,
  paths: readonly string[],
): Promise<{ readonly rules: Rules; readonly areChanging: boolean }> {
  let known = compiled.get(folder);
  if (known === undefined) {
    const ignoreFiles = createIgnoreFiles();
    known = { rules: compileRules(folder, ignoreFiles), ignoreFiles };
    compiled.set(folder, known);
  }
  const { rules, ignoreFiles } = known;
  if (!folder.useIgnoreFile) return { rules, areChanging: false };
  const settleMs = folder.settleSeconds * 1000;
  const reader = { gate, look: gate.patient, root: folder.path, settleMs, now: clock.now };
  let areChanging = false;
  for (const directory of new Set(paths.flatMap(directoriesAbove))) {
    const stat = await gate.stat(`${folder.path}/${joinRelative(directory, ignoreFileName)}`, false);
    areChanging = (await readIgnoreFile(reader, directory, stat, ignoreFiles)) || areChanging;
  }
  return { rules, areChanging };
}

/** The directories that a file lies in, from the root of its folder (`''`) downwards. */
function directoriesAbove(path: string): string[] {
  const names = path.split('/');
  return names.map((_, depth) => names.slice(0, depth).join('/'));
}

/** `target`: where the file is, if `path` is a link to it. */
function leftOutBy(
  rules: Rules,
  { path, target, stat, now }: { path: string; target: string; stat: FileStat | null; now: number },
): SkipReason | null {
  const byPlace = rules.place(path) ?? (target === path ? null : rules.place(target));
  return byPlace ?? (stat?.kind === 'file' ? rules.stat(stat.size, stat.mtimeMs, now) : null);
}

/** Whether what was decided before is still what would be decided now, to the letter. */
export function stillHolds(decided: Decided, now: Decision): boolean {
  if (now.kind !== 'send' || !now.isThere) return false;
  return isDeepStrictEqual({ ...decided, place: null }, { ...now.decided, place: null });
}

/** Whether what a slot was asked for as would be shown to more people, or at all, than is wanted now. */
export function showsTooMuch(decided: Decided, now: Decision): boolean {
  if (now.kind === 'send') return isMorePrivate(now.decided.options, decided.options);
  return now.kind === 'left-out' || now.kind === 'removed' || now.kind === 'given';
}
