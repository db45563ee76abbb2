import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import got from 'got';
import { filesBelow } from '../support/files.ts';

export interface NaiveClient {
  readonly root: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Uploads at once. */
  readonly atOnce: number;
  /** How much faster than real time the clock goes. */
  readonly speed: number;
}

/**
 * Seconds between two looks at a document, as the bulk scripts do it (service-behaviour.md, "Other clients").
 */
const pollSeconds = 10;

/**
 * What people use today: POST and PUT, ten at once, then GET each document every 10 s until it is done; a 429
 * is tried again after its `Retry-After`. Ends when every document is `completed` or `failed`.
 */
export async function uploadNaively({ root, baseUrl, apiKey, atOnce, speed }: NaiveClient): Promise<void> {
  const client = got.extend({
    agent: { http: new Agent({ keepAlive: true }) },
    retry: { limit: 0 },
    throwHttpErrors: false,
  });
  const headers = { 'x-api-key': apiKey };
  const documents = `${baseUrl}/contents/v1/documents`;
  const polls: Promise<void>[] = [];

  async function untilAllowed<T>(
    send: () => Promise<{
      statusCode: number;
      headers: { 'retry-after'?: string | undefined };
      body: string;
    }>,
  ): Promise<T> {
    for (;;) {
      const answer = await send();
      if (answer.statusCode === 200) return JSON.parse(answer.body) as T;
      if (answer.statusCode !== 429) throw new Error(`the service answered ${answer.statusCode}`);
      await wait((Number(answer.headers['retry-after'] ?? 1) * 1_000) / speed);
    }
  }

  async function poll(id: string): Promise<void> {
    for (;;) {
      await wait((pollSeconds * 1_000) / speed);
      const { status } = await untilAllowed<{ status: string }>(() =>
        client.get(`${documents}/${id}`, { headers }),
      );
      if (status === 'completed' || status === 'failed') return;
    }
  }

  async function work(left: Iterable<string>): Promise<void> {
    for (const path of left) {
      const json = { file_name: basename(path) };
      const slot = await untilAllowed<{ url: string; id: string }>(() =>
        client.post(documents, { json, headers }),
      );
      await client.put(slot.url, { body: await readFile(path) });
      polls.push(poll(slot.id));
    }
  }

  const left = filesBelow(root).values();
  await Promise.all(Array.from({ length: atOnce }, () => work(left)));
  await Promise.all(polls);
}
