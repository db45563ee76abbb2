import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Health } from '#shared/bridge/health.ts';
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
