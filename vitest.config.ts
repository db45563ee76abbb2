import { defineConfig } from 'vitest/config';

/**
 * Milliseconds: tests wait on conditions, so this bounds a failure and never shapes a pass, also on a machine
 * that others use.
 */
const longest = 400_000;

/** Tests that start the command line, often: `test/cli/support/built-agent.ts` builds it for them. */
const startsPrograms = [
  'test/cli/**/*.test.ts',
  'test/operations/{command-line,short-commands}.test.ts',
  'test/ui/export.test.ts',
];

/**
 * Five projects, so that the gates can be run alone: `canary` tests the nets themselves, `unit` sits beside
 * the sources, `renderer` the same for the pages, with a document, `integration` runs the core with real
 * folders, real SQLite and the sandbox over loopback, `programs` the command line as a process of its own.
 */
export default defineConfig({
  test: {
    // A focused test or a run that finds no test is a failure everywhere, not only where CI is set.
    allowOnly: false,
    passWithNoTests: false,
    // They mostly wait, for a clock or for the network: two at a time also where Vitest sees only two cores.
    maxWorkers: 2,
    // A test that fails once in a hundred runs hides a fault in what it tests or in itself.
    retry: 0,
    // Real milliseconds: as the timeouts below, a bound of failures. As in `test/support/until.ts`.
    expect: { poll: { timeout: Number(process.env.SLUICE_TEST_PATIENCE ?? 60_000), interval: 10 } },
    reporters: ['default'],
    projects: [
      // They check whole copies of the project.
      project('canary', ['test/canary/**/*.test.ts'], [], { testTimeout: 3 * longest }),
      project('unit', ['src/**/*.test.{ts,tsx}'], ['src/renderer/**']),
      project('renderer', ['src/renderer/**/*.test.{ts,tsx}'], [], {
        environment: 'jsdom',
        setupFiles: ['src/renderer/testing/setup.ts'],
      }),
      project('integration', ['test/**/*.test.ts'], ['test/canary/**', ...startsPrograms]),
      project('programs', startsPrograms, [], { globalSetup: 'test/cli/support/built-agent.ts' }),
    ],
  },
});

function project(
  name: string,
  include: string[],
  exclude: string[] = [],
  more: { environment?: 'jsdom'; setupFiles?: string[]; globalSetup?: string; testTimeout?: number } = {},
) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', ...exclude],
      testTimeout: longest,
      hookTimeout: longest,
      ...more,
    },
  };
}
