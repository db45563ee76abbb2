import type { TestProject } from 'vitest/node';
import { findOrBuildAgent } from '../../../scripts/build-agent.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the command line and the sandbox, built once for the whole run. */
    readonly builtAgent: string;
  }
}

/** For the tests that start the command line: from sources, starts would be most of what they cost. */
export async function setup(project: TestProject): Promise<() => void> {
  const built = await findOrBuildAgent();
  project.provide('builtAgent', built.directory);
  return built.remove;
}
