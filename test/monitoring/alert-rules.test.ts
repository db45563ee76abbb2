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
    { status: aStatus(), folders: [], measures: { profiles: [], teams: [], ledgerBytes: 0 }, at: 0 },
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

test('the team is told by profile: since when its database is away, who is gone, and what only they have', async () => {
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
  const lost = { machines: { there: 2, gone: 3 }, silent: 1, stranded: { files: 4, bytes: 5_000 } };
  // Without a key nobody can say whose files are meant.
  const teams = [
    { id: 'other', ...lost },
    { id: 'third', ...lost, stranded: undefined },
  ];
  const of = { folders: [], measures: { profiles: [], teams, ledgerBytes: 0 }, at: 0 };
  const text = await metricsText({ status: { ...status, health }, ...of }, 'prometheus');
  expect(text.split('\n').filter((line) => line.startsWith('sluice_team_'))).toEqual([
    'sluice_team_reachable{profile="desk"} 0',
    'sluice_team_reachable{profile="other"} 1',
    'sluice_team_unreachable_since_timestamp_seconds{profile="desk"} 60',
    'sluice_team_machines{state="there",profile="other"} 2',
    'sluice_team_machines{state="gone",profile="other"} 3',
    'sluice_team_machines{state="there",profile="third"} 2',
    'sluice_team_machines{state="gone",profile="third"} 3',
    'sluice_team_silent_machines{profile="other"} 1',
    'sluice_team_silent_machines{profile="third"} 1',
    'sluice_team_stranded_files{profile="other"} 4',
    'sluice_team_stranded_bytes{profile="other"} 5000',
  ]);
});
