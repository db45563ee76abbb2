import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { protocol } from 'electron';
import { annotatedFile, readPage, resolveAsset } from '#core/public/host.ts';
import type { Calls } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { appOrigin, appScheme } from './app-origin.ts';

/** Makes `app://` a standard, secure scheme. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Serves the built renderer under `app://sluice/`, with the policy on every answer, and annotated documents
 * as bytes.
 */
export function serveApp(calls: Pick<Calls, 'documents.annotated'>): void {
  const root = fileURLToPath(new URL('../renderer/', import.meta.url));
  protocol.handle(appScheme, async (request) => {
    if (request.method !== 'GET') return notFound();
    if (request.url.startsWith(`${appOrigin}/annotated/`)) return annotated(calls, request.url);
    const file = resolveAsset(root, appOrigin, request.url);
    const page = file === null ? null : await readPage(file);
    if (page === null) return notFound();
    const { body, type } = page;
    const headers = {
      'content-type': type,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
    };
    return new Response(new Uint8Array(body), { headers });
  });
}

const notFound = () => new Response('Not found', { status: 404 });

/** The page asks for the document by a call first, which tells a failure in words. */
async function annotated(calls: Pick<Calls, 'documents.annotated'>, url: string): Promise<Response> {
  const file = await annotatedFile(calls, url.slice(appOrigin.length)).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (file === null) return notFound();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(file.bytes),
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, { headers });
}
