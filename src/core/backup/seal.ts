import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewFile } from '../data-folder/sync.ts';
import { type BackupManifest, manifestSchema } from './manifest.ts';

type Unsealed = Omit<BackupManifest, 'seal'>;

/**
 * Seals a backup: only somebody who can read the data folder could have made it (docs/adr/0058). The key lies
 * in the data folder and is in no backup; the first backup makes it.
 */
export function sealBackup(dataDirectory: string, manifest: Unsealed): BackupManifest {
  let key = readKey(dataDirectory);
  if (key === undefined) {
    key = randomBytes(32);
    const draft = `${keyPath(dataDirectory)}.${process.pid}.new`;
    writeNewFile(draft, `${key.toString('hex')}\n`, true);
    renameSync(draft, keyPath(dataDirectory));
  }
  return { ...manifest, seal: sealOf(key, manifest).toString('hex') };
}

/** Whether this data folder made a backup, and nobody changed the backup since. */
export function isSealedHere(dataDirectory: string, { seal, ...manifest }: BackupManifest): boolean {
  const key = readKey(dataDirectory);
  return key !== undefined && timingSafeEqual(Buffer.from(seal, 'hex'), sealOf(key, manifest));
}

/** The manifest names each file of the backup with its hash, so this is proof of them too. */
function sealOf(key: Buffer, manifest: Unsealed): Buffer {
  const inOneOrder = manifestSchema.omit({ seal: true }).parse(manifest);
  return createHmac('sha256', key).update(JSON.stringify(inOneOrder)).digest();
}

const keyPath = (dataDirectory: string) => join(dataDirectory, 'backup.key');

/** Undefined where there is none, or none of ours. */
function readKey(dataDirectory: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(keyPath(dataDirectory), 'utf8').trim(), 'hex');
    return key.length === 32 ? key : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
