import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { contentSecurityPolicy, noncePlaceholder } from '#shared/page/content-security-policy.ts';

/** One built file as it is served, with its policy. */
export interface PageFile {
  readonly body: Buffer;
  readonly type: string;
  readonly policy: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Reads a built file; a page gets a nonce of its own at each answer. Null when there is no such file or its kind is unknown. */
export async function readPage(file: string): Promise<PageFile | null> {
  const type = types[extname(file)];
  if (type === undefined) return null;
  const body = await readFile(file).catch(() => null);
  if (body === null) return null;
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  if (!type.startsWith('text/html')) return { body, type, policy };
  const text = body.toString('utf8').replaceAll(noncePlaceholder, nonce);
  return { body: Buffer.from(text), type, policy };
}
