import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '#core/ports/logger.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { AttentionGroup, Finding, Health } from '#shared/bridge/health.ts';
import { folderIdSchema } from '#shared/ids/ids.ts';
import { createReporter, type SendReport } from '#core/service/send-report.ts';
import { createTestNetwork } from '#core/service/testing/test-network.ts';
import { atTestEnd } from '../support/at-test-end.ts';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on loopback that keeps what it hears; where `answer` is left out, it answers 200 and nothing. */
export async function startListener(
  answer: (heard: Heard, response: ServerResponse) => void = (_heard, response) => response.end(),
): Promise<{ origin: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body };
    heard.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTestEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

/** A logger that keeps what it is told, as text. */
export function keepLog(): Logger & { lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string, fields?: unknown) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export const aFinding = (code: string, given: Partial<Finding> = {}): Finding => ({
  about: 'folder',
  level: 'trouble',
  code,
  message: code,
  said: { code, values: {} },
  since: null,
  profileId: null,
  folderId: folderIdSchema.parse('f1'),
  ...given,
});

export const aGroup = (
  code: string,
  count: number,
  place: AttentionGroup['place'] = 'uploads',
): AttentionGroup => ({
  code,
  count,
  place,
  folderId: null,
});

/** How an agent is doing that has these findings and these files that need somebody. */
export function aStatus(findings: Finding[] = [], groups: AttentionGroup[] = []): AgentStatus {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const health: Health = {
    state: findings.length > 0 ? 'trouble' : total > 0 ? 'attention' : 'idle',
    findings,
    attention: { total, groups },
    waiting: 0,
    services: {},
    teams: {},
  };
  return {
    profile: null,
    agent: null,
    keyPresent: true,
    paused: false,
    health,
    counts: {},
    active: [],
    bytesPerSecond: 0,
    secondsLeft: null,
    budget: { limit: 0, used: 0, heldForMs: 0, waitsUntil: null },
    abandonedSlots: 0,
  };
}

/** How the agent sends reports, on a network without proxies. */
export function sendReport(within?: number): SendReport {
  const connections = createTestNetwork().connections();
  atTestEnd(() => connections.close());
  return createReporter(connections, within);
}
