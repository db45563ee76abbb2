import { fileURLToPath, pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { resolveAsset } from './resolve-asset.ts';

const scheme = 'app';

/** The origin of every page of ours. A scheme of our own keeps pages away from `file://`, which reads the whole disk. */
export const appOrigin = `${scheme}://sluice`;

/** Makes `app://` a standard, secure scheme. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built renderer under `app://sluice/`, with the policy on every answer. */
export function serveApp(): void {
  const root = fileURLToPath(new URL('../renderer/', import.meta.url));
  protocol.handle(scheme, async (request) => {
    const file = request.method === 'GET' ? resolveAsset(root, appOrigin, request.url) : null;
    if (file === null) return new Response('Not found', { status: 404 });
    const answer = await net.fetch(pathToFileURL(file).href).catch(() => null);
    if (answer === null) return new Response('Not found', { status: 404 });
    const headers = new Headers(answer.headers);
    headers.set('content-security-policy', contentSecurityPolicy);
    headers.set('x-content-type-options', 'nosniff');
    return new Response(answer.body, { status: answer.status, headers });
  });
}
