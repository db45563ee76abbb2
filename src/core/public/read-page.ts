import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** One built file as it is served. */
export interface PageFile {
  readonly body: Buffer;
  readonly type: string;
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
  // What pdf.js loads for documents: code, fonts, and tables of characters.
  '.mjs': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
};

/** Reads a built file. Null when there is none, or its kind is none that pages are made of. */
export async function readPage(file: string): Promise<PageFile | null> {
  const type = types[extname(file)];
  if (type === undefined) return null;
  const body = await readFile(file).catch(() => null);
  return body === null ? null : { body, type };
}
