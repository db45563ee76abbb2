import { watch } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import got from 'got';

export interface BareWatch {
  readonly root: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly settleMs: number;
  /** Ends after so many files. */
  readonly files: number;
}

/**
 * The least that takes files from a folder once they are quiet: one watch, one timer a name that begins anew
 * with each event, a stat, a POST. Says `ready` when it watches.
 */
export async function watchBare({ root, baseUrl, apiKey, settleMs, files }: BareWatch): Promise<void> {
  const client = got.extend({ agent: { http: new Agent({ keepAlive: true }) }, retry: { limit: 0 } });
  const timers = new Map<string, NodeJS.Timeout>();
  let left = files;
  await new Promise<void>((resolve, reject) => {
    const watcher = watch(root, (_event, name) => {
      if (name === null) return;
      clearTimeout(timers.get(name));
      timers.set(
        name,
        setTimeout(() => void take(name).catch(reject), settleMs),
      );
    });

    async function take(name: string): Promise<void> {
      await lstat(join(root, name));
      await readFile(join(root, name));
      const headers = { 'x-api-key': apiKey };
      await client.post(`${baseUrl}/contents/v1/documents`, { json: { file_name: name }, headers });
      left -= 1;
      if (left > 0) return;
      watcher.close();
      resolve();
    }

    process.stdout.write('ready\n');
  });
}
