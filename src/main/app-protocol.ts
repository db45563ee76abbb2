import { fileURLToPath } from 'node:url';
import { protocol } from 'electron';
import { readPage, resolveAsset } from '#core/ports/host.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { appOrigin, appScheme } from './app-origin.ts';

/** Makes `app://` a standard, secure scheme. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built renderer under `app://sluice/`, with the policy on every answer. */
export function serveApp(): void {
  const root = fileURLToPath(new URL('../renderer/', import.meta.url));
  protocol.handle(appScheme, async (request) => {
    const file = request.method === 'GET' ? resolveAsset(root, appOrigin, request.url) : null;
    const page = file === null ? null : await readPage(file);
    if (page === null) return new Response('Not found', { status: 404 });
    const { body, type } = page;
    const headers = {
      'content-type': type,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
    };
    return new Response(new Uint8Array(body), { headers });
  });
}
