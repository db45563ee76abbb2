import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocalVolumes, type LocalVolumes } from './local-volume.ts';
import { type FileBody, readFileForUpload } from './read-file.ts';

const never = new AbortController().signal;
const limit = 1024 * 1024;

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-read-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function sent(body: FileBody, between: (count: number) => void = () => undefined): Promise<Buffer> {
  if (body.kind === 'buffer') return Buffer.from(body.bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of body.open()) {
    // A chunk is only good until the next but one is asked for.
    chunks.push(Buffer.from(chunk));
    between(chunks.length);
  }
  return Buffer.concat(chunks);
}

const place = (path: string) => ({ path, root: dirname(path), followLinks: false });
const network: LocalVolumes = { isLocal: async () => false };

describe.each([
  ['a volume of this machine', createLocalVolumes()],
  ['a network volume', network],
])('on %s', (_name, volumes) => {
  test.each([1, limit, limit + 1, 3 * limit + 7])('a file of %i bytes is read as it is', async (size) => {
    const path = join(temporary(), 'a.bin');
    const bytes = Buffer.alloc(size, 'sluice');
    writeFileSync(path, bytes);
    const read = await readFileForUpload(place(path), volumes, never);
    expect(read.body.kind).toBe(size <= limit ? 'buffer' : 'stream');
    expect(read.stamp.size).toBe(size);
    expect(read.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await sent(read.body)).equals(bytes)).toBe(true);
    expect(read.md5()).toBe(createHash('md5').update(bytes).digest('hex'));
  });

  test('what is no readable file with content is named', async () => {
    const directory = temporary();
    const at = (name: string) => join(directory, name);
    writeFileSync(at('empty'), '');
    writeFileSync(at('file'), 'x');
    mkdirSync(at('folder'));
    execFileSync('mkfifo', [at('pipe')]);
    const codeOf = (name: string) =>
      readFileForUpload(place(at(name)), volumes, never).catch((error) => error.code);
    expect(await codeOf('empty')).toBe('FILE_EMPTY');
    expect(await codeOf('nowhere')).toBe('FILE_GONE');
    expect(await codeOf('file/below')).toBe('FILE_GONE');
    expect(await codeOf('folder')).toBe('NOT_A_FILE');
    expect(await codeOf('pipe')).toBe('NOT_A_FILE');
  });

  test.each<[string, (path: string) => void]>([
    ['grows', (path) => appendFileSync(path, 'more')],
    ['is cut', (path) => truncateSync(path, limit)],
    ['is overwritten with as many bytes', (path) => writeFileSync(path, Buffer.alloc(3 * limit, 2))],
    ['is touched', (path) => utimesSync(path, new Date(0), new Date(0))],
  ])('W3: a file that %s while it is sent ends in an error before its last piece', async (_case, change) => {
    const path = join(temporary(), 'a.bin');
    writeFileSync(path, Buffer.alloc(3 * limit, 1));
    const read = await readFileForUpload(place(path), volumes, never);
    const sending = sent(read.body, (count) => {
      if (count === 2) change(path);
    });
    await expect(sending).rejects.toMatchObject({ code: 'FILE_CHANGED', retryable: true });
  });

  test('W3: a file that was replaced by another between reading and sending is not sent', async () => {
    const path = join(temporary(), 'a.bin');
    writeFileSync(path, Buffer.alloc(2 * limit, 1));
    const read = await readFileForUpload(place(path), volumes, never);
    rmSync(path);
    await expect(sent(read.body)).rejects.toMatchObject({ code: 'FILE_GONE' });
    writeFileSync(path, Buffer.alloc(2 * limit, 1));
    await expect(sent(read.body)).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  });
});

test('reading a large file can be left', async () => {
  const path = join(temporary(), 'a.bin');
  writeFileSync(path, Buffer.alloc(2 * limit));
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  await expect(readFileForUpload(place(path), network, controller.signal)).rejects.toThrow('enough');
});
