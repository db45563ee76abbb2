import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestContext } from 'vitest';

const running = new AsyncLocalStorage<TestContext>();

/** Runs a test so that what it calls knows it; `remember-test.ts` does so with each. */
export function rememberTest(runTest: () => Promise<void>, context: TestContext): Promise<void> {
  return running.run(context, runTest);
}

/**
 * Runs when the test that calls it has ended. Vitest's own `onTestFinished` takes the test that was begun or
 * ended last for the one that calls it: where tests of a file run side by side that is often another one.
 */
export function atTestEnd(clear: () => unknown): void {
  const test = running.getStore();
  if (!test) throw new Error('No test is running here.');
  test.onTestFinished(async () => void (await clear()));
}
