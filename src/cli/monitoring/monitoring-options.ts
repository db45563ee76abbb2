import type { Command } from 'commander';
import { isInsecure, isLoopbackHost } from '#shared/settings/insecure-address.ts';
import { invalid } from '../invalid.ts';
import { usage, wholeNumber } from '../options.ts';

/** Where metrics are served. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** How an agent is watched, as its command is told. */
export interface MonitoringFlags {
  readonly metrics?: ListenAddress;
  readonly metricsRemote?: boolean;
  readonly onAttention?: string;
  readonly attentionWebhook?: string;
  readonly attentionWindow?: number;
  readonly pingUrl?: string;
  readonly pingEvery?: number;
}

/** Adds the options of commands that run an agent. */
export function addMonitoringOptions(command: Command): Command {
  return command
    .option(
      '--metrics <address>',
      'serve metrics for Prometheus, and /ready and /healthy, at this address, such as 127.0.0.1:9469',
      listenAddress,
    )
    .option('--metrics-remote', 'let --metrics serve other machines too; they read names of folders')
    .option('--on-attention <command>', 'run this command when a person is needed; it gets JSON on stdin')
    .option(
      '--attention-webhook <url>',
      'send a signed message there when a person is needed (secret: SLUICE_WEBHOOK_SECRET)',
    )
    .option(
      '--attention-window <seconds>',
      'gather what needs a person for so long before it is told (default: 30)',
      wholeNumber(0, 86_400),
    )
    .option(
      '--ping-url <url>',
      'ask for this address while the agent is healthy, and for its /fail when it is not',
    )
    .option('--ping-every <seconds>', 'how often (default: 60)', wholeNumber(1, 86_400));
}

/** `127.0.0.1:9469`, `[::1]:9469`, `localhost:0`, or a port alone, which is of 127.0.0.1. */
export function listenAddress(value: string): ListenAddress {
  const match = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(value.trim());
  const port = Number(match?.[2]);
  if (!match || port > 65_535) throw invalid('cli.option.listen');
  return { host: (match[1] ?? '127.0.0.1').replaceAll(/[[\]]/g, ''), port };
}

/**
 * Where reports go: their addresses are secrets often, so they go over https, or stay on this machine. It is
 * looked at by the command and not by commander, which would repeat a wrong one.
 *
 * @throws AppError `USAGE`, without the address
 */
export function reportAddress(option: string, value: string): string {
  const url = URL.parse(value);
  const isSafe = url !== null && /^https?:$/.test(url.protocol) && !isInsecure(url);
  if (!isSafe || url.username !== '' || url.password !== '')
    throw usage('cli.usage.reportAddress', { option });
  return url.href;
}

/**
 * Whether the flags fit together, before anything is opened.
 *
 * @throws AppError `USAGE`
 */
export function checkMonitoring({
  metrics,
  metricsRemote,
  attentionWebhook,
  pingUrl,
}: MonitoringFlags): void {
  if (attentionWebhook !== undefined) reportAddress('--attention-webhook', attentionWebhook);
  if (pingUrl !== undefined) reportAddress('--ping-url', pingUrl);
  if (metrics === undefined || metricsRemote === true) return;
  const host = metrics.host.includes(':') ? `[${metrics.host}]` : metrics.host;
  if (!isLoopbackHost(host)) throw usage('cli.usage.metricsRemote', { host: metrics.host });
}
