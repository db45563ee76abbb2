import type { Finding } from '#shared/bridge/health.ts';

/**
 * Trouble that lasts until somebody acts, so that a command must not wait for its end: with a key, a service
 * or a team, or work that cannot start. Each folder reports its own.
 */
export function isInTheWay({ about, level, code, said }: Finding): boolean {
  const isUnstarted = code === 'AGENT_FAILS' && said.values.work === 'start';
  return level === 'trouble' && (isUnstarted || ['key', 'service', 'team'].includes(about));
}
