import { defineConfig } from 'vitest/config';

/**
 * `npm run test:worlds`: the main journey in environments that take minutes to make or boot a system. The
 * short worlds run with all tests (`vitest.config.ts`).
 */
export default defineConfig({
  test: {
    name: 'worlds',
    include: ['test/worlds/deep/**/*.test.ts'],
    allowOnly: false,
    passWithNoTests: false,
    retry: 0,
    isolate: false,
    maxWorkers: 2,
    globalSetup: 'test/cli/support/built-agent.ts',
    setupFiles: ['test/support/remember-test.ts', 'test/cli/support/end-programs.ts'],
    // Real milliseconds, a bound of failures: a system boots, and systemd waits before it restarts an agent.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
});
