import type { Finding } from '#shared/bridge/health.ts';

/**
 * Of a key or a service, until a person acts: to wait for it would be to wait for ever. What of folders
 * stands is told by each of them.
 */
export function isInTheWay({ about, level }: Pick<Finding, 'about' | 'level'>): boolean {
  return level === 'trouble' && (about === 'key' || about === 'service');
}
