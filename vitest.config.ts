import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { builtWatchThread } from './scripts/built-watch-thread.ts';
import { LongTestsFirst } from './scripts/long-tests-first.ts';
import { keepTemporaryFilesInMemory } from './scripts/memory-folder.ts';
import { testTier } from './scripts/test-tier.ts';
import { testWorkers } from './scripts/test-workers.ts';

keepTemporaryFilesInMemory();

/**
 * Milliseconds: tests wait on conditions, so this bounds a failure and never shapes a pass, also on a machine
 * that others use.
 */
const longest = 400_000;

/**
 * Processes that run tests side by side. Those of the engine wait for more than half of their time, for a
 * clock or for the network: six keep two cores busy. Those of the pages compute, and each process loads and
 * warms up React and a document for itself.
 */
const waiting = 6;
const computing = testWorkers(2);

/** Tests that start the command line, often: `test/cli/support/built-agent.ts` builds it for them. */
const startsPrograms = [
  'test/worlds/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/operations/{command-line,short-commands}.test.ts',
  'test/ui/export.test.ts',
];

/** Worlds that take minutes or boot a system: `npm run test:worlds` (`vitest.worlds.config.ts`). */
const deepWorlds = 'test/worlds/deep/**/*.test.ts';

/** Only in the deep tier: tests of packages, of tools, and of what is slow to bring about. */
const deep = '**/*.deep.test.{ts,tsx}';
const tier = testTier();

/** Tests that replace a module (`vi.mock`): another file may have loaded it in the same process. */
export const replacesModules = [
  'src/core/local/{changed-while-read,numbered-names,open-moved}.test.ts',
  'src/core/service/swapped-drafts.test.ts',
  'src/main/adapters/log-file.test.ts',
];

/** Tests that draw pages beside the core: the document stays in their process as its globals. */
export const drawsPages = ['test/truth/health.test.ts', 'test/truth/home-numbers.deep.test.ts'];

/** For what is done at the end of the test that asked for it, and of the file that started programs. */
const remembersTest = 'test/support/remember-test.ts';
const endsPrograms = 'test/cli/support/end-programs.ts';

/**
 * Six projects, so that the gates can be run alone: `canary` tests the nets themselves, `unit` sits beside
 * the sources, `alone` the few files that need a process each, `renderer` the same for the pages, with a
 * document, `integration` runs the core with real folders, real SQLite and the sandbox over loopback,
 * `programs` the command line as a process of its own. Files of a project share
 * processes, save for `canary` and `alone`: loading anew what they test was half of what they cost.
 */
export default defineConfig({
  test: {
    // A focused test or a run that finds no test is a failure everywhere, not only where CI is set.
    allowOnly: false,
    passWithNoTests: false,
    maxWorkers: waiting,
    sequence: { sequencer: LongTestsFirst, groupOrder: 1 },
    // A test that fails once in a hundred runs hides a fault in what it tests or in itself.
    retry: 0,
    // Real milliseconds: as the timeouts below, a bound of failures. As in `test/support/until.ts`.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    reporters: ['default'],
    projects: [
      // They check whole copies of the project.
      project('canary', ['test/canary/**/*.test.ts'], [], { testTimeout: 3 * longest }),
      project('unit', ['src/**/*.test.{ts,tsx}'], ['src/renderer/**', ...replacesModules], {
        isolate: false,
      }),
      {
        ...project('alone', [...replacesModules, ...drawsPages], [], {
          setupFiles: [remembersTest],
          // React as it is shipped: the one for development takes twice the time of all else in these tests.
          env: { NODE_ENV: 'production' },
        }),
        oxc: { jsx: { development: false } },
      },
      project('renderer', ['src/renderer/**/*.test.{ts,tsx}'], [], {
        isolate: false,
        environment: 'jsdom',
        setupFiles: ['src/renderer/testing/setup.ts'],
        maxWorkers: computing,
        // Before all others, of which the many small files of `unit` come last and leave no core idle.
        sequence: { groupOrder: 0 },
      }),
      {
        ...project(
          'integration',
          ['test/**/*.test.ts'],
          ['test/canary/**', ...startsPrograms, deepWorlds, ...drawsPages],
          {
            isolate: false,
            setupFiles: [remembersTest],
          },
        ),
        plugins: [builtWatchThread()],
      },
      project('programs', startsPrograms, [], {
        isolate: false,
        globalSetup: 'test/cli/support/built-agent.ts',
        setupFiles: [remembersTest, endsPrograms],
      }),
    ],
  },
});

function project(
  name: string,
  include: string[],
  exclude: string[] = [],
  more: Partial<
    Pick<
      InlineConfig,
      | 'env'
      | 'environment'
      | 'globalSetup'
      | 'isolate'
      | 'maxWorkers'
      | 'sequence'
      | 'setupFiles'
      | 'testTimeout'
    >
  > = {},
) {
  return {
    extends: true as const,
    test: {
      name,
      include: tier === 'rest' ? include.flatMap(deepOf) : include,
      exclude: ['**/node_modules/**', ...(tier === 'usual' ? [deep] : []), ...exclude],
      testTimeout: longest,
      hookTimeout: longest,
      ...more,
    },
  };
}

/** The deep tests among those of a pattern. */
function deepOf(pattern: string): string[] {
  if (pattern.includes('.deep.test.')) return [pattern];
  return pattern.includes('*.test.') ? [pattern.replace('*.test.', '*.deep.test.')] : [];
}
