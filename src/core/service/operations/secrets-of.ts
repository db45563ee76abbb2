import { isRecord } from '#shared/operations/is-record.ts';

/**
 * Broker credentials and session ids in the settings of a connector; addresses and user ids are no secrets.
 */
export function secretsOf(config: unknown): string[] {
  return Object.entries(isRecord(config) ? config : {})
    .filter(([name]) => /pass|secret|session|token|key/i.test(name))
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string');
}
