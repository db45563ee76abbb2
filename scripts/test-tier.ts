/**
 * Which tests a run takes. `usual` is `npm test`; `rest` is what it leaves out: `*.deep.test.ts`, and browser
 * tests without the tag `@journey`. If it is unset, as in a run by hand, all tests that were asked for run.
 */
export type TestTier = 'usual' | 'rest' | undefined;

export const tierVariable = 'SLUICE_TEST_TIER';

/** @throws for an unknown tier, so that a typo does not run everything */
export function testTier(environment: NodeJS.ProcessEnv = process.env): TestTier {
  const tier = environment[tierVariable];
  if (tier === undefined || tier === 'usual' || tier === 'rest') return tier;
  throw new Error(`${tierVariable} is "usual" or "rest", not "${tier}".`);
}
