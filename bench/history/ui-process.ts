import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url));

/** `sluice ui` in a process of its own. */
export interface UiProcess {
  /** The first one-time address. */
  readonly address: string;
  /** Another one-time address, for another browser. */
  newAddress(): Promise<string>;
  end(): Promise<void>;
}

/** Makes a profile in a data folder; its id. */
export async function addProfile(dataDirectory: string, baseUrl: string): Promise<string> {
  const args = [program, 'profiles', 'add', 'Bench', baseUrl, '--json', '--data-dir', dataDirectory];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout) as { id: string }).id;
}

export async function startUi(dataDirectory: string, apiKey: string): Promise<UiProcess> {
  const child = spawn(process.execPath, [program, 'ui', '--json', '--data-dir', dataDirectory], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SLUICE_API_KEY: apiKey },
  });
  const lines = createInterface({ input: child.stdout });
  const nextAddress = async () => {
    const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(120_000) })) as [string];
    return (JSON.parse(line) as { address: string }).address;
  };
  const address = await nextAddress();
  return {
    address,
    // An address that was used already prints the next one.
    async newAddress() {
      const next = nextAddress();
      const { origin, hash } = new URL(address);
      const body = JSON.stringify({ token: hash.slice('#token='.length) });
      const headers = { origin, 'content-type': 'application/json' };
      await (await fetch(`${origin}/session`, { method: 'POST', headers, body })).arrayBuffer();
      return next;
    },
    async end() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
