import { randomUUID } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentId } from '#shared/ids/ids.ts';
import { type CallOptions, orThrow, type Priority } from './answer.ts';
import type { ServiceClient } from './client.ts';
import type { FileOptions } from './storage.ts';

export interface LinkedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Permissions of what the data folder keeps. */
const forOwner = 0o600;

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
  contentId: ContentId,
  path: string,
  { mode, ...options }: CallOptions & FileOptions,
): Promise<LinkedFile> {
  await mkdir(dirname(path), { recursive: true, ...(mode === undefined ? {} : { mode: 0o700 }) });
  for (let attempt = 1; ; attempt++) {
    const link = orThrow(await client.documents[kind](contentId, options));
    const answer = await client.storage.downloadToFile(link.url, path, { ...options, mode });
    if (answer.ok) return answer.value;
    if (attempt > 1 || !expired.has(answer.failure.error.code)) throw answer.failure.error;
  }
}

/**
 * Originals and annotated documents of one profile; annotated ones are kept by content id, they never change.
 */
export function createLinkedFiles(client: ServiceClient, cacheDirectory: string) {
  const originalPath = (contentId: ContentId) => join(cacheDirectory, 'originals', contentId);
  const cachePath = (contentId: ContentId) => join(cacheDirectory, 'annotated', `${contentId}.json`);

  async function annotated(
    contentId: ContentId,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<LinkedFile> {
    const path = cachePath(contentId);
    if (existsSync(path)) return { path, bytes: statSync(path).size };
    return fetchLinked(client, 'annotated', contentId, path, { priority, signal, mode: forOwner });
  }

  return {
    annotated,
    /** The annotated document where it is on this machine already. */
    cachedAnnotated(contentId: ContentId): LinkedFile | undefined {
      const path = cachePath(contentId);
      return existsSync(path) ? { path, bytes: statSync(path).size } : undefined;
    },
    /** The document is gone: its copies on this machine go too. */
    async forget(contentId: ContentId): Promise<void> {
      await rm(cachePath(contentId), { force: true });
      const folder = dirname(originalPath(contentId));
      // Its page too, and what was being written of either.
      for (const name of await readdir(folder).catch(() => []))
        if (name.split('.', 1)[0] === contentId) await rm(join(folder, name), { force: true });
    },
    async saveAnnotated(contentId: ContentId, target: string, priority: Priority): Promise<LinkedFile> {
      const { path, bytes } = await annotated(contentId, priority);
      await mkdir(dirname(target), { recursive: true });
      // Renamed into place, so that what is written goes to that name and not through a link that lies there.
      const part = `${target}.${randomUUID()}.part`;
      try {
        await copyFile(path, part, constants.COPYFILE_EXCL);
        // The copy took over that only the owner may read it; in a folder of theirs people want what they
        // would have made.
        await chmod(part, 0o666 & ~process.umask());
        await rename(part, target);
      } finally {
        await rm(part, { force: true });
      }
      return { path: target, bytes };
    },
    async annotatedJson(contentId: ContentId, priority: Priority): Promise<unknown> {
      const { path } = await annotated(contentId, priority);
      return JSON.parse(await readFile(path, 'utf8'));
    },
    /** Where the copy of an original is, or would be. */
    originalPath,
    original(contentId: ContentId, target: string | undefined, priority: Priority): Promise<LinkedFile> {
      if (target !== undefined) return fetchLinked(client, 'original', contentId, target, { priority });
      const path = originalPath(contentId);
      return fetchLinked(client, 'original', contentId, path, { priority, mode: forOwner });
    },
  };
}

export type LinkedFiles = ReturnType<typeof createLinkedFiles>;
