import { existsSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDraft } from '#core/local/draft.ts';
import { writeAll } from '#core/local/exclusive.ts';
import { openDevice } from '#core/local/open-device.ts';
import { pieces } from '#core/local/pieces.ts';
import { AppError } from '#shared/errors/app-error.ts';
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

  function cachedAnnotated(contentId: ContentId): LinkedFile | undefined {
    const path = cachePath(contentId);
    return existsSync(path) ? { path, bytes: statSync(path).size } : undefined;
  }

  async function annotated(
    contentId: ContentId,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<LinkedFile> {
    const cached = cachedAnnotated(contentId);
    if (cached) return cached;
    const options = { priority, signal, mode: forOwner };
    return fetchLinked(client, 'annotated', contentId, cachePath(contentId), options).catch((error) => {
      // Only Sluice writes to this folder: another request saved the same document.
      const other = error instanceof AppError && error.code === 'FILE_SWAPPED' && cachedAnnotated(contentId);
      if (!other) throw error;
      return other;
    });
  }

  return {
    annotated,
    /** The annotated document where it is on this machine already. */
    cachedAnnotated,
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
      const copyTo = async (file: FileHandle) => {
        const source = await open(path, 'r');
        await writeAll(file, pieces(source, bytes)).finally(() => source.close());
      };
      const device = await openDevice(target);
      if (device) {
        await copyTo(device).finally(() => device.close());
        return { path: target, bytes };
      }
      // The cache is for its owner only. A file in a user's folder gets the permissions that the umask gives.
      const draft = await openDraft(target, 0o666);
      try {
        await copyTo(draft.file);
        await draft.replace();
      } finally {
        await draft.close();
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
