import type { CoreDependencies } from '#core/create-core.ts';

/** The environment variable that carries the agent's knobs as JSON. */
export const tuningVariable = 'SLUICE_TORTURE_TUNING';

export type Tuning = NonNullable<CoreDependencies['tuning']>;
