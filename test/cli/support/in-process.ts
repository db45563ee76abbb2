import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { inject } from 'vitest';
import type { createCore } from '#core/create-core.ts';
import type { runCommandLine } from '../../../src/cli/command-line.ts';
import { fakeEnvironment } from '../../../src/cli/testing/fake-environment.ts';

interface Loaded {
  readonly runCommandLine: typeof runCommandLine;
  readonly createCore: typeof createCore;
}

/** Where the bundle lies, and what Node made of its code when it ran before: both go when the run is over. */
export const built = (name: string) => join(inject('builtAgent'), name);
export const compileCache = () => built('compile-cache');

let loaded: Loaded | undefined;

/** The bundle, as Node loads it: Vitest would take every module of it through its own hands. */
function load(): Loaded {
  if (loaded !== undefined) return loaded;
  // Away from any real data folder, also where a test forgets to name one.
  process.env.HOME = '/nonexistent';
  delete process.env.XDG_DATA_HOME;
  enableCompileCache(compileCache());
  const require = createRequire(import.meta.url);
  loaded = { ...require(built('command-line.js')), ...require(built('create-core.js')) } as Loaded;
  return loaded;
}

/** One command in the test's own process: a tenth of what a start of the program takes. */
export async function runInProcess(
  args: readonly string[],
  given: Omit<NonNullable<Parameters<typeof fakeEnvironment>[0]>, 'createCore'>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const core = load();
  const { environment, stdout, stderr } = fakeEnvironment({ ...given, createCore: core.createCore });
  const code = await core.runCommandLine(args, environment);
  return { code, stdout: stdout(), stderr: stderr() };
}
