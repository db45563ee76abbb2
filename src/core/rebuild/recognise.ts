import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LinkedFiles } from '../documents/links.ts';
import type { Ledger } from '../ledger/port.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { failed, type ServiceFailure } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { isFinalStatus } from '../service/schemas/document.ts';

/** How a profile came back from a lost ledger; kept as a fact until the end of time, it costs nothing. */
export interface RebuildFact {
  readonly state: 'collecting' | 'known' | 'uncertain';
  /** When the loss was found, ms since the epoch: files from before it may be in already. */
  readonly at: number;
}

export const rebuildKey = (profileId: string) => `rebuild:${profileId}`;

/**
 * - `known`: the service has these bytes as this document
 * - `hold`: nobody can tell, a person decides
 * - `later`: a document of that name and size is still being enriched; its bytes can be asked for when it is done
 * - `failed`: the service could not be asked
 */
export type Recognised =
  | { readonly kind: 'known'; readonly contentId: string }
  | { readonly kind: 'hold' }
  | { readonly kind: 'later' }
  | { readonly kind: 'failed'; readonly failure: ServiceFailure };

interface RecogniseContext {
  readonly ledger: Ledger;
  readonly client: ServiceClient;
  readonly links: LinkedFiles;
}

/**
 * Looks whether the service already holds these bytes, from before the ledger was lost: same name, same size, and then the
 * original's own SHA-256, because a name and a size prove nothing.
 *
 * @returns undefined to upload
 */
export async function recognise(
  context: RecogniseContext,
  row: UploadRow,
  read: { readonly sha256: string; readonly size: number },
): Promise<Recognised | undefined> {
  const { ledger } = context;
  const fact = (await ledger.facts.get(rebuildKey(row.profileId))) as RebuildFact | undefined;
  if (!fact) return undefined;
  if (fact.state === 'uncertain') {
    if (Number(BigInt(row.mtimeNs) / 1_000_000n) >= fact.at) return undefined;
    const isResolved = (await ledger.history.events(row.id)).some((event) => event.kind === 'resolved');
    return isResolved ? undefined : { kind: 'hold' };
  }
  let otherwise: Recognised | undefined;
  for (const known of await ledger.known.find(row.profileId, row.fileName, read.size)) {
    const found = await compare(context, known.contentId, read.sha256);
    if (found?.kind === 'known') return found;
    otherwise ??= found;
  }
  return otherwise;
}

async function compare(
  { client, links }: RecogniseContext,
  contentId: string,
  sha256: string,
): Promise<Recognised | undefined> {
  const answer = await client.documents.get(contentId, { priority: 'backlog' });
  if (!answer.ok) {
    if (answer.failure.error.code === 'DOCUMENT_NOT_FOUND') return undefined;
    return { kind: 'failed', failure: answer.failure };
  }
  if (answer.value.status === 'failed') return undefined;
  if (!isFinalStatus(answer.value.status)) return { kind: 'later' };
  try {
    return (await hashOfOriginal(links, contentId)) === sha256 ? { kind: 'known', contentId } : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Gone meanwhile: then it is not what this file can be recognised by.
    if (!error.retryable) return undefined;
    return { kind: 'failed', failure: failed(error.code, 'retry').failure };
  }
}

async function hashOfOriginal(links: LinkedFiles, contentId: string): Promise<string> {
  const { path } = await links.original(contentId, undefined, 'backlog');
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  await rm(path, { force: true });
  return hash.digest('hex');
}
