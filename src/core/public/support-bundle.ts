import { mkdir, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import type { Calls } from '#shared/bridge/contract.ts';
import type { Redactor } from '../redact/redact.ts';

export interface BundleOptions {
  readonly calls: Pick<Calls, 'settings.get' | 'agent.status' | 'agent.doctor'>;
  /** The last log lines, oldest first. */
  readonly lines: readonly string[];
  readonly redactor: Redactor;
  readonly dataDirectory: string;
  /** Version of Sluice and kind of host. */
  readonly about: Readonly<Record<string, string>>;
}

/**
 * Writes what support needs to know into one JSON file of the data folder, without secrets (S3): versions,
 * settings (which never hold keys, only whether one is there), status, live checks and the last log lines. A
 * part that cannot be had says why.
 *
 * @returns the absolute path of the file
 */
export async function writeSupportBundle(options: BundleOptions): Promise<string> {
  const { calls, lines, redactor, dataDirectory, about } = options;
  const part = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => ({ missing: error instanceof Error ? error.message : String(error) }));
  const [settings, status, doctor] = await Promise.all([
    part(() => calls['settings.get']({})),
    part(() => calls['agent.status']({})),
    part(() => calls['agent.doctor']({})),
  ]);
  const writtenAt = new Date().toISOString();
  const machine = { platform: process.platform, arch: process.arch, release: release() };
  const bundle = { writtenAt, about, machine, versions: { ...process.versions }, settings, status, doctor };
  const folder = join(dataDirectory, 'support');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `sluice-support-${writtenAt.replaceAll(/[:.]/g, '-')}.json`);
  const text = JSON.stringify(
    { ...(redactor.forLog.value(bundle) as object), log: lines.map(redactor.text) },
    null,
    2,
  );
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
