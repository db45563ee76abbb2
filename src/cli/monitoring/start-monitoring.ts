import { hostname } from 'node:os';
import { createClock } from '#core/ports/clock.ts';
import { followStatus } from '#core/public/host.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { version } from '#shared/version.ts';
import { usage } from '../options.ts';
import { healthSentence, namer } from '../output/health-text.ts';
import type { Session } from '../session.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';
import { feedWatchdog } from './feed-watchdog.ts';
import { healthReport } from './health-report.ts';
import type { MetricsServer } from './metrics-server.ts';
import { type MonitoringFlags, reportAddress } from './monitoring-options.ts';
import { openServiceManager } from './notify-service-manager.ts';
import { createObserver } from './observe.ts';
import type { Receiver } from './tell-attention.ts';

/** What watches over a running agent. */
export interface Monitoring {
  /** The configuration is read anew: told before and after. */
  around<T>(reload: () => Promise<T>): Promise<T>;
  /** The agent is about to end: said at once, then nothing more is told. */
  stop(): Promise<void>;
}

type Stop = () => unknown;

/** Seconds, where nothing else is said. */
const usualWindow = 30;
const usualPing = 60;

/**
 * Tells whoever watches over the agent how it does: the service manager that started it, Prometheus, a person
 * who is needed, a dead man's switch. All of it reads the one health, and none of it stops the work: what is
 * wrong with what was asked for is said at the start, what fails later goes to the log.
 *
 * @throws AppError `USAGE` when the flags do not fit together
 */
export async function startMonitoring(session: Session, given: MonitoringFlags): Promise<Monitoring> {
  const { core, environment, logger, output, settings, dataDirectory } = session;
  const clock = createClock();
  const flags = { ...given, ...reportAddresses(session, given) };
  const receivers = await receiversOf(session, flags);
  const manager = openServiceManager(environment.variables, logger);
  const observe = createObserver(core, clock.now);
  const report = (status: AgentStatus) => healthReport(status, settings.get());
  const listeners: ((status: AgentStatus) => void)[] = [];
  const stops: Stop[] = [];

  let server: MetricsServer | undefined;
  if (flags.metrics !== undefined) {
    const { MetricsServer: Server } = await import('./metrics-server.ts');
    server = new Server({
      address: flags.metrics,
      observe,
      report: ({ status }) => report(status),
      redactor: session.redactor,
      logger,
      onListening(address) {
        output.event('metrics', { address: `${address}/metrics` });
        output.line(output.say('cli.monitoring.metrics', { address: `${address}/metrics` }));
      },
    });
    server.start();
    stops.push(() => server?.stop());
  }
  if (receivers.length > 0) {
    const { AttentionTeller } = await import('./tell-attention.ts');
    const { openToldFile } = await import('./told-file.ts');
    const told = openToldFile(
      dataDirectory,
      receivers.map(({ id }) => id),
    );
    for (const receiver of receivers) {
      const teller = new AttentionTeller({
        receiver,
        told,
        report,
        clock,
        random: Math.random,
        logger,
        windowMs: (flags.attentionWindow ?? usualWindow) * 1000,
        host: hostname(),
        version,
      });
      listeners.push((status) => teller.look(status));
      stops.push(() => teller.stop());
    }
  }
  if (flags.pingUrl !== undefined) {
    const { startPing } = await import('./ping.ts');
    const ping = startPing({
      url: flags.pingUrl,
      everyMs: (flags.pingEvery ?? usualPing) * 1000,
      look: async () => report((await observe()).status),
      send: core.report,
      clock,
      logger,
    });
    listeners.push((status) => ping.touch(report(status).healthy));
    stops.push(() => ping.stop());
  }
  if (manager !== undefined) {
    listeners.push(({ health }) => manager.status(healthSentence(health, output, namer(settings.get()))));
    manager.ready();
    if (manager.watchdogMs !== undefined)
      stops.push(feedWatchdog({ core, manager, watchdogMs: manager.watchdogMs, clock, logger }));
  }
  if (listeners.length > 0)
    stops.push(
      followStatus(core, (status) => {
        for (const listener of listeners) listener(status);
      }),
    );
  return {
    async around(reload) {
      manager?.reloading();
      try {
        return await reload();
      } finally {
        manager?.ready();
      }
    },
    async stop() {
      manager?.stopping();
      server?.stopping();
      for (const stop of stops.reverse()) await stop();
      await manager?.told();
    },
  };
}

async function receiversOf(session: Session, flags: MonitoringFlags): Promise<Receiver[]> {
  const { environment } = session;
  const receivers: Receiver[] = [];
  if (flags.onAttention !== undefined) {
    const { commandReceiver } = await import('./command-receiver.ts');
    const { variables, workingDirectory } = environment;
    receivers.push(commandReceiver(flags.onAttention, variables, workingDirectory));
  }
  if (flags.attentionWebhook !== undefined) {
    const { webhookKey, webhookReceiver } = await import('./webhook-receiver.ts');
    const secret = secretFrom(createSecretReader(session), secretVariables.webhook);
    if (secret === undefined) throw usage('cli.usage.noWebhookSecret');
    receivers.push(
      webhookReceiver(flags.attentionWebhook, webhookKey(secret), Date.now, session.core.report),
    );
  }
  return receivers;
}

/** What is shorter, as `/ping`, is no secret, and stands in paths of files, which are to stay readable. */
const shortestSecret = 12;

/**
 * What follows the host in such an address is a secret often: whoever has it can say that all is well. So it
 * stays out of all that is said.
 */
function reportAddresses({ redactor }: Session, flags: MonitoringFlags): Partial<MonitoringFlags> {
  const taken = (option: string, address: string) => {
    const url = reportAddress(option, address);
    const { pathname, search } = new URL(url);
    for (const part of [pathname, `${pathname}${search}`])
      if (part.length >= shortestSecret) redactor.add(part);
    return url;
  };
  const { attentionWebhook, pingUrl } = flags;
  return {
    ...(attentionWebhook !== undefined && {
      attentionWebhook: taken('--attention-webhook', attentionWebhook),
    }),
    ...(pingUrl !== undefined && { pingUrl: taken('--ping-url', pingUrl) }),
  };
}
