import { basename, dirname, resolve } from 'node:path';
import { rightsOfOwner } from '#core/local/access-lists.ts';
import { wayBelow } from '#core/local/below.ts';
import type { OutputPlace } from '#core/local/held-directory.ts';
import { annotatedName, numbered, quarantineName, randomLetters } from '#core/local/own-names.ts';
import type { Aside, Destination } from '#core/local/set-aside.ts';
import type { Rights } from '#core/local/look.ts';
import type { NewContent } from '#core/local/write-new.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { placeOnItsDrive } from './output-drive.ts';
import { alone, type SetAsideContext } from './settle-aside.ts';

/**
 * Saves an annotated document at the place that the folder sets (W18). If a file has its name already, the
 * annotated document gets a number. Only an earlier one that Sluice wrote, and that no one has changed since,
 * is replaced.
 *
 * @param source one of Sluice's own files
 * @throws AppError `FILE_BEHIND_LINK`; errno errors
 */
export async function writeAnnotated(
  context: SetAsideContext,
  row: UploadRow,
  folder: WatchFolder,
  source: string,
): Promise<void> {
  const { gate, files } = context;
  const place = await placeFor(context, row, folder);
  if (!place) return;
  const directory = await gate.prepare(place);
  const content = { file: source, rightsOf: await rightsOf(context, row.path, place.rights) } as const;
  for (let number = 1; ; number++) {
    const to = { ...place, name: numbered(annotatedName(basename(row.path)), number) };
    const path = `${directory}/${to.name}`;
    let written = await gate.writeNew(to, content);
    if (written.kind === 'taken' && written.sha256 !== null) {
      if (files.findWrittenHash(path) !== written.sha256) continue;
      const old = { directory, name: to.name, sha256: written.sha256 };
      written = (await replaceOwn(context, row.id, old, to, content)) ?? written;
    }
    if (written.kind === 'taken') continue;
    return files.recordWritten(path, written.sha256);
  }
}

/**
 * The annotated document contains the file's text, so it gets the file's permissions. In another folder it also gets
 * those of the folders above the file, which do not keep others away from it there.
 *
 * @param folders the rights to these folders; none if it is saved beside the file
 */
async function rightsOf(
  { gate }: SetAsideContext,
  path: string,
  folders: readonly Rights[] = [],
): Promise<Rights | null> {
  const file = await gate.patient.stat(path, true);
  if (file === null) return null;
  const { group, ...rights } = await rightsOfOwner(path, file);
  let { mode = 0 } = rights;
  for (const above of folders) {
    const bits = above.mode ?? 0;
    if ((bits & 0o001) === 0) mode &= ~0o007;
    if ((bits & (above.group === group ? 0o010 : 0o001)) === 0) mode &= ~0o070;
  }
  return { mode, ...(group !== undefined && { group }) };
}

async function placeFor(
  context: SetAsideContext,
  row: UploadRow,
  { path, saveAnnotated }: WatchFolder,
): Promise<OutputPlace | undefined> {
  const root = resolve(path);
  const below = wayBelow(dirname(row.path), root) ?? '';
  if (saveAnnotated === 'off') return undefined;
  if (saveAnnotated === 'beside') return { root, makeRoot: false, directory: below };
  return placeOnItsDrive(context, root, resolve(root, saveAnnotated.folder), below);
}

/** Deletes the older one only when it still has the bytes that Sluice wrote, and the newer one exists. */
async function replaceOwn(
  context: SetAsideContext,
  uploadId: number,
  old: { readonly directory: string; readonly name: string; readonly sha256: string },
  to: Destination,
  content: NewContent,
) {
  const { gate, owner } = context;
  const { directory, name } = old;
  const aside = quarantineName(owner, uploadId, randomLetters());
  const place: Aside = { root: directory, directory, name, aside };
  return alone(context, aside, async () => {
    if ((await gate.setAside(place)) !== 'aside') return undefined;
    try {
      const examined = await gate.examineAside(place);
      if (examined.kind !== 'file' || examined.sha256 !== old.sha256) return undefined;
      const written = await gate.writeNew(to, content);
      if (written.kind === 'written') await gate.deleteAside(place, examined.identity);
      return written;
    } finally {
      await gate.putBack(place);
    }
  });
}
