import type { WatchFolder } from '#shared/settings/watch-folder.ts';

export interface AfterUpload {
  readonly folder: WatchFolder;
  /** Absolute path of the local file. */
  readonly path: string;
  /** Hash of the bytes that were uploaded. */
  readonly sha256: string;
  readonly outcome:
    | { readonly kind: 'completed' }
    | { readonly kind: 'failed'; readonly code: string; readonly message: string };
  /** Moves a file to the trash of the system; default: the `trash` package. */
  readonly trash?: (path: string) => Promise<void>;
}

export type AfterUploadResult =
  | { readonly kind: 'left' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'deleted' }
  /** The file has other bytes now, or is gone: it is left alone. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly code: 'AFTER_UPLOAD_FAILED'; readonly detail: string };

/** What the folder wants done with a file once its upload has ended (W18). Never throws. */
export function runAfterUpload(_after: AfterUpload): Promise<AfterUploadResult> {
  throw new Error('being written');
}
