import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createLocalAuthority } from '../../support/local-authority.ts';
import { until } from '../../support/until.ts';
import type { OtherHost } from './network.ts';
import type { SecondServiceOptions, SecondServiceState } from './second-service.ts';

const program = fileURLToPath(new URL('second-service.ts', import.meta.url));

/** A running content service of the second kind. */
export interface WorldService {
  readonly baseUrl: string;
  /** The certificate of the authority that issued its own (PEM file); undefined without TLS. */
  readonly authority: string | undefined;
  state(): Promise<SecondServiceState>;
  stop(): Promise<void>;
}

/**
 * Starts the second service: with TLS on another host, or plain on loopback.
 *
 * @param keys API keys and the users whom they belong to
 * @param address name, port and prefix of its API where a test needs certain ones
 */
export async function startSecondService(
  keys: Readonly<Record<string, string>>,
  host?: OtherHost,
  address: Pick<SecondServiceOptions, 'name' | 'port' | 'prefix'> = {},
): Promise<WorldService> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-service-'));
  const at = (name: string) => join(folder, name);
  let authority: string | undefined;
  if (host !== undefined) {
    const { certificate, issue } = createLocalAuthority();
    const { cert, key } = issue({
      hosts: [host.address, ...(address.name === undefined ? [] : [address.name])],
    });
    writeFileSync(at('authority.pem'), certificate);
    writeFileSync(at('certificate.pem'), cert);
    writeFileSync(at('key.pem'), key);
    authority = at('authority.pem');
  }
  const options: SecondServiceOptions = {
    ...address,
    host: host?.address ?? '127.0.0.1',
    keys,
    ...(host === undefined ? {} : { certificate: at('certificate.pem'), key: at('key.pem') }),
  };
  const [file = process.execPath, ...parameters] = [
    ...(host?.enter ?? []),
    process.execPath,
    program,
    JSON.stringify(options),
  ];
  const child = spawn(file, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  await until('the second service listens', () => said.includes('\n'));
  const { baseUrl } = JSON.parse(said) as { baseUrl: string };
  return {
    baseUrl,
    authority,
    async state() {
      const url = new URL(`${baseUrl}/__state`);
      // Only the agent has to know the name and the authority.
      url.hostname = options.host;
      const ask = url.protocol === 'https:' ? request : plainRequest;
      // A connection of its own: the service ends those that are idle.
      const asked = ask(url, { rejectUnauthorized: false, agent: false });
      asked.end();
      const [response] = await once(asked, 'response');
      return JSON.parse(await text(response)) as SecondServiceState;
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
