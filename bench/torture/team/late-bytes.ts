import type { FaultRule } from '../../../src/sandbox/http/fault-rule.ts';
import type { Canary } from './canaries.ts';

/**
 * Bytes that stay on their way for longer than anybody waits for them: who sends them stands still beyond its
 * lease, somebody takes over, deletes the slot and sends them anew; then they come. The storage has to refuse
 * them, unless the canary has it take them.
 */
export function lateBytes(
  canary: Canary | undefined,
  { fileName, ...how }: Pick<FaultRule, 'probability' | 'times' | 'delayMs'> & { readonly fileName?: string },
): FaultRule {
  const kind = canary === 'late-bytes' ? canary : 'slow';
  const match = {
    origin: 'storage',
    method: 'PUT',
    ...(fileName === undefined ? {} : { fileName }),
  } as const;
  return { match, kind, delayMs: 50_000, ...how };
}
