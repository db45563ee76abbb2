import { once } from 'node:events';
import { join, resolve } from 'node:path';
import {
  annotatedFile,
  createAnswer,
  createLeave,
  createOriginalPages,
  relayEvents,
  rememberLines,
  TrySandbox,
  type Want,
} from '#core/public/host.ts';
import { version } from '#shared/version.ts';
import { dataDirectory } from '../adapters/data-directory.ts';
import type { Context } from '../context.ts';
import { checkMonitoring, type MonitoringFlags } from '../monitoring/monitoring-options.ts';
import { startMonitoring } from '../monitoring/start-monitoring.ts';
import { printable } from '../output/format.ts';
import { startSandboxProcess } from '../sandbox-process.ts';
import { openSession } from '../session.ts';
import { builtPages } from './built-pages.ts';
import { createDownloads } from './downloads.ts';
import { hostCalls } from './host-calls.ts';
import { createInbox, keepSwept } from './inbox.ts';
import { createLeaveDesk } from './leave-desk.ts';
import { openBrowser } from './open-browser.ts';
import { askRunningAgent, type OwnerCommand, openOwnerLine } from './owner-line.ts';
import { type ConnectionLimits, UiServer } from './ui-server.ts';

export interface UiFlags extends MonitoringFlags {
  readonly port?: number;
  /** Loopback address to listen on; without, a random one. */
  readonly host?: string;
  readonly open?: boolean;
  /** Asks the agent that runs already to end all sessions. */
  readonly signOut?: boolean;
  /** Asks it for another address to sign in with. */
  readonly address?: boolean;
  /** Folders that the pages may use without asking in the terminal. */
  readonly allow?: readonly string[];
}

/** What tests put in place of what is built and usual. */
export interface UiParts {
  readonly findPages?: (onBuild: () => void) => Promise<string>;
  readonly limits?: Partial<ConnectionLimits> | undefined;
}

/** The agent with its pages: watches, uploads, and serves them to this machine until it is interrupted. */
export async function runUi(context: Context, flags: UiFlags, parts: UiParts = {}): Promise<void> {
  const { findPages = builtPages, limits = {} } = parts;
  const { environment, options, output, redactor } = context;
  if (flags.signOut === true || flags.address === true) {
    const directory = dataDirectory(options, environment);
    return obey(context, directory, flags.signOut === true ? 'sign-out' : 'address');
  }
  checkMonitoring(flags);
  const logger = rememberLines(context.logger, redactor, Date.now);
  const pages = await findPages(() => output.hint(output.say('cli.ui.builds')));
  const session = await openSession({ ...context, logger }, 'watch');
  const { calls, core, settings, secrets } = session;
  const sandbox = new TrySandbox({
    settings,
    secrets,
    directory: join(session.dataDirectory, 'sandbox'),
    launch: (args) => startSandboxProcess(args, environment.variables),
  });
  const downloads = createDownloads();
  const originals = createOriginalPages(
    calls,
    () => performance.now(),
    () => settings.get().activeProfileId,
  );
  const allowed = (flags.allow ?? []).map((path) => resolve(environment.workingDirectory, path));
  const leave = createLeave(settings, [...allowed, join(session.dataDirectory, 'inbox')]);
  const desk = createLeaveDesk(leave, (code, wants) => sayLeave(context, code, wants));
  const host = hostCalls({
    session,
    version,
    sandbox,
    downloads,
    originals,
    leave,
    desk,
    lines: logger.lines,
  });
  const inbox = createInbox(session.dataDirectory);
  const server = new UiServer({
    pages,
    port: flags.port ?? 0,
    host: flags.host,
    segment: environment.pagesSegment,
    answer: createAnswer({ calls, host, leave, redactor, logger }),
    inbox,
    annotated: (path) => annotatedFile(calls, path),
    originals,
    downloads,
    redactor,
    logger,
    limits,
    onNewAddress: (address) => sayAddress(context, address),
  });
  const stopEvents = relayEvents(core, (name, payload) => server.events.send(name, payload));
  const endSweeping = keepSwept(inbox, calls, logger);
  const tidy: (() => Promise<void>)[] = [];
  try {
    const line = await openOwnerLine(session.dataDirectory, await server.start());
    tidy.push(line.close);
    server.listenToOwner(line.secret);
    const monitoring = await startMonitoring(session, flags);
    tidy.push(() => monitoring.stop());
    sayAddress(context, server.address());
    if (flags.open === true) {
      const onFailure = () => output.note(output.say('cli.ui.noBrowser'));
      const { variables } = environment;
      tidy.push(await openBrowser(server.address(), session.dataDirectory, variables, onFailure));
    }
    sandbox.resume().catch((error) => logger.warn('the sandbox did not start again', { error }));
    if (!environment.interrupted.aborted) await once(environment.interrupted, 'abort');
  } finally {
    endSweeping();
    stopEvents();
    for (const one of tidy) await one();
    await server.stop();
    await session.end();
    await sandbox.stop();
  }
}

async function obey({ output }: Context, directory: string, command: OwnerCommand): Promise<void> {
  const address = await askRunningAgent(directory, command);
  output.result(command === 'sign-out' ? { signedOut: true } : { address }, () =>
    output.line(command === 'sign-out' ? output.say('cli.ui.signedOut') : address),
  );
}

/**
 * What a page asks for, and the code that answers it. Whoever did not ask for it in a page types it nowhere.
 */
function sayLeave({ output }: Context, code: string, wants: readonly Want[]): void {
  output.event('leave', { code, wants });
  output.line(output.say('cli.ui.asks'));
  for (const want of wants)
    output.line(`  - ${printable(output.say(`cli.leave.${want.kind}`, { ...want }))}`);
  output.line(output.say('cli.ui.code', { code }));
}

function sayAddress({ output }: Context, address: string): void {
  output.event('listening', { address });
  output.line(output.say('cli.ui.address'));
  output.line(`  ${address}`);
  output.line(output.say('cli.ui.ends'));
}
