export interface Gate {
  readonly name: string;
  /** Name of the program in `node_modules/.bin`. */
  readonly tool: string;
  readonly parameters: readonly string[];
}

/**
 * The checks that run no test of ours, in the order `npm test` starts them: first the types, which take
 * as long as all others. `test/canary/gates.deep.test.ts` proves each.
 */
export const gates: readonly Gate[] = [
  { name: 'types', tool: 'tsc', parameters: ['-b', '--singleThreaded'] },
  { name: 'format', tool: 'biome', parameters: ['format', '--max-diagnostics=none', '.'] },
  {
    name: 'lint',
    tool: 'biome',
    parameters: ['lint', '--error-on-warnings', '--max-diagnostics=none', '.'],
  },
  {
    name: 'floors',
    tool: 'depcruise',
    parameters: ['--config', 'dependency-cruiser.config.mjs', 'src/core'],
  },
  { name: 'unused code', tool: 'knip', parameters: [] },
];
