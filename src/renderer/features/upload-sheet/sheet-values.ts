import type { PageCallInput } from '#shared/bridge/contract.ts';
import { uploadDefaults, type UploadOptions } from '#shared/uploads/upload.ts';

export interface SheetValues extends Omit<UploadOptions, 'published'> {
  /** `YYYY-MM-DD`, or empty. */
  published: string;
}

export const emptySheet: SheetValues = { ...uploadDefaults, published: '' };

/** What the sheet says, as `uploads.add` takes it. A day without a time is its beginning in UTC. */
export function optionsOf({ published, ...rest }: SheetValues): PageCallInput<'uploads.add'>['options'] {
  return { ...rest, published: published === '' ? null : `${published}T00:00:00Z` };
}
