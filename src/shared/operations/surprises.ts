import { isRecord } from './is-record.ts';

export interface Surprise {
  /** The release as it came. */
  readonly release: Readonly<Record<string, unknown>>;
  readonly surprise: number;
}

export interface ComparableSurprises {
  /** `pp` or `%`, or one not known yet. */
  readonly unit: string;
  /** The largest first, up or down. */
  readonly surprises: readonly Surprise[];
}

/**
 * Releases of the economic calendar that can be compared, a group for each `surprise_unit` (specification
 * 4.10, rule 5). Releases without a surprise or without its unit are in no group. Never throws.
 */
export function comparableSurprises(releases: readonly unknown[]): ComparableSurprises[] {
  const groups = new Map<string, Surprise[]>();
  for (const release of releases) {
    const unit = isRecord(release) ? release.surprise_unit : undefined;
    const surprise = isRecord(release) ? release.surprise : undefined;
    if (!isRecord(release) || typeof unit !== 'string' || typeof surprise !== 'number') continue;
    groups.set(unit, [...(groups.get(unit) ?? []), { release, surprise }]);
  }
  return [...groups].map(([unit, surprises]) => ({
    unit,
    surprises: surprises.toSorted((a, b) => Math.abs(b.surprise) - Math.abs(a.surprise)),
  }));
}

/**
 * Below 0 when the first release surprised less than the second, above 0 when more; undefined when they
 * cannot be compared.
 */
export function compareSurprises(first: unknown, second: unknown): number | undefined {
  const [group, other] = comparableSurprises([first, second]);
  if (group === undefined || other !== undefined || group.surprises.length !== 2) return undefined;
  const sizeOf = (release: unknown) =>
    Math.abs(group.surprises.find((one) => one.release === release)?.surprise ?? 0);
  return sizeOf(first) - sizeOf(second);
}
