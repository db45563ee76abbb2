import type { UploadOptions } from '#shared/uploads/upload.ts';

/** A file that is quiet and wanted: ready to become an upload. */
export interface SettledFile {
  readonly folderId: string;
  /** Row in `local_files`. */
  readonly localFileId: number;
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  /** Just arrived, as opposed to found by the first scan of a folder (U14). */
  readonly fresh: boolean;
  readonly options: UploadOptions;
}

/**
 * Where watch folders hand over. Takes many in one transaction: uploads are created and local files marked
 * `taken`. What it throws is tried again. Not `void`: a promise fits that too, and nobody would hear of what
 * it is rejected with.
 */
export interface Intake {
  take(profileId: string, files: readonly SettledFile[]): undefined;
}
