import type { Health } from './health.ts';

/**
 * How many things need a person while the rest goes on. Apart from `health.ts`, whose schemas pages need not
 * load before their first word.
 */
export function countToSee({ attention, findings }: Pick<Health, 'findings' | 'attention'>): number {
  return attention.total + findings.filter(({ level }) => level === 'attention').length;
}
