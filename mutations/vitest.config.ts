import { defineConfig } from 'vitest/config';

/** The unit tests of the rooms whose pure modules are mutated. */
export default defineConfig({
  test: {
    include: ['src/core/{upload,watch,track,ledger,local,rebuild,service}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
