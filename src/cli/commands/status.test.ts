import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Finding, Health } from '#shared/bridge/health.ts';
import { profile } from '#shared/testing/samples.ts';
import { runCommandLine } from '../command-line.ts';
import { formatTime } from '../output/format.ts';
import { fakeCore } from '../testing/fake-core.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

async function status(health: Partial<Health>, ...args: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-status-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const core = fakeCore({
    'agent.status': () => statusWith(health),
    'folders.list': () => [],
  });
  const { environment, stdout, stderr } = fakeEnvironment({ createCore: () => core });
  const code = await runCommandLine(['status', ...args, '--data-dir', directory], environment);
  return { code, stdout: stdout(), stderr: stderr() };
}

function statusWith(health: Partial<Health>): AgentStatus {
  return {
    profile,
    keyPresent: true,
    paused: false,
    agent: null,
    active: [],
    counts: {},
    budget: { heldForMs: 0, waitsUntil: null },
    abandonedSlots: 0,
    health: {
      state: 'idle',
      findings: [],
      attention: { total: 0, groups: [] },
      waiting: 0,
      services: {},
      teams: {},
      ...health,
    },
  } as unknown as AgentStatus;
}

test('of a service that is asked seldom it says when it last answered', async () => {
  const [since, last] = [Date.UTC(2026, 10, 20, 9), Date.UTC(2026, 10, 20, 17)];
  const answers = { state: 'closed', code: null, detail: null, since: null, nextProbeAt: null } as const;
  const services = {
    [profile.id]: { ...answers, lastSuccessAt: last, reachableSince: since, needsPerson: false },
  };
  const { stdout } = await status({ services });
  expect(stdout).toContain(formatTime(last));
  expect(stdout).not.toContain(formatTime(since));
});

test('a machine that still reports its earlier uploads to the team is not called refused', async () => {
  const team = { state: 'refused', code: null, since: 1_000, paused: null } as const;
  const teamRow = async (why: 'joining' | 'restored' | 'login') => {
    const { stdout } = await status({ teams: { [profile.id]: { ...team, why } } });
    return stdout.split('\n').find((line) => line.startsWith('Team'));
  };
  for (const why of ['joining', 'restored'] as const)
    expect(await teamRow(why)).toMatch(
      / its database is reachable; earlier uploads are reported to it first$/,
    );
  expect(await teamRow('login')).toMatch(/ its database takes nothing from this machine$/);
});

const finding = (level: Finding['level'], code: string): Finding => ({
  about: 'key',
  level,
  code,
  message: `the ${level}`,
  said: { code: `of a newer Sluice ${level}`, values: {} },
  since: null,
  profileId: profile.id,
  folderId: null,
});
const findings = [
  finding('trouble', 'of-newer-1'),
  finding('held', 'of-newer-2'),
  finding('note', 'of-newer-3'),
];

test('--quiet hides no finding that needs the user', async () => {
  const attention: Health['attention'] = {
    total: 2,
    groups: [{ code: 'EMPTY', count: 2, place: 'files', folderId: null }],
  };
  const quiet = await status({ state: 'trouble', findings, attention }, '--quiet');
  expect(quiet.stdout).toBe('');
  expect(quiet.stderr.split('\n')).toEqual([
    expect.stringContaining('the trouble'),
    expect.stringMatching(/^ +2 {2}/),
    '',
  ]);
  const json = await status({ state: 'trouble', findings }, '--quiet', '--json');
  expect(json.stderr).toBe('');
  const loud = await status({ state: 'trouble', findings, attention });
  expect(loud.stderr).toBe('');
  expect(loud.stdout).toMatch(/the trouble.*the held.*the note/s);
});

test('--quiet hides the line of a check only where all is well', async () => {
  const held = await status({ state: 'held', findings }, '--check', '--quiet');
  expect([held.stdout, held.stderr]).toEqual(['', expect.stringMatching(/^CRITICAL: .*the trouble/)]);
  expect(await status({}, '--check', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
});
