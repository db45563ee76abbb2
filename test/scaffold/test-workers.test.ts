import { expect, test, vi } from 'vitest';
import { loadVariable, testWorkers } from '../../scripts/test-workers.ts';

test('more processes run tests where others use the machine too, and only there', () => {
  expect(testWorkers(3, 0, 2)).toBe(3);
  // Those of a run itself are no others.
  expect(testWorkers(3, 4.5, 2)).toBe(3);
  expect(testWorkers(3, 6, 2)).toBe(6);
  expect(testWorkers(3, 6, 8)).toBe(3);
});

test('a step of a run goes by the load before the run, and not by what the step before it made', () => {
  for (const [load, workers] of [
    ['0', 3],
    ['6', 6],
  ] as const) {
    vi.stubEnv(loadVariable, load);
    expect(testWorkers(3, undefined, 2)).toBe(workers);
  }
  vi.unstubAllEnvs();
});
