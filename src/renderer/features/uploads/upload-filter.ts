import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { timeOfDays } from '../../lib/addresses/days.ts';
import { manual, type UploadsAddress } from '../../lib/addresses/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';

/** The filter as `uploads.list` takes it. */
export function toUploadFilter(values: UploadsAddress): UploadFilter {
  const { after, before } = timeOfDays(values.from, values.to);
  return {
    ...everyProfile,
    ...(values.search === '' ? {} : { search: values.search }),
    ...(values.states.length === 0 ? {} : { states: [...values.states] }),
    ...(values.folder === '' ? {} : { folderId: values.folder === manual ? null : values.folder }),
    ...(values.code === '' ? {} : { code: values.code }),
    ...(values.machine === '' ? {} : { machine: values.machine }),
    ...(values.person === '' ? {} : { person: values.person }),
    ...(values.document === '' ? {} : { contentId: values.document }),
    ...(after === undefined ? {} : { createdAfter: after }),
    ...(before === undefined ? {} : { createdBefore: before }),
  };
}

export function isFiltered(filter: UploadFilter): boolean {
  return Object.keys(filter).some((part) => part !== 'profileId');
}
