import { type LastSync, syncOutcome } from '#shared/connectors/sync-outcome.ts';
import type { Words } from './words.ts';

/**
 * How the last sync ended, in a word: the service's own where none of ours stands for it; undefined where
 * there was none, or it does not say.
 */
export function syncWord(connector: LastSync, { say }: Pick<Words, 'say'>): string | undefined {
  const outcome = syncOutcome(connector);
  if (outcome === 'never') return undefined;
  return outcome === 'unknown'
    ? connector.last_sync_status?.trim() || undefined
    : say(`cli.sync.outcome.${outcome}`);
}
