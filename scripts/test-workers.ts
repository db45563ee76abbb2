import { availableParallelism, loadavg } from 'node:os';

/** Programs that want to run for each core, over the last minute, from where on others must be among them. */
const crowded = 2.5;

/** The load before the first test, where several steps of tests follow one another. */
export const loadVariable = 'SLUICE_TEST_LOAD';

/**
 * How many processes run tests side by side. Where other programs use the machine too, each gets as much of
 * it as one of theirs: twice as many get on nearly twice as fast then, and elsewhere they would only load
 * more. Usually three: tests also wait, and the third keeps two cores busy meanwhile.
 */
export function testWorkers(usual = 3): number {
  const load = Number(process.env[loadVariable] ?? loadavg()[0]);
  return load > crowded * availableParallelism() ? 2 * usual : usual;
}
