import type { Finding } from '#shared/bridge/health.ts';

/**
 * Of a key, a service or a team, until a person acts: to wait for it would be to wait for ever. What of
 * folders stands is told by each of them.
 */
export function isInTheWay({ about, level }: Pick<Finding, 'about' | 'level'>): boolean {
  return level === 'trouble' && ['key', 'service', 'team'].includes(about);
}
