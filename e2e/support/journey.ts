import type { TestDetails } from '@playwright/test';

/** Marks the journey through a page that `npm test` runs; `npm run test:deep` runs the other tests. */
export const journey: TestDetails = { tag: '@journey' };

/** For a test that runs against several kinds of service: the specified one is the journey. */
export const journeyOf = (kind: string): TestDetails => (kind === 'spec' ? journey : {});
