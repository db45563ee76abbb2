import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocalVolumes, type LocalVolumes } from './local-volume.ts';
import { readFileForUpload } from './read-file.ts';

const hooks = vi.hoisted(() => ({ afterRead: () => undefined as unknown }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readSync = (...parameters: Parameters<typeof fs.readSync>) => {
    const count = fs.readSync(...parameters);
    hooks.afterRead();
    return count;
  };
  return { ...fs, readSync };
});

const never = new AbortController().signal;
const network: LocalVolumes = { isLocal: async () => false };

function file(content: Buffer): { path: string; root: string; followLinks: false } {
  const root = mkdtempSync(join(tmpdir(), 'sluice-read-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, 'a.bin');
  writeFileSync(path, content);
  return { path, root, followLinks: false };
}

test('W3: a small file that changes right after its bytes were read is not taken', async () => {
  const place = file(Buffer.from('half of a sent'));
  hooks.afterRead = () => appendFileSync(place.path, 'ence');
  onTestFinished(() => {
    hooks.afterRead = () => undefined;
  });
  await expect(readFileForUpload(place, createLocalVolumes(), never)).rejects.toMatchObject({
    code: 'FILE_CHANGED',
    retryable: true,
  });
});

test('W3, U15: bytes that are other ones when they are sent, under the same size and times, are not all sent', async () => {
  const place = file(Buffer.alloc(3 * 1024 * 1024, 'page '));
  const read = await readFileForUpload(place, network, never);
  if (read.body.kind !== 'stream') throw new Error('it should be streamed');
  // As after a write through a mapping, or on a share that answers from two caches.
  const handle = await open(place.path);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const real = prototype.read;
  const spoiled = vi.spyOn(prototype, 'read').mockImplementation(async function (
    this: typeof handle,
    ...parameters: unknown[]
  ) {
    const result = await (real as (...given: unknown[]) => Promise<{ bytesRead: number }>).apply(
      this,
      parameters,
    );
    const bytes = parameters[0] as Buffer;
    if (parameters[3] === 0) bytes[0] = 255 - (bytes[0] ?? 0);
    return result as never;
  } as never);
  onTestFinished(() => spoiled.mockRestore());
  const sending = async () => {
    let size = 0;
    for await (const piece of read.body.kind === 'stream' ? read.body.open() : []) size += piece.length;
    return size;
  };
  await expect(sending()).rejects.toMatchObject({ code: 'FILE_CHANGED', retryable: true });
});
