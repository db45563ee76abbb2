import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../sink/index.ts', import.meta.url));

export interface Sink {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** Starts a server in a process of its own that throws away what it gets. */
export async function startSink(): Promise<Sink> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [baseUrl] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    baseUrl,
    apiKey: 'sink',
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
