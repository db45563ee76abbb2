import { isRecord } from '#shared/operations/is-record.ts';

/**
 * Broker credentials and session ids in the settings of a connector, at any depth; addresses and user ids are
 * no secrets.
 */
export function secretsOf(config: unknown): string[] {
  if (Array.isArray(config)) return config.flatMap(secretsOf);
  return Object.entries(isRecord(config) ? config : {}).flatMap(([name, value]) => {
    if (typeof value !== 'string') return secretsOf(value);
    return /pass|secret|session|token|key|credential/i.test(name) ? [value] : [];
  });
}
