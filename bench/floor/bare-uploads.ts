import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { basename } from 'node:path';
import got from 'got';
import { filesBelow } from '../support/files.ts';
import { openJournal } from './journal.ts';

export interface BareUploads {
  /** Every file below it is uploaded. */
  readonly root: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** POSTs at once, and PUTs at once. */
  readonly atOnce: number;
  /**
   * A file to write a journal to: what the agent promises beside, done as cheaply as can be. Each file is
   * hashed, three steps of it are noted, and the second is on the disk before its bytes are sent.
   */
  readonly journal?: string;
}

export interface BareUploadsAnswer {
  /** From the walk to the last PUT. */
  readonly milliseconds: number;
  /** Processor time meanwhile, all threads, ms. */
  readonly cpu: number;
}

/**
 * The least that brings files to the service: read, POST, PUT, with kept connections, and nothing else. No
 * hash, no ledger, no answer is looked at but the address; a failure ends it. With a journal it makes sure
 * as well, and still knows nothing of retries, limits, duplicates or what became of the documents.
 */
export async function uploadBare({
  root,
  baseUrl,
  apiKey,
  atOnce,
  journal: journalPath,
}: BareUploads): Promise<BareUploadsAnswer> {
  const client = got.extend({ agent: { http: new Agent({ keepAlive: true }) }, retry: { limit: 0 } });
  const journal = journalPath === undefined ? undefined : await openJournal(journalPath);
  const posts = createPlaces(atOnce);
  const puts = createPlaces(atOnce);
  async function work(left: Iterable<string>): Promise<void> {
    for (const path of left) {
      const body = await readFile(path);
      await journal?.note(`${path} ${hash('sha256', body)}`);
      const address = await posts(async () => {
        const json = { file_name: basename(path) };
        const headers = { 'x-api-key': apiKey };
        const answer = await client
          .post(`${baseUrl}/contents/v1/documents`, { json, headers })
          .json<{ url: string }>();
        return answer.url;
      });
      await journal?.note(`${path} ${address}`);
      await journal?.sync();
      await puts(() => client.put(address, { body }));
      await journal?.note(`${path} landed`);
    }
  }

  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const left = filesBelow(root).values();
  // As the agent: one set reads and asks while the other sends.
  await Promise.all(Array.from({ length: atOnce * 2 }, () => work(left)));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { milliseconds: performance.now() - startedAt, cpu: (user + system) / 1e3 };
}

/** At most so many at once. */
function createPlaces(places: number) {
  const line: (() => void)[] = [];
  let free = places;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
