import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { type UploadState, uploadStates } from '#shared/uploads/upload.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { href } from '../../lib/route.ts';

/** In the address, `folder=manual` means: added by a person, from no watch folder. */
export const manual = 'manual';

export type UploadOrder = 'newest' | 'oldest';

/** The filters and the order as the address holds them, so that a list can be linked to and found again by "back". */
export interface FilterValues {
  readonly search: string;
  readonly states: readonly UploadState[];
  /** Id of a folder, `manual`, or empty for any. */
  readonly folder: string;
  readonly code: string;
  /** Days, `YYYY-MM-DD`, both included; empty for any. */
  readonly from: string;
  readonly to: string;
  /** Content id of a document: the deep link `sluice://document/<id>` ends here. */
  readonly document: string;
  readonly order: UploadOrder;
}

export function filterFromQuery(query: URLSearchParams): FilterValues {
  const wanted = (query.get('state') ?? '').split(',');
  const text = (name: string) => query.get(name) ?? '';
  return {
    search: text('search'),
    states: uploadStates.filter((state) => wanted.includes(state)),
    folder: text('folder'),
    code: text('code'),
    from: text('from'),
    to: text('to'),
    document: text('document'),
    order: text('order') === 'oldest' ? 'oldest' : 'newest',
  };
}

export function filterAddress(values: FilterValues, open?: number): string {
  const { states, order, ...rest } = values;
  return href(['uploads'], {
    ...rest,
    state: states,
    order: order === 'newest' ? undefined : order,
    open: open === undefined ? undefined : String(open),
  });
}

/** The filter as `uploads.list` takes it. Days are the person's own: from midnight to midnight, local time. */
export function toUploadFilter(values: FilterValues): UploadFilter {
  const from = startOfDay(values.from, 0);
  const to = startOfDay(values.to, 1);
  return {
    ...everyProfile,
    ...(values.search === '' ? {} : { search: values.search }),
    ...(values.states.length === 0 ? {} : { states: [...values.states] }),
    ...(values.folder === '' ? {} : { folderId: values.folder === manual ? null : values.folder }),
    ...(values.code === '' ? {} : { code: values.code }),
    ...(values.document === '' ? {} : { contentId: values.document }),
    ...(from === undefined ? {} : { createdAfter: from }),
    ...(to === undefined ? {} : { createdBefore: to }),
  };
}

/** Midnight before a day, `plusDays` later, milliseconds since the epoch; undefined for what is no day. */
function startOfDay(day: string, plusDays: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const time = new Date(year, month - 1, date + plusDays).getTime();
  return Number.isNaN(time) ? undefined : time;
}

export function isFiltered(filter: UploadFilter): boolean {
  return Object.keys(filter).some((part) => part !== 'profileId');
}
