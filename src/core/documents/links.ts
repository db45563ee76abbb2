import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CallOptions, Priority, ServiceFailure } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';

export interface LinkedFile {
  readonly path: string;
  readonly bytes: number;
}

/** A failed service call as the error it stands for. */
export function orThrow<T>(answer: { ok: true; value: T } | { ok: false; failure: ServiceFailure }): T {
  if (answer.ok) return answer.value;
  throw answer.failure.error;
}

/** Codes of a link that ran out between being given and being used. */
const expired = new Set(['ADDRESS_USED_OR_EXPIRED', 'STORAGE_REFUSED', 'NOT_PERMITTED']);

/**
 * Fetches what a document's link points to into a file. An expired link is asked for again, once.
 *
 * @throws AppError of the request that failed
 */
async function fetchLinked(
  client: ServiceClient,
  kind: 'original' | 'annotated',
  contentId: string,
  path: string,
  options: CallOptions,
): Promise<LinkedFile> {
  await mkdir(dirname(path), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const link = orThrow(await client.documents[kind](contentId, options));
    const answer = await client.storage.downloadToFile(link.url, path, { signal: options.signal });
    if (answer.ok) return answer.value;
    if (attempt > 1 || !expired.has(answer.failure.error.code)) throw answer.failure.error;
  }
}

/** Originals and annotated documents of one profile; annotated ones are kept by content id, they never change. */
export function createLinkedFiles(client: ServiceClient, cacheDirectory: string) {
  const cachePath = (contentId: string) => join(cacheDirectory, 'annotated', `${contentId}.json`);

  async function annotated(contentId: string, priority: Priority, signal?: AbortSignal): Promise<LinkedFile> {
    const path = cachePath(contentId);
    if (existsSync(path)) return { path, bytes: statSync(path).size };
    return fetchLinked(client, 'annotated', contentId, path, { priority, signal });
  }

  return {
    annotated,
    /** The document is gone: its copies on this machine go too. */
    async forget(contentId: string): Promise<void> {
      await rm(cachePath(contentId), { force: true });
      await rm(join(cacheDirectory, 'originals', contentId), { force: true });
    },
    async saveAnnotated(contentId: string, target: string, priority: Priority): Promise<LinkedFile> {
      const { path, bytes } = await annotated(contentId, priority);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(path, target);
      return { path: target, bytes };
    },
    async annotatedJson(contentId: string, priority: Priority): Promise<unknown> {
      const { path } = await annotated(contentId, priority);
      return JSON.parse(await readFile(path, 'utf8'));
    },
    original(contentId: string, target: string | undefined, priority: Priority): Promise<LinkedFile> {
      const path = target ?? join(cacheDirectory, 'originals', contentId);
      return fetchLinked(client, 'original', contentId, path, { priority });
    },
  };
}

export type LinkedFiles = ReturnType<typeof createLinkedFiles>;
