import type { TestProject } from 'vitest/node';
import { buildAgent } from '../../../scripts/build-agent.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The command line, built once for the whole run. */
    readonly sluiceProgram: string;
  }
}

/** For the tests that start the command line: from sources, starts would be most of what they cost. */
export async function setup(project: TestProject): Promise<() => void> {
  const built = await buildAgent();
  project.provide('sluiceProgram', built.program);
  return built.remove;
}
