import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runOrMissing } from '../support/installed.ts';
import { aStatus } from './support.ts';

const page = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const rules = page('monitoring/sluice.rules.yml');

test('the rules of the page are those of the file', () => {
  const [, shown] = /```yaml\n(groups:\n[^`]*)```/.exec(readFileSync(page('monitoring.md'), 'utf8')) ?? [];
  expect(readFileSync(rules, 'utf8').replace(/^#.*\n/, '')).toBe(shown);
});

test.runIf(runOrMissing('promtool', ['--version']))(
  'promtool takes the rules (needs the package prometheus)',
  () => {
    expect(execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })).toContain('SUCCESS');
  },
);

test('each metric of the rules and of the page is served, and each that is served stands in the page', async () => {
  const { metricsText } = await import('../../src/cli/monitoring/metrics-text.ts');
  const text = await metricsText(
    { status: aStatus(), folders: [], measures: { profiles: [], ledgerBytes: 0 }, at: 0 },
    'prometheus',
  );
  const served = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  const written = readFileSync(page('monitoring.md'), 'utf8');
  const named = (source: string) => new Set(source.match(/\bsluice_[a-z_]+/g));
  for (const name of named(written + readFileSync(rules, 'utf8'))) expect(served).toContain(name);
  // Those of a folder's coverage stand there by their middle.
  const short = (name: string) => /^sluice_folder_(\w+)_files$/.exec(name)?.[1] ?? name;
  for (const name of served) expect(written).toContain(short(name));
});

test('the team is told by profile, and since when its database is away', async () => {
  const { metricsText } = await import('../../src/cli/monitoring/metrics-text.ts');
  const status = aStatus();
  const away = {
    state: 'unreachable',
    why: 'network',
    code: 'ECONNREFUSED',
    since: 60_000,
    paused: null,
  } as const;
  const there = { state: 'reachable', why: null, code: null, since: null, paused: null } as const;
  const health = { ...status.health, teams: { desk: away, other: there } };
  const of = { folders: [], measures: { profiles: [], ledgerBytes: 0 }, at: 0 };
  const text = await metricsText({ status: { ...status, health }, ...of }, 'prometheus');
  expect(text.split('\n').filter((line) => line.startsWith('sluice_team_'))).toEqual([
    'sluice_team_reachable{profile="desk"} 0',
    'sluice_team_reachable{profile="other"} 1',
    'sluice_team_unreachable_since_timestamp_seconds{profile="desk"} 60',
  ]);
});
