import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Header } from 'tar/header';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { type BackupFile, type BackupManifest, backupFiles, readManifest } from './manifest.ts';

const manifestName = 'manifest.json';
/** Bytes of a head in an archive; files are filled up to a multiple of it. */
const tarBlock = 512;
/** Bytes of a manifest; ours are shorter than one. */
const longestManifest = 64 * 1024;
/** Bytes that are read at a time. */
const piece = 1024 * 1024;

/** A file by its size and hash. */
export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

export async function measure(path: string): Promise<Measured> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return { bytes: size, sha256: await hashOf(pieces(file, 0, size)) };
  } finally {
    await file.close();
  }
}

/**
 * Writes a backup, an archive that every `tar` reads, to an empty file.
 *
 * @param sources paths of the files that the manifest names; only this process writes to them
 */
export async function writeArchive(
  archive: FileHandle,
  manifest: BackupManifest,
  sources: Readonly<Partial<Record<BackupFile, string>>>,
): Promise<void> {
  const head = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await writeEntry(archive, manifestName, manifest, head.length, [head]);
  for (const name of backupFiles) {
    const [expected, source] = [manifest.files[name], sources[name]];
    if (!expected || source === undefined) continue;
    const file = await open(source, 'r');
    try {
      await writeEntry(archive, name, manifest, expected.bytes, pieces(file, 0, expected.bytes));
    } finally {
      await file.close();
    }
  }
  // Two empty heads are the end.
  await archive.writeFile(Buffer.alloc(2 * tarBlock));
}

async function writeEntry(
  archive: FileHandle,
  name: string,
  { madeAt }: BackupManifest,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const head = new Header({
    path: name,
    size,
    mode: 0o600,
    uid: 0,
    gid: 0,
    mtime: new Date(madeAt),
    type: 'File',
  });
  head.encode();
  await archive.writeFile(head.block ?? '');
  for await (const bytes of content) await archive.writeFile(bytes);
  await archive.writeFile(Buffer.alloc(filling(size)));
}

const filling = (size: number) => (tarBlock - (size % tarBlock)) % tarBlock;

/** Bytes of settings; those of a large office are some hundred kilobytes. */
const longestSettings = 10_000_000;

/**
 * Reads a backup and compares every file of it with its manifest.
 *
 * @param placeFor where a file is to lie, a name that is not there yet; without it they are compared only
 * @returns the manifest, and the text of the settings
 * @throws AppError `BACKUP_DAMAGED`, `BACKUP_NEWER`; errno errors
 */
export async function readArchive(
  path: string,
  placeFor?: (name: BackupFile) => string,
): Promise<{ readonly manifest: BackupManifest; readonly settings: string | undefined }> {
  const archive = await open(path, 'r');
  try {
    return await readOpenArchive(archive, placeFor);
  } finally {
    await archive.close();
  }
}

/** The same for an archive that is open. */
export async function readOpenArchive(
  archive: FileHandle,
  placeFor?: (name: BackupFile) => string,
): Promise<{ readonly manifest: BackupManifest; readonly settings: string | undefined }> {
  const { size: length } = await archive.stat();
  const first = await readHead(archive, 0, length);
  if (first.name !== manifestName || first.size > longestManifest) throw new AppError('BACKUP_DAMAGED');
  const manifest = readManifest(await textOf(pieces(archive, tarBlock, first.size)));
  let settings: string | undefined;
  let at = tarBlock + first.size + filling(first.size);
  for (const name of backupFiles) {
    const expected = manifest.files[name];
    if (!expected) continue;
    const head = await readHead(archive, at, length);
    if (head.name !== name || head.size !== expected.bytes) throw damaged(name);
    const isSettings = name === 'settings.json';
    if (isSettings && head.size > longestSettings) throw damaged(name);
    // What is taken is what was compared: others may write to the file meanwhile.
    const text: Buffer[] = [];
    const all = pieces(archive, at + tarBlock, head.size);
    const content = isSettings ? noting(all, text) : all;
    const sha256 = await (placeFor ? copyTo(placeFor(name), content) : hashOf(content));
    if (sha256 !== expected.sha256) throw damaged(name);
    if (isSettings) settings = Buffer.concat(text).toString('utf8');
    at += tarBlock + head.size + filling(head.size);
  }
  return { manifest, settings };
}

async function readHead(
  archive: FileHandle,
  at: number,
  length: number,
): Promise<{ readonly name: string; readonly size: number }> {
  const bytes = Buffer.alloc(tarBlock);
  const { bytesRead } = await archive.read(bytes, 0, tarBlock, at);
  if (bytesRead < tarBlock) throw new AppError('BACKUP_DAMAGED');
  const { path: name, size, type, cksumValid } = new Header(bytes);
  if (
    !cksumValid ||
    type !== 'File' ||
    name === undefined ||
    size === undefined ||
    !(at + tarBlock + size <= length)
  )
    throw new AppError('BACKUP_DAMAGED');
  return { name, size };
}

/** @throws AppError `BACKUP_DAMAGED` where the file ends before */
async function* pieces(file: FileHandle, from: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const bytes = Buffer.allocUnsafe(Math.min(piece, size - done));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from + done);
    if (bytesRead === 0) throw new AppError('BACKUP_DAMAGED');
    done += bytesRead;
    yield bytes.subarray(0, bytesRead);
  }
}

async function* noting(content: AsyncIterable<Buffer>, into: Buffer[]): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    into.push(bytes);
    yield bytes;
  }
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const bytes of content) all.push(bytes);
  return Buffer.concat(all).toString('utf8');
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of content) hash.update(bytes);
  return hash.digest('hex');
}

/** For its owner only, and on disk when this returns. */
async function copyTo(path: string, content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const bytes of content) {
      hash.update(bytes);
      await file.writeFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

function damaged(name: string): AppError {
  return new AppError('BACKUP_DAMAGED', { spoken: said('detail.fileInBackup', { name }) });
}
