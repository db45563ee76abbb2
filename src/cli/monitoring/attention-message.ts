import { createHash } from 'node:crypto';
import { type Health, findingKey } from '#shared/bridge/health.ts';
import type { HealthReport } from './health-report.ts';

/** What needs a person: each with how many there are. */
export type Needs = Readonly<Record<string, number>>;

/** What stands until somebody acts, and the files that need somebody, by code. */
export function needsOf({ findings, attention }: Pick<Health, 'findings' | 'attention'>): Needs {
  const needs: Record<string, number> = {};
  for (const finding of findings)
    if (finding.level === 'trouble' || finding.level === 'attention')
      needs[`finding ${findingKey(finding)}`] = 1;
  for (const { code, count, place, folderId } of attention.groups) {
    // Whether uploads are all of one folder changes with each of them.
    const key = `${place} ${code} ${place === 'files' ? folderId : ''}`;
    needs[key] = (needs[key] ?? 0) + count;
  }
  return needs;
}

/** What is there now and was not told, or not of so many. */
export function newNeeds(now: Needs, told: Needs): string[] {
  return Object.keys(now).filter((key) => (now[key] ?? 0) > (told[key] ?? 0));
}

/** Whether something is there of which nothing was told. */
export function isOfNewKind(now: Needs, told: Needs): boolean {
  return Object.keys(now).some((key) => !(key in told));
}

/** One message: a payload of Standard Webhooks. */
export interface AttentionMessage {
  /** The same for each try of one message, also after a restart, so that who gets it twice can tell. */
  readonly id: string;
  readonly type: 'attention.needed' | 'attention.over';
  readonly body: string;
}

export interface MessageParts {
  readonly type: AttentionMessage['type'];
  readonly report: HealthReport;
  readonly needs: Needs;
  /** How many are new since the last message. */
  readonly news: number;
  readonly host: string;
  readonly version: string;
  /** Counts the messages that this receiver took. */
  readonly sequence: number;
  /** Of the receiver. */
  readonly receiver: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Findings and groups of a message, at most; how many there are in all is said. */
const mostListed = 50;

export function attentionMessage(parts: MessageParts): AttentionMessage {
  const { type, report, needs, news, host, version, sequence, receiver, at } = parts;
  const { findings, attention, ...rest } = report;
  const data = {
    version: 1,
    host,
    sluice: version,
    news,
    ...rest,
    findings: findings.slice(0, mostListed),
    attention: { total: attention.total, groups: attention.groups.slice(0, mostListed) },
  };
  const said = JSON.stringify([receiver, sequence, type, Object.entries(needs).sort()]);
  const id = `msg_${createHash('sha256').update(said).digest('base64url').slice(0, 27)}`;
  return { id, type, body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }) };
}
