import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

test.each([
  ['the registry of operations', 'interface-table'],
  ['a command of `sluice`', 'commands-page'],
  ['exit codes or common variables', 'readme-tables'],
  ['what the benchmarks printed', 'benchmarks-page'],
  ['options or variables of the command line', 'environment-table'],
  ['the schema of the configuration file', 'configuration-schema'],
  ['the shape of JSON', 'scripting-page'],
])('docs are current: after changing %s run `node scripts/%s.ts`', (_source, script) => {
  expect(() =>
    execFileSync(process.execPath, [`scripts/${script}.ts`, '--check'], { cwd: projectRoot, stdio: 'pipe' }),
  ).not.toThrow();
});

// What a torture came to has no goals: it is clean, or its row says what it is not. Jumps have two in all.
const measured = readdirSync(`${projectRoot}/docs/benchmarks`).filter(
  (file) => !/^(torture|jumps)/.test(file),
);

test.each(measured)('a goal that was missed in %s is shown as missed', (file) => {
  const page = readFileSync(`${projectRoot}/docs/BENCHMARKS.md`, 'utf8').split('\n');
  const lines = readFileSync(`${projectRoot}/docs/benchmarks/${file}`, 'utf8').trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as { name: string; value: number; met?: boolean });
  expect(results.length).toBeGreaterThan(20);
  for (const { name, value, met } of results) {
    const rows = page.filter((line) => line.startsWith(`| \`${name}\` | ${value} `));
    expect(rows, name).not.toEqual([]);
    if (met !== undefined)
      expect(
        rows.some((row) => row.includes('**missed**')),
        name,
      ).toBe(!met);
  }
});

test('a goal that was missed by the jumps is shown as missed', () => {
  const page = readFileSync(`${projectRoot}/docs/BENCHMARKS.md`, 'utf8');
  const [last = ''] = readFileSync(`${projectRoot}/docs/benchmarks/jumps.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .slice(-1);
  const { seed, missed, p50, p99, goals } = JSON.parse(last);
  const said = page.split('\n').find((line) => line.startsWith(`Seed ${seed}, `)) ?? '';
  const verdict = (isMet: boolean) => (isMet ? 'met' : '**missed**');
  expect(said).toContain(`p99 at most ${goals.p99} ms: ${verdict(p50 <= goals.p50 && p99 <= goals.p99)}`);
  expect(said).toContain(`no jump missed: ${verdict(missed === 0)}`);
});
