import type { CoreDependencies } from '#core/create-core.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { KillMoment } from './kill-plan.ts';

/** The environment variable that carries the agent's knobs as JSON. */
export const tuningVariable = 'SLUICE_TORTURE_TUNING';

export type Tuning = NonNullable<CoreDependencies['tuning']>;

/** The environment variable that says, as JSON, when and by how much the wall clock is set. */
export const clockVariable = 'SLUICE_TORTURE_CLOCK';

/** A clock whose wall time is set on the way, as a person or a time server does; what it measures goes on. */
export function setClock(clock: Clock, text: string): Clock {
  const { after, by } = JSON.parse(text) as NonNullable<KillMoment['clock']>;
  const start = clock.monotonic();
  return { ...clock, now: () => clock.now() + (clock.monotonic() - start > after ? by : 0) };
}
