import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createLocalAuthority, type Identity, type LocalAuthority } from './local-authority.ts';
import { type ProxyManners, startTestProxy, type TestProxy } from './test-proxy.ts';

/** Hosts of the service and of its storage, which only the proxy knows. */
export const serviceHost = 'service.test';
export const storageHost = 'files.test';

export interface CompanyNetwork extends AsyncDisposable {
  readonly baseUrl: string;
  readonly authority: LocalAuthority;
  readonly proxy: TestProxy;
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
}

export interface CompanyOptions {
  readonly sandbox?: SandboxOptions;
  readonly manners?: ProxyManners;
  /** What the service shows; by the company's own authority when left out. */
  readonly identity?: (authority: LocalAuthority) => Identity;
}

/**
 * The sandbox as it stands behind a company's proxy: by https alone, at names that only the proxy knows, with
 * certificates of an authority of the company's own.
 */
export async function startCompanyNetwork(options: CompanyOptions = {}): Promise<CompanyNetwork> {
  const authority = createLocalAuthority('Acme Inspection CA');
  const sandbox = await startSandbox({ annotate: false, ...options.sandbox });
  const shown = options.identity?.(authority) ?? authority.issue({ hosts: [serviceHost] });
  const rewrite = (text: string) => text.replaceAll(sandbox.storageUrl, `https://${storageHost}`);
  const service = await front(shown, sandbox.baseUrl, rewrite);
  const storage = await front(authority.issue({ hosts: [storageHost] }), sandbox.storageUrl);
  const ports = { [serviceHost]: service.port, [storageHost]: storage.port };
  const proxy = await startTestProxy(ports, options.manners);
  return {
    baseUrl: `https://${serviceHost}`,
    authority,
    proxy,
    sandbox,
    async [Symbol.asyncDispose]() {
      await proxy.die();
      await Promise.all([service.close(), storage.close()]);
      await sandbox.stop();
    },
  };
}

async function front(identity: Identity, target: string, rewrite?: (text: string) => string) {
  const { hostname, port } = new URL(target);
  const server = https.createServer(identity, (request, response) => {
    const place = { host: hostname, port, path: request.url ?? '/', method: request.method ?? 'GET' };
    const asked = http.request({ ...place, headers: request.headers }, (answer) => {
      const headers = { ...answer.headers };
      if (rewrite === undefined) {
        response.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(response);
        return;
      }
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const text = rewrite(Buffer.concat(pieces).toString());
        if (headers['content-length'] !== undefined)
          headers['content-length'] = String(Buffer.byteLength(text));
        response.writeHead(answer.statusCode ?? 502, headers).end(text);
      });
    });
    asked.on('error', () => response.destroy());
    request.on('aborted', () => asked.destroy());
    request.pipe(asked);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
