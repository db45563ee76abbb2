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

// What a torture came to has no goals: it is clean, or its row says what it is not.
const measured = readdirSync(`${projectRoot}/docs/benchmarks`).filter((file) => !file.startsWith('torture'));

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
