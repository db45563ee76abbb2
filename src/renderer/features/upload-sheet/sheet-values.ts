import type { PageCallInput } from '#shared/bridge/contract.ts';
import type { SharedOptions } from '../../ui/upload-options-fields.tsx';

export interface SheetValues extends SharedOptions {
  tags: string[];
  /** `YYYY-MM-DD`, or empty. */
  published: string;
}

/** Sharing is off until the person switches it on (S9). */
export const emptySheet: SheetValues = {
  tags: [],
  share: false,
  enrichments: [],
  noIndex: false,
  noStore: false,
  published: '',
};

/** What the sheet says, as `uploads.add` takes it. A day without a time is its beginning in UTC. */
export function optionsOf({ published, ...rest }: SheetValues): PageCallInput<'uploads.add'>['options'] {
  return { ...rest, published: published === '' ? null : `${published}T00:00:00Z` };
}
