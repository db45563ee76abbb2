import { fileURLToPath } from 'node:url';
import { protocol } from 'electron';
import {
  type AnnotatedFile,
  annotatedFile,
  type OriginalPages,
  originalPageArea,
  readPage,
  resolveAsset,
} from '#core/public/host.ts';
import type { Calls } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { appOrigin, appScheme } from './app-origin.ts';
import { fileBody } from './file-body.ts';

/** Makes `app://` a standard, secure scheme. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Serves the built renderer under `app://sluice/`, with the policy on every answer, annotated documents as
 * bytes, and originals as bytes or as pages for a frame.
 */
export function serveApp(
  calls: Pick<Calls, 'documents.annotated'>,
  originals: Pick<OriginalPages, 'page' | 'file'>,
): void {
  const root = fileURLToPath(new URL('../renderer/', import.meta.url));
  protocol.handle(appScheme, async (request) => {
    if (request.method !== 'GET') return notFound();
    if (request.url.startsWith(`${appOrigin}/annotated/`)) return annotated(calls, request.url);
    if (request.url.startsWith(`${appOrigin}/original/`)) return original(originals, request.url);
    if (request.url.startsWith(`${appOrigin}/${originalPageArea}/`))
      return originalPage(originals, request.url);
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
  const file = await annotatedFile(calls, url.slice(appOrigin.length)).catch(nullOfRefusal);
  if (file === null) return notFound();
  return fileAnswer(file, 'application/json; charset=utf-8', contentSecurityPolicy);
}

async function original(originals: Pick<OriginalPages, 'file'>, url: string): Promise<Response> {
  const file = await originals.file(url.slice(appOrigin.length)).catch(nullOfRefusal);
  // Read by a page of ours, and never shown by the browser.
  return file === null ? notFound() : fileAnswer(file, 'application/octet-stream', contentSecurityPolicy);
}

function originalPage(originals: Pick<OriginalPages, 'page'>, url: string): Response {
  const file = originals.page(url.slice(appOrigin.length));
  return file === null ? notFound() : fileAnswer(file, 'text/html; charset=utf-8', originalPolicy);
}

function nullOfRefusal(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function fileAnswer(file: AnnotatedFile, type: string, policy: string): Response {
  const headers = {
    'content-type': type,
    'content-length': String(file.bytes),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return new Response(fileBody(file.path), { headers });
}
