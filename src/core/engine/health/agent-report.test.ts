import { expect, test } from 'vitest';
import { lastReport, leaveReport, reportOf } from './agent-report.ts';

const parts = {
  keys: { p: 'KEY_REJECTED' },
  services: {},
  teams: {},
  holds: {},
  rebuilding: {},
  folders: {},
  stands: [],
  notices: [],
};

test('T-6: the word of an agent counts while that agent has the data folder, and for no other', () => {
  const kept = new Map<string, unknown>();
  const facts = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => kept.set(key, value),
  };
  const ledger = { facts } as unknown as Parameters<typeof leaveReport>[0];
  const agent = { process: 7, host: 'here', since: '2026-01-01T00:00:00Z', engine: 'watch' } as const;
  leaveReport(ledger, agent, parts);
  expect(reportOf(ledger, agent)).toEqual(parts);
  expect(reportOf(ledger, { ...agent, process: 8 })).toBeUndefined();
  // The number of a process is given again.
  expect(reportOf(ledger, { ...agent, since: '2026-01-01T00:00:01Z' })).toBeUndefined();
  expect(lastReport(ledger)).toEqual(parts);
});
