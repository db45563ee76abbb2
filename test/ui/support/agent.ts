import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createCore } from '#core/create-core.ts';
import { createRedactor } from '#core/public/redactor.ts';
import { createLogger } from '../../../src/cli/adapters/logger.ts';
import type { Context } from '../../../src/cli/context.ts';
import { createOutput } from '../../../src/cli/output/output.ts';
import { runUi, type UiFlags } from '../../../src/cli/ui/run-ui.ts';
import type { ConnectionLimits } from '../../../src/cli/ui/ui-server.ts';
import { until } from '../../support/until.ts';

/** The pages of these tests; the real ones are built and tried in a browser by the end-to-end tests. */
const pages = {
  'agent.html': '<!doctype html><script src="./assets/a-1.js"></script>',
  'assets/a-1.js': 'console.log(1);',
  'assets/style.css': 'p { color: red }',
  'notes.unknown': 'not served',
};

export interface Agent {
  readonly directory: string;
  readonly dataDirectory: string;
  /** Every address that was printed. */
  readonly addresses: () => string[];
  /** All it wrote, on both streams. */
  readonly written: () => string;
  stop(): Promise<void>;
}

/** A temporary folder with the pages. */
export function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ui-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  for (const [name, text] of Object.entries(pages)) {
    mkdirSync(join(directory, 'pages/assets'), { recursive: true });
    writeFileSync(join(directory, 'pages', name), text);
  }
  return directory;
}

/** Runs `sluice ui` in this process until the test ends. */
export async function startAgent(
  directory = place(),
  flags: UiFlags = {},
  limits?: Partial<ConnectionLimits>,
  variables: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const interrupt = new AbortController();
  const [stdout, stderr] = [collected(), collected()];
  const environment = {
    variables: { PATH: process.env.PATH, ...variables },
    workingDirectory: directory,
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin: new PassThrough(),
    createCore,
    interrupted: interrupt.signal,
  };
  const redactor = createRedactor();
  const output = createOutput(environment, { json: true, redactor });
  const write = (line: string) => output.note(line);
  const logger = createLogger({ write, redactor, level: 'warn', json: true, now: Date.now });
  const dataDirectory = join(directory, 'data');
  const context: Context = {
    environment,
    options: { dataDir: dataDirectory, json: true },
    output,
    redactor,
    logger,
  };
  const addresses = () =>
    [...stdout.text().matchAll(/"address":"([^"]+)"/g)].map(([, address]) => address as string);
  const running = runUi(context, flags, { findPages: async () => join(directory, 'pages'), limits });
  const stop = async () => {
    interrupt.abort();
    await running;
  };
  onTestFinished(() => stop().catch(() => undefined));
  await Promise.race([running, until('an address', () => addresses().length > 0)]);
  return { directory, dataDirectory, addresses, written: () => stdout.text() + stderr.text(), stop };
}

function collected() {
  const stream = new PassThrough();
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { stream, text: () => text };
}
