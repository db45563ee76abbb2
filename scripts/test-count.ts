export interface TestCount {
  passed: number;
  failed: number;
  /** Of the failed: files that could not be loaded, so that none of their tests ran. */
  unloaded: number;
  /** Full names of the tests that were skipped or are still to be written. */
  readonly skipped: string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Counts the tests in the text of Vitest's JSON report; an empty text, left by a crash, counts as nothing.
 */
export function countTests(report: string): TestCount {
  const count: TestCount = { passed: 0, failed: 0, unloaded: 0, skipped: [] };
  if (report === '') return count;
  for (const { status, assertionResults } of (JSON.parse(report) as VitestReport).testResults) {
    // A file that could not be loaded has no tests of its own to fail.
    if (status === 'failed' && assertionResults.length === 0) {
      count.failed += 1;
      count.unloaded += 1;
    }
    for (const test of assertionResults) {
      if (test.status === 'passed') count.passed += 1;
      else if (test.status === 'failed') count.failed += 1;
      else count.skipped.push(test.fullName);
    }
  }
  return count;
}
