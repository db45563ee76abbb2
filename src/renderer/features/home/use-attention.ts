import { useQueries } from '@tanstack/react-query';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { everyProfile } from '../../lib/every-profile.ts';
import { useCall } from '../../lib/queries.ts';
import { type AttentionGroup, attentionGroups } from './attention-groups.ts';

/** Rows that are counted here; where there are more, the host counts each code. */
const counted = 1_000;

/** What needs a person, by cause; undefined until it is known. */
export function useAttention(): readonly AttentionGroup[] | undefined {
  const call = useCallFunction();
  const uploads = useCall('uploads.list', {
    filter: { ...everyProfile, states: ['attention'] },
    limit: counted,
  });
  const folders = useCall('folders.list', {});
  const rows = uploads.data?.rows ?? [];
  const isPart = (uploads.data?.total ?? 0) > rows.length;
  const codes = isPart ? [...new Set(rows.map(({ code }) => code ?? 'UNEXPECTED'))] : [];
  const totals = useQueries({
    queries: codes.map((code) => {
      const input = { filter: { ...everyProfile, states: ['attention' as const], code }, limit: 1 };
      return { queryKey: ['uploads.list', input], queryFn: () => call('uploads.list', input) };
    }),
  });
  if (!uploads.data || !folders.data) return undefined;
  const known = codes.flatMap((code, index) => {
    const total = totals[index]?.data?.total;
    return total === undefined ? [] : [[code, total] as const];
  });
  return attentionGroups(rows, folders.data, new Map(known));
}
