import { expect, test } from 'vitest';
import { testWorkers } from '../../scripts/test-workers.ts';

test('more processes run tests where others use the machine too, and only there', () => {
  expect(testWorkers(3, 0, 2)).toBe(3);
  // Those of a run itself are no others.
  expect(testWorkers(3, 4.5, 2)).toBe(3);
  expect(testWorkers(3, 6, 2)).toBe(6);
  expect(testWorkers(3, 6, 8)).toBe(3);
});
