import type { FolderPreview } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';

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

/**
 * A dry run over a folder: what would be uploaded, what not and why (W16, W19). Writes nothing, uploads nothing.
 *
 * @throws AppError `FOLDER_MISSING` or `FOLDER_UNREADABLE` for the root; the signal's reason when aborted.
 */
export function previewFolder(_folder: WatchFolder, _options: PreviewOptions = {}): Promise<FolderPreview> {
  throw new Error('being written');
}

/** The same dry run, every row as it is found: for an export. */
export async function* previewRows(
  _folder: WatchFolder,
  _options: Pick<PreviewOptions, 'signal' | 'knownBytes'> = {},
): AsyncGenerator<PreviewRow> {
  throw new Error('being written');
}
