import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { readPage } from '#core/public/read-page.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { profile, settings, status } from '#shared/testing/samples.ts';

/** Answers that let the pages start; nothing here is measured. */
const answers: Readonly<Record<string, unknown>> = {
  'settings.get': { settings, keysPresent: { [profile.id]: true } },
  'agent.status': status,
  'documents.show': { id: 'A'.repeat(32), file_name: 'bench.json' },
  'documents.annotated': { path: '', bytes: 0 },
};

export interface PageServer {
  readonly address: string;
  /** Of the browser of the document with this number. */
  readonly addressOf: (index: number) => string;
  /** Of its JSON. */
  readonly jsonOf: (index: number) => string;
  stop(): Promise<void>;
}

/** The id of the document with this number. */
const idOf = (index: number) => index.toString(16).toUpperCase().padStart(32, 'A');

/**
 * The built pages under their own policy, with annotated documents, and nothing else of an agent.
 *
 * @param originals the page of each document's original; null or left out where there is none
 */
export async function startPageServer(
  pages: string,
  documents: readonly string[],
  originals: readonly (string | null)[] = [],
): Promise<PageServer> {
  /** Answers what the page of an original is, and where; undefined where there is none. */
  const openOriginal = async (request: IncomingMessage) => {
    const { contentId } = (await json(request)) as { contentId: string };
    const index = documents.findIndex((_, one) => idOf(one) === contentId);
    return originals[index] ? { kind: 'html', bytes: 0, address: `/original-page/${index}` } : undefined;
  };
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const [, original] = /^\/original-page\/(\d+)$/.exec(path) ?? [];
    if (original !== undefined) {
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': originalPolicy,
      };
      response.writeHead(200, headers).end(await readFile(originals[Number(original)] ?? ''));
      return;
    }
    if (path.startsWith('/call/')) {
      const name = path.slice('/call/'.length);
      const value = name === 'host.openOriginal' ? await openOriginal(request) : answers[name];
      const reply =
        value === undefined
          ? { ok: false, error: { code: 'UNREACHABLE', message: 'Not part of this measurement.' } }
          : { ok: true, value };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      return;
    }
    const document = documents.find((_, index) => path === `/annotated/${idOf(index)}`);
    if (document !== undefined) {
      const { size } = await stat(document);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': size });
      createReadStream(document, { highWaterMark: 1024 * 1024 }).pipe(response);
      return;
    }
    if (path === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
      return;
    }
    const page = await readPage(join(pages, path === '/' ? 'agent.html' : path));
    const type = page?.type ?? 'text/plain';
    const headers = {
      'content-type': type,
      'content-security-policy': contentSecurityPolicy,
      // As the agent has it: a browser keeps code, and what it compiled of it, from one window to the next.
      'cache-control': path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
    };
    response.writeHead(page === null ? 404 : 200, headers).end(page?.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    addressOf: (index) => `${address}/#/documents/${idOf(index)}/annotated`,
    jsonOf: (index) => `${address}/annotated/${idOf(index)}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
