import type { TestCount } from './test-count.ts';

interface Suite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly Suite[];
}

interface PlaywrightReport {
  readonly suites: readonly Suite[];
  /** What went wrong outside of any test. */
  readonly errors: readonly unknown[];
}

/**
 * Counts the tests in the text of Playwright's JSON report; an empty text, left by a crash, counts as
 * nothing. What passed only at a second try has failed.
 */
export function countEndToEnd(report: string): TestCount {
  const count: TestCount = { passed: 0, failed: 0, unloaded: 0, skipped: [] };
  if (report === '') return count;
  const { suites, errors } = JSON.parse(report) as PlaywrightReport;
  count.failed += errors.length;
  const visit = (suite: Suite, file: string): void => {
    for (const { title, tests } of suite.specs ?? []) {
      const name = `${file} › ${title}`;
      for (const { status } of tests) {
        if (status === 'expected') count.passed += 1;
        else if (status === 'skipped') count.skipped.push(name);
        else count.failed += 1;
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, file);
  };
  for (const suite of suites) visit(suite, suite.title);
  return count;
}
