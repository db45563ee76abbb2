import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileBody } from './file-body.ts';

let directory: string;
let path: string;
const content = Buffer.from(Array.from({ length: 700_001 }, (_, index) => index % 251));
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => void uncaught.push(error);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-body-'));
  path = join(directory, 'file');
  writeFileSync(path, content);
  uncaught.length = 0;
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
});
afterEach(() => {
  process.off('uncaughtException', onUncaught);
  process.off('unhandledRejection', onUncaught);
  rmSync(directory, { recursive: true });
});

/** How often this process has the file open; undefined where the system does not tell. */
function timesOpen(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  }).length;
}
const isClosed = () => expect.poll(() => timesOpen() ?? 0).toBe(0);

test('brings the bytes of the file, and closes it', async () => {
  expect(Buffer.from(await new Response(fileBody(path)).arrayBuffer()).equals(content)).toBe(true);
  writeFileSync(path, '');
  expect(await new Response(fileBody(path)).text()).toBe('');
  await isClosed();
});

test('hundreds of loads that are left, by a reader that is slow: nothing uncaught, nothing open', async () => {
  for (let load = 0; load < 400; load += 1) {
    const reader = fileBody(path).getReader();
    for (let piece = 0; piece <= load % 4; piece += 1) {
      await reader.read();
      // Slow as a page that has other things to do: what reads ahead has read by then.
      for (let look = 0; look < 3; look += 1) await stat(path);
    }
    // Left in the moment in which more is asked for.
    const asked = reader.read();
    await Promise.all([asked, reader.cancel()]);
  }
  await isClosed();
  expect(uncaught).toEqual([]);
});

test('a load that is left and stopped as a signal does it ends the same', async () => {
  const abort = new AbortController();
  const into = new WritableStream<Uint8Array>({ write: () => abort.abort() });
  await expect(fileBody(path).pipeTo(into, { signal: abort.signal })).rejects.toThrow('aborted');
  await isClosed();
  expect(uncaught).toEqual([]);
});

test('a file that is not there fails the load, and nothing else', async () => {
  await expect(new Response(fileBody(join(directory, 'none'))).text()).rejects.toThrow('ENOENT');
  const reader = fileBody(join(directory, 'none')).getReader();
  await reader.cancel();
  const read = fileBody(join(directory, 'none')).getReader();
  await Promise.allSettled([read.read(), read.cancel()]);
  await nextTurn();
  expect(uncaught).toEqual([]);
});
