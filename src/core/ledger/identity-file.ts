import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeNewFile } from '../data-folder/sync.ts';

/**
 * What is known of a ledger outside it, so that a ledger that is missing, empty, another one, or an older
 * copy of itself is recognised as such (docs/adr/0002).
 */
export const identitySchema = z.object({
  /** Random; the same number stands in the ledger. */
  ledger: z.string().min(8),
  /**
   * Rises before anything is sent that the ledger must know of. The ledger's own is never lower, unless it is
   * an older copy.
   */
  mark: z.number().int().nonnegative(),
  /**
   * Documents at the service or on their way there, by `profileKey`: a list that shows far fewer after a
   * loss is not believed. Absent in files of older versions.
   */
  documents: z.record(z.string(), z.number().int()).optional(),
  /**
   * The team that each profile is in or was last in, by `profileKey`: after a loss, its machines may need
   * documents that this one uploaded.
   */
  teams: z.record(z.string(), z.string()).optional(),
  /** SQLite met damage in it: the next start reads all of it through before it is trusted. */
  suspect: z.boolean().optional(),
});
export type LedgerIdentity = z.infer<typeof identitySchema>;
/** What the file repeats of the ledger. */
export type Repeated = Pick<LedgerIdentity, 'documents' | 'teams'>;

/** Always of this length, so that it can be overwritten in place by one small write; bytes. */
const fileSize = 1024;
/**
 * The file is synced when the mark rose by so much: only a power cut loses that, and only if an older copy
 * follows it.
 */
const syncEvery = 64;

const pathIn = (directory: string) => join(directory, 'ledger.json');

export function readIdentity(directory: string): LedgerIdentity | 'missing' | 'unreadable' {
  try {
    return identitySchema.parse(JSON.parse(readFileSync(pathIn(directory), 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

/** The identity of the ledger that is open, as it is written down outside it. */
export interface IdentityKeeper {
  /** Costs a write of 1 KB and no sync; survives the death of the process. */
  raise(mark: number, repeated?: Repeated): void;
  /** The next start must not trust this ledger before it has read all of it. On disk when it returns. */
  suspect(): void;
  /** `repeated`: as of the end. */
  close(repeated?: Repeated): void;
}

/** Writes the identity down, whole and on disk when this returns, and keeps it. */
export function keepIdentity(directory: string, given: LedgerIdentity): IdentityKeeper {
  const path = pathIn(directory);
  const draft = `${path}.${process.pid}.new`;
  writeNewFile(draft, textOf(given), true);
  renameSync(draft, path);
  syncFolder(dirname(path));

  let identity = given;
  let synced = given.mark;
  // Another account that can write to the folder may have put a link there since.
  const descriptor = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  const put = (change: Partial<LedgerIdentity>) => {
    identity = { ...identity, ...change };
    writeSync(descriptor, textOf(identity), 0);
  };
  return {
    raise(mark, repeated) {
      if (mark <= identity.mark) return;
      put({ ...repeated, mark });
      if (mark - synced < syncEvery) return;
      synced = mark;
      fdatasync(descriptor, () => undefined);
    },
    suspect() {
      put({ suspect: true });
      fsyncSync(descriptor);
    },
    close(repeated) {
      if (repeated) put(repeated);
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

function textOf(identity: LedgerIdentity): string {
  // With more profiles than fit, their numbers and then their teams are left out; id and mark matter most.
  const { documents: _documents, ...withTeams } = identity;
  const { teams: _teams, ...least } = withTeams;
  let text = JSON.stringify(identity);
  for (const less of [withTeams, least]) if (Buffer.byteLength(text) >= fileSize) text = JSON.stringify(less);
  return `${text}${' '.repeat(fileSize - 1 - Buffer.byteLength(text))}\n`;
}

const keys = new Map<string, string>();

/** Stands for a profile in `documents`, short enough for many to fit. */
export function profileKey(profileId: string): string {
  const known = keys.get(profileId);
  if (known !== undefined) return known;
  const key = createHash('sha256').update(profileId).digest('hex').slice(0, 8);
  keys.set(profileId, key);
  return key;
}
