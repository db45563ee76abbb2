import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** What gives a test a second chance, or a second of the wall clock to pass in. */
const lies: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a second try', /\bretr(?:y|ies): *[1-9]|\bretry\([1-9]/],
  ['a wait that gives up after a second', /\bvi\.wait(?:For|Until)\(/],
  ['a sleep', /\bwaitForTimeout\(|await new Promise\(\(?\w*\)? *=> *setTimeout\(/],
];

/** Where such a wait is the tool itself, and shapes no pass. */
const tools = ['test/support/until.ts', 'e2e/support/quiet.ts'];

const liesIn = (text: string) => lies.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));

test('no test leans on the wall clock or is tried again by itself', () => {
  const patterns = ['test/**/*.ts', 'e2e/**/*.ts', 'src/**/*.test.{ts,tsx}', 'src/**/testing/**/*.{ts,tsx}'];
  const files = globSync(patterns, { cwd: projectRoot }).filter((file) => !file.startsWith('test/canary/'));
  expect(files.length).toBeGreaterThan(300);
  const found = files
    .filter((file) => !tools.includes(file))
    .flatMap((file) =>
      liesIn(readFileSync(join(projectRoot, file), 'utf8')).map((what) => `${file}: ${what}`),
    );
  expect(found).toEqual([]);
});

test('each of them would be found', () => {
  expect(liesIn("test('x', { retry: 2 }, () => undefined)")).toEqual(['a second try']);
  expect(liesIn('test.describe.configure({ retries: 1 })')).toEqual(['a second try']);
  expect(liesIn('await vi.waitFor(check)')).toEqual(['a wait that gives up after a second']);
  expect(liesIn('await page.waitForTimeout(50)')).toEqual(['a sleep']);
  expect(liesIn('await new Promise((resolve) => setTimeout(resolve, 5))')).toEqual(['a sleep']);
});
