import type { Say } from '#shared/sentences/sentences.ts';
import type { DesktopState } from './desktop-state.ts';

/** How it is doing, in a few words. */
export function trayWords({ kind, done, total, attention }: DesktopState, say: Say): string {
  if (kind === 'working') return say('desktop.working', { done, total });
  if (kind === 'attention') return say('desktop.attention', { count: attention });
  return say(`desktop.${kind}`);
}
