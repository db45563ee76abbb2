import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createOtherHost, type OtherHost } from './network.ts';
import { startSecondService, type WorldService } from './service.ts';

/** The key that worlds with one user use. */
export const apiKey = 'the-right-key';
export const variables = { SLUICE_API_KEY: apiKey };

/** A folder that is removed at the end of the test. */
export function place(): string {
  const path = mkdtempSync(join(tmpdir(), 'sluice-world-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Another host, until the end of the test. */
export function otherHost(): OtherHost {
  const host = createOtherHost();
  onTestFinished(host.remove);
  return host;
}

/** A second service, until the end of the test. */
export async function secondService(
  keys: Readonly<Record<string, string>> = { [apiKey]: 'anna' },
  host?: OtherHost,
): Promise<WorldService> {
  const service = await startSecondService(keys, host);
  onTestFinished(service.stop);
  return service;
}
