import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LinkedFiles } from '../documents/links.ts';
import type { Ledger } from '../ledger/port.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** How a profile came back from a lost ledger; kept as a fact until the end of time, it costs nothing. */
export interface RebuildFact {
  readonly state: 'collecting' | 'known' | 'uncertain';
  /** When the loss was found, ms since the epoch: files from before it may be in already. */
  readonly at: number;
}

export const rebuildKey = (profileId: string) => `rebuild:${profileId}`;

/**
 * Looks whether the service already holds these bytes, from before the ledger was lost: same name, same size, and then the
 * original's own SHA-256, because a name and a size prove nothing.
 *
 * @returns the content id to adopt, `hold` when nobody can tell, or undefined to upload
 */
export async function recognise(
  ledger: Ledger,
  links: LinkedFiles,
  row: UploadRow,
  read: { readonly sha256: string; readonly size: number },
): Promise<{ contentId: string } | 'hold' | undefined> {
  const fact = (await ledger.facts.get(rebuildKey(row.profileId))) as RebuildFact | undefined;
  if (!fact) return undefined;
  if (fact.state === 'uncertain') {
    const wasThere =
      Number(BigInt(row.mtimeNs) / 1_000_000n) < fact.at && row.options.duplicates !== 'upload';
    return wasThere ? 'hold' : undefined;
  }
  for (const known of await ledger.known.find(row.profileId, row.fileName, read.size)) {
    if ((await hashOfOriginal(links, known.contentId)) === read.sha256) return { contentId: known.contentId };
  }
  return undefined;
}

async function hashOfOriginal(links: LinkedFiles, contentId: string): Promise<string | undefined> {
  try {
    const { path } = await links.original(contentId, undefined, 'backlog');
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    await rm(path, { force: true });
    return hash.digest('hex');
  } catch (error) {
    // Gone, or not finished: then it is not what this file can be recognised by.
    if (error instanceof AppError && !error.retryable) return undefined;
    throw error;
  }
}
