import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start one program or one engine after the other, in a few lines. */
const long = ['test/torture/', 'test/bench/'];

/**
 * The files that take longest go first in their project, so that none is waited for alone at the end. Vitest
 * takes what it knows from an earlier run, and in a new clone the size of a file, which says little of these.
 */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((folder) => moduleId.includes(`/${folder}`));
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}
