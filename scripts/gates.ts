export interface Gate {
  readonly name: string;
  /** Name of the program in `node_modules/.bin`. */
  readonly tool: string;
  readonly parameters: readonly string[];
  /** Takes seconds, so it comes before the canaries, which take minutes. */
  readonly isQuick?: boolean;
}

/**
 * The checks that run no test of ours, in the order `npm run check` runs them. `test/canary/gates.test.ts`
 * proves each.
 */
export const gates: readonly Gate[] = [
  { name: 'format', tool: 'biome', parameters: ['format', '--max-diagnostics=none', '.'], isQuick: true },
  {
    name: 'lint',
    tool: 'biome',
    parameters: ['lint', '--error-on-warnings', '--max-diagnostics=none', '.'],
    isQuick: true,
  },
  {
    name: 'floors',
    tool: 'depcruise',
    parameters: ['--config', 'dependency-cruiser.config.mjs', 'src/core'],
    isQuick: true,
  },
  { name: 'types', tool: 'tsc', parameters: ['-b'] },
  { name: 'unused code', tool: 'knip', parameters: [] },
];
