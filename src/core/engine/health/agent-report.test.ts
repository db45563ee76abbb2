import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasReported, openAgentReport, reportOf } from './agent-report.ts';

const parts = {
  keys: { p: 'KEY_REJECTED' },
  services: {},
  teams: {},
  holds: {},
  rebuilding: {},
  folders: {},
  stands: [],
  failing: [],
  notices: [],
};
const agent = { process: 7, host: 'here', since: '2026-01-01T00:00:00.000Z', engine: 'watch' } as const;
const start = Date.parse(agent.since);

/** The report of an agent that started at `start`, at a time that the test sets. */
function world() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-report-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const time = { now: start };
  const report = openAgentReport(directory, agent, () => time.now);
  onTestFinished(() => report.close());
  return { directory, time, report, path: join(directory, 'agent.report.json') };
}

test('T-6: the report of an agent counts for a minute, while that agent has the data folder, and for no other', () => {
  const { directory, time, report } = world();
  report.leave(parts);
  time.now += 59_000;
  expect(reportOf(directory, agent, time.now)).toEqual({ parts });
  expect(reportOf(directory, 'unnamed', time.now)).toEqual({ parts });
  time.now += 1_000;
  expect(reportOf(directory, agent, time.now)).toEqual({ silentSince: start });
  // Numbers of processes are used again.
  for (const other of [
    { ...agent, process: 8 },
    { ...agent, since: '2026-01-01T00:00:01.000Z' },
  ])
    expect(reportOf(directory, other, time.now + 1_000)).toEqual({ silentSince: Date.parse(other.since) });
});

test('an agent that starts has a minute for its first report; a command that holds the folder owes none', () => {
  const { directory, report } = world();
  expect(reportOf(directory, agent, start + 59_000)).toEqual({});
  expect(reportOf(directory, agent, start + 60_000)).toEqual({ silentSince: start });
  expect(reportOf(directory, 'unnamed', start)).toEqual({ silentSince: null });
  report.leave(null);
  expect(reportOf(directory, agent, start)).toEqual({ parts: undefined });
  expect(reportOf(directory, { ...agent, engine: 'none' }, start + 600_000)).toEqual({});
  expect(reportOf(directory, undefined, start)).toEqual({});
});

test('the file has its size before anything needs it, keeps it, and grows for a report that is larger', () => {
  const { directory, report, path, time } = world();
  report.leave(null);
  const size = 64 * 1024;
  expect(statSync(path)).toMatchObject({ size });
  const { ino } = statSync(path);
  report.leave({ ...parts, keys: { p: 'x'.repeat(200_000) } });
  report.leave(parts);
  expect(reportOf(directory, agent, time.now)).toEqual({ parts });
  expect(statSync(path)).toMatchObject({ ino, size: expect.any(Number) });
  expect(statSync(path).size).toBeGreaterThan(200_000);
});

test('half of two reports is none', () => {
  const { directory, report, path, time } = world();
  report.leave(parts);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"at":\d+/, '"at":1'));
  expect(reportOf(directory, agent, time.now + 600_000)).toEqual({ silentSince: start });
});

test('a report whose file was removed or replaced is there again with the next one', () => {
  const { directory, report, path, time } = world();
  report.leave(parts);
  rmSync(path);
  report.leave(parts);
  expect(reportOf(directory, agent, time.now)).toEqual({ parts });
  expect(openAgentReport(directory, agent, () => 0).before).toEqual(parts);
});

test('an agent that is killed while it starts does not hide that another one worked here', () => {
  const { directory, report } = world();
  report.leave(null);
  expect(hasReported(directory)).toBe(false);
  report.leave(parts);
  for (let start = 0; start < 2; start++) {
    const killed = openAgentReport(directory, agent, () => 0);
    killed.leave(null);
    killed.close();
    expect(hasReported(directory)).toBe(true);
  }
});
