import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countEndToEnd } from '../../scripts/count-end-to-end.ts';
import { layersThatMustRun } from '../../scripts/layers-that-must-run.ts';
import { projectRoot, runTool } from '../support/project-copy.ts';

const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
const report = (specs: object[], errors: object[] = []) =>
  JSON.stringify({ suites: [{ title: 'agent/x.spec.ts', suites: [{ title: 'inner', specs }] }], errors });

test('every end-to-end test is counted as what it came to', () => {
  const specs = [
    spec('well', 'expected'),
    spec('second try', 'flaky'),
    spec('broken', 'unexpected'),
    spec('left out', 'skipped'),
  ];
  expect(countEndToEnd(report(specs))).toEqual({
    passed: 1,
    failed: 2,
    unloaded: 0,
    skipped: ['agent/x.spec.ts › left out'],
  });
});

test('a run that broke before its tests is a failure, and one that left no report counts as nothing', () => {
  expect(countEndToEnd(report([], [{ message: 'cannot be loaded' }]))).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(countEndToEnd('')).toMatchObject({ passed: 0, failed: 0 });
});

test('every spec belongs to a layer that the check runs or names as skipped', () => {
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--list', '--reporter=json'];
  const { stdout } = runTool(projectRoot, 'playwright', ...args);
  const { skipped } = countEndToEnd(stdout.slice(stdout.indexOf('{')));
  expect(skipped.filter((name) => name.startsWith('agent/')).length).toBeGreaterThan(10);
  expect(skipped.filter((name) => name.startsWith('electron/')).length).toBeGreaterThan(10);
  expect(skipped.filter((name) => !/^(?:agent|electron)\//.test(name))).toEqual([]);
});

test('README’s test command runs the end-to-end tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts).toMatchObject({ test: 'npm run check', check: 'node scripts/check.ts' });
  expect(readFileSync(join(projectRoot, 'scripts/check.ts'), 'utf8')).toContain('runEndToEnd([])');
});

test('a layer that cannot run fails where all have to, and nowhere else', () => {
  const notRun = ['the desktop bundle (there is no Electron runtime)'];
  expect(layersThatMustRun(notRun, { SLUICE_TEST_EVERY_LAYER: '1' })).toEqual(notRun);
  expect(layersThatMustRun([], { SLUICE_TEST_EVERY_LAYER: '1' })).toEqual([]);
  expect(layersThatMustRun(notRun, {})).toEqual([]);
  const workflow = readFileSync(join(projectRoot, '.github/workflows/check.yml'), 'utf8');
  expect(workflow).toMatch(/SLUICE_TEST_EVERY_LAYER: '1'/);
});
