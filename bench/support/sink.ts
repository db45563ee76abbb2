import { startProgram } from './programs.ts';
import type { BenchService } from './sandbox.ts';

/** Starts a server in a process of its own that throws away what it gets. */
export async function startSink(): Promise<BenchService> {
  const program = startProgram(new URL('../sink/index.ts', import.meta.url), []);
  const baseUrl = (await program.line(() => true)) ?? '';
  return { baseUrl, apiKey: 'sink', stop: () => program.kill('SIGTERM') };
}
