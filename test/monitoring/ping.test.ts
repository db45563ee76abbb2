import { expect, onTestFinished, test } from 'vitest';
import { createTurnedClock } from '#core/service/testing/turned-clock.ts';
import { healthReport } from '../../src/cli/monitoring/health-report.ts';
import { startPing } from '../../src/cli/monitoring/ping.ts';
import { until } from '../support/until.ts';
import { aFinding, aStatus, keepLog, sendReport, startListener } from './support.ts';

async function world(answer?: Parameters<typeof startListener>[0]) {
  const { origin, heard } = await startListener(answer);
  const clock = createTurnedClock();
  const logger = keepLog();
  const agent = { status: aStatus(), hangs: false };
  const report = () => healthReport(agent.status, { folders: [], profiles: [] });
  const ping = startPing({
    url: `${origin}/the-uuid`,
    everyMs: 60_000,
    look: async () => (agent.hangs ? new Promise<never>(() => undefined) : report()),
    send: sendReport(),
    clock,
    logger,
  });
  onTestFinished(() => (agent.hangs ? undefined : ping.stop()));
  const paths = () => heard.map(({ method, path }) => `${method} ${path}`);
  const pings = (count: number) => until(`${count} pings`, () => heard.length >= count && clock.timers() > 0);
  return { agent, clock, heard, logger, paths, ping, pings };
}

test('a healthy agent pings once a minute; one that is not tells /fail at once, with the sentence of its health', async () => {
  const { agent, clock, heard, paths, ping, pings } = await world();
  await pings(1);
  await clock.turn(59_999);
  expect(paths()).toEqual(['GET /the-uuid']);
  await clock.turn(1);
  await pings(2);
  agent.status = aStatus([aFinding('FOLDER_MISSING')]);
  ping.touch(false);
  await clock.turn(5_000);
  await pings(3);
  expect(paths()).toEqual(['GET /the-uuid', 'GET /the-uuid', 'POST /the-uuid/fail']);
  expect(heard[2]?.body).toContain('stands until you act');
  agent.status = aStatus();
  ping.touch(true);
  await clock.turn(5_000);
  await pings(4);
  expect(paths()[3]).toBe('GET /the-uuid');
});

test('what changes while a slow switch is told is told next, and not a minute later', async () => {
  const slow = Promise.withResolvers<void>();
  const { agent, clock, heard, paths, ping, pings } = await world((_heard, response) => {
    void slow.promise.then(() => response.end());
  });
  await until('it is on its way', () => heard.length === 1);
  agent.status = aStatus([aFinding('FOLDER_MISSING')]);
  ping.touch(false);
  slow.resolve();
  await pings(1);
  await clock.turn(5_000);
  await pings(2);
  expect(paths()).toEqual(['GET /the-uuid', 'POST /the-uuid/fail']);
});

test('an agent that cannot be looked at pings nobody', async () => {
  const { agent, clock, paths, pings } = await world();
  await pings(1);
  agent.hangs = true;
  await clock.turn(3_600_000);
  expect(paths()).toEqual(['GET /the-uuid']);
});

test('a switch that is down is said once, without its address, and pinged on', async () => {
  const { clock, logger, paths, pings } = await world((_heard, response) => response.writeHead(500).end());
  await pings(1);
  await until('it is said', () => logger.lines.length > 0);
  for (let count = 2; count <= 4; count += 1) {
    await clock.turn(60_000);
    await pings(count);
  }
  expect(paths()).toHaveLength(4);
  expect(logger.lines.filter((line) => line.startsWith('warn'))).toEqual([
    expect.stringContaining('it answered 500'),
  ]);
  expect(logger.lines.join()).not.toContain('the-uuid');
});
