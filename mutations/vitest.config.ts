import { defineConfig } from 'vitest/config';

/** The unit tests of the rooms whose pure modules are mutated. */
export default defineConfig({
  test: {
    include: ['src/core/{upload,watch,track,ledger,local,rebuild,service}/**/*.test.ts'],
    // Starts a program as another user, who may not read the copy of the project that Stryker works in.
    exclude: ['src/core/local/put-back.test.ts'],
    testTimeout: 20_000,
  },
});
