import { everyProfile } from '../../lib/every-profile.ts';
import { useCall } from '../../lib/queries.ts';

/** Codes that uploads carry now, for the filter by reason; the one that is chosen is among them. */
export function useAttentionCodes(chosen: string): readonly string[] {
  const { data } = useCall('uploads.list', {
    filter: { ...everyProfile, states: ['attention'] },
    limit: 1_000,
  });
  const codes = (data?.rows ?? []).flatMap(({ code }) => (code === null ? [] : [code]));
  return [...new Set(chosen === '' ? codes : [chosen, ...codes])];
}
