import { once } from 'node:events';
import { join } from 'node:path';
import { annotatedFile, createAnswer, relayEvents, rememberLines, TrySandbox } from '#core/ports/host.ts';
import { version } from '#shared/version.ts';
import type { Context } from '../context.ts';
import { startSandboxProcess } from '../sandbox-process.ts';
import { openSession } from '../session.ts';
import { builtPages } from './built-pages.ts';
import { createDownloads } from './downloads.ts';
import { hostCalls } from './host-calls.ts';
import { createInbox } from './inbox.ts';
import { openBrowser } from './open-browser.ts';
import { UiServer } from './ui-server.ts';

export interface UiFlags {
  readonly port?: number;
  readonly open?: boolean;
}

/** Milliseconds between looks for dropped files that are not needed any more. */
const sweepEvery = 60 * 60 * 1000;

/** The agent with its pages: watches, uploads, and serves them to this machine until it is interrupted. */
export async function runUi(context: Context, flags: UiFlags, findPages = builtPages): Promise<void> {
  const { environment, output, redactor } = context;
  const logger = rememberLines(context.logger, redactor, Date.now);
  const pages = await findPages((text) => output.note(text));
  const session = await openSession({ ...context, logger }, 'watch');
  const { calls, core, dataDirectory, settings, secrets } = session;
  const sandbox = new TrySandbox({
    settings,
    secrets,
    directory: join(dataDirectory, 'sandbox'),
    launch: (args) => startSandboxProcess(args, environment.variables),
  });
  const downloads = createDownloads();
  const host = hostCalls({ session, version, sandbox, downloads, lines: logger.lines });
  const inbox = createInbox(dataDirectory);
  const server = new UiServer({
    pages,
    port: flags.port ?? 0,
    answer: createAnswer({ calls, host, redactor, logger }),
    inbox,
    annotated: (path) => annotatedFile(calls, path),
    downloads,
    redactor,
    logger,
    onNewAddress: (address) => sayAddress(context, address),
  });
  const sweep = () =>
    inbox.sweep(calls, Date.now()).catch((error) => logger.warn('the inbox was not swept', { error }));
  const sweeper = setInterval(() => void sweep(), sweepEvery);
  const stopEvents = relayEvents(core, (name, payload) => server.events.send(name, payload));
  let tidy: () => Promise<void> = async () => undefined;
  try {
    const address = await server.start();
    sayAddress(context, address);
    if (flags.open === true) {
      tidy = await openBrowser(address, dataDirectory, () =>
        output.note('No browser could be opened; open the address yourself.'),
      );
    }
    sandbox.resume().catch((error) => logger.warn('the sandbox did not start again', { error }));
    await sweep();
    if (!environment.interrupted.aborted) await once(environment.interrupted, 'abort');
  } finally {
    clearInterval(sweeper);
    stopEvents();
    await tidy();
    await server.stop();
    await session.end();
    await sandbox.stop();
  }
}

function sayAddress({ output }: Context, address: string): void {
  output.value({ event: 'listening', address });
  output.line('Sluice runs here. Open this address in a browser; it works once, on this machine only:');
  output.line(`  ${address}`);
  output.line('Ctrl+C ends it.');
}
