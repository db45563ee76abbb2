import type { UploadRow } from '../upload-row.ts';

/** An upload as it is now, to decide something about it. */
export function uploadAt(uploads: { get(id: number): UploadRow | undefined }, id: number): UploadRow {
  const row = uploads.get(id);
  if (row === undefined) throw new Error(`the ledger has no upload ${id}`);
  return row;
}
