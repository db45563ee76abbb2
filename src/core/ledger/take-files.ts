import { basename } from 'node:path';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import type { SettledFile } from './intake.ts';
import { lanes } from './lanes.ts';
import type { LocalFileRow } from './local-file-row.ts';
import type { LocalFiles } from './local-files.ts';
import type { UploadRow } from './upload-row.ts';
import type { Uploads } from './uploads.ts';

/**
 * Uploads that have not begun, or never will without a change: new bytes under the name simply take their
 * place.
 */
const replaceable = new Set(['queued', 'attention']);
/** Codes of uploads that ended because their folder did not want the file then; now it does. */
const wantedAgain = new Set<string | null>(['LEFT_OUT', 'FOLDER_REMOVED', 'OTHER_PROFILE']);

function isReplaceable({ state, code, contentId }: UploadRow): boolean {
  if (contentId !== null) return false;
  return replaceable.has(state) || (state === 'cancelled' && wantedAgain.has(code));
}

/**
 * A file on another drive than what had its name before remains one when it is saved again. An answer that a
 * person gave about earlier content does not count for new content.
 */
function asAnswered(options: UploadOptions, { options: { answer } }: UploadRow): UploadOptions {
  const isOther = answer === 'other-file' || (answer === 'new-document' && options.changed !== 'ask');
  return isOther ? { ...options, answer } : options;
}

/**
 * Turns quiet files into uploads and marks them `taken`, all in one transaction: a kill leaves both or
 * neither (U8).
 */
export function createTakeFiles(database: Database, uploads: Uploads, localFiles: LocalFiles) {
  function takeOne(profileId: string, file: SettledFile): void {
    const row = localFiles.get(file.localFileId);
    // Overtaken by another save, a move or a deletion: the watch hands over what there is then.
    if (row?.disposition !== 'settling' || row.size !== file.size || row.mtimeNs !== String(file.mtimeNs))
      return;
    const previous = row.uploadId === null ? undefined : uploads.get(row.uploadId);
    if (previous && previous.profileId === profileId && isReplaceable(previous)) {
      uploads.advance(previous, [previous.state], {
        state: 'queued',
        // Raises the revision: what was decided about the bytes before is about those alone.
        sha256: null,
        folderId: file.folderId,
        path: file.path,
        size: file.size,
        mtimeNs: String(file.mtimeNs),
        options: asAnswered(file.options, previous),
        notBefore: 0,
        attempts: 0,
        code: null,
        detail: null,
        finishedAt: null,
      });
      uploads.leaveBytes(previous.id);
      settled(row, previous.id);
      mark(file, previous.id);
      return;
    }
    const id = uploads.add({
      profileId,
      folderId: file.folderId,
      path: file.path,
      fileName: basename(file.path),
      size: file.size,
      mtimeNs: file.mtimeNs,
      lane: file.fresh ? lanes.fresh : lanes.backlog,
      replaces: previous?.id ?? null,
      options: file.options,
    });
    settled(row, id);
    mark(file, id);
  }

  /** The first lines of its timeline: when the file was seen, and that it is quiet now. */
  function settled({ changedAt: seenAt }: LocalFileRow, uploadId: number): void {
    uploads.record(uploadId, { kind: 'settled', detail: { seenAt } });
  }

  function mark(file: SettledFile, uploadId: number): void {
    localFiles.markTaken(file.localFileId, uploadId, file.size, file.mtimeNs);
  }

  return {
    take(profileId: string, files: readonly SettledFile[]): undefined {
      database.transaction(() => {
        for (const file of files) takeOne(profileId, file);
      });
    },
  };
}
