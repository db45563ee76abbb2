import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Audit } from '../../src/sandbox/admin/audit.ts';
import { filesBelow } from '../support/files.ts';
import { sha256Of } from './writer/content.ts';

/** What the writer says of its work. */
export interface Written {
  /** SHA-256 of every file that was whole at some time. */
  readonly versions: readonly string[];
  /** Absolute paths of the files it left. */
  readonly files: readonly string[];
}

export interface Verdict {
  readonly files: number;
  /** Files whose bytes are not at the service, or that are not on the disk any more. */
  readonly lost: readonly string[];
  /** Bytes that more than one document holds. */
  readonly duplicated: readonly string[];
  /** Documents of bytes that never were a whole file. */
  readonly half: readonly string[];
  /** Slots made and never filled that are still there. */
  readonly orphansLeft: number;
  readonly orphansCleaned: number;
  /** Documents there now, and those deleted again. */
  readonly documents: number;
  readonly deleted: number;
  readonly leakedKeys: number;
  /** SHA-256 of what the service holds now. */
  readonly held: ReadonlySet<string | null>;
}

/**
 * Compares what the service holds with what is on the disk.
 *
 * What counts: the bytes that a path has at the end must be at the service exactly once, by SHA-256; two
 * files with the same bytes are one document. Bytes a path had for a while and lost again (overwritten,
 * deleted) may be there, once, or not: an agent that was dead at the time cannot know them, and that is no
 * loss. Bytes that were never a whole file must not be there.
 */
export function judge(audit: Audit, written: Written, folders: readonly string[]): Verdict {
  const live = audit.documents.filter((document) => !document.deleted);
  const held = new Set(live.map((document) => document.sha256));
  const versions = new Set(written.versions);
  const onDisk = new Map(folders.flatMap(filesBelow).map((path) => [path, sha256Of(readFileSync(path))]));
  const bytesOnDisk = new Set(onDisk.values());

  const lost = [...onDisk].filter(([, sha256]) => !held.has(sha256)).map(([path]) => path);
  // The agent moves files of one folder away, so a name may be gone; the bytes may not.
  const names = new Set([...onDisk.keys()].map((path) => basename(path)));
  lost.push(...written.files.filter((path) => !existsSync(path) && !names.has(basename(path))));
  lost.push(
    ...[...bytesOnDisk]
      .filter((sha256) => !versions.has(sha256))
      .map((sha256) => `changed on disk: ${sha256}`),
  );

  const never = audit.slots_never_filled;
  return {
    files: onDisk.size,
    lost,
    duplicated: Object.entries(audit.duplicates).map(([sha256, ids]) => {
      const name = live.find((document) => document.sha256 === sha256)?.file_name;
      return `${name} (${sha256}): ${ids.join(', ')}`;
    }),
    half: live
      .filter(({ sha256 }) => sha256 !== null && !versions.has(sha256))
      .map(({ id, file_name, raw_size }) => `${file_name}: ${raw_size} bytes in ${id}`),
    orphansLeft: never.filter((slot) => !slot.deleted).length,
    orphansCleaned: never.filter((slot) => slot.deleted).length,
    documents: live.length,
    deleted: audit.documents.length - live.length,
    leakedKeys: audit.leaked_keys.length,
    held,
  };
}
