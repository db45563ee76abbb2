import { expect, test } from 'vitest';
import type { TestProject, TestSpecification, Vitest } from 'vitest/node';
import { LongTestsFirst } from '../../scripts/long-tests-first.ts';

const projectOf = (name: string) =>
  ({ name, config: { isolate: false, sequence: { groupOrder: 0 } } }) as unknown as TestProject;
const [integration, unit] = [projectOf('integration'), projectOf('unit')];

test('in a new clone the long files of a project come first in it, and projects stay together', async () => {
  const cache = { getTestSpecificationResult: () => undefined };
  const sequencer = new LongTestsFirst({ cache } as unknown as Vitest);
  const files = [
    { moduleId: '/p/src/a.test.ts', project: unit },
    { moduleId: '/p/test/watch/a.test.ts', project: integration },
    { moduleId: '/p/test/torture/kills.test.ts', project: integration },
  ] as TestSpecification[];
  const sorted = await sequencer.sort(files);
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([
    '/p/test/torture/kills.test.ts',
    '/p/test/watch/a.test.ts',
    '/p/src/a.test.ts',
  ]);
});
