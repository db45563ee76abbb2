/**
 * How long after its PUT began the bytes of a killed process may still arrive, ms: what its system had
 * buffered.
 */
export const lateLandingMs = 10_000;
/** Between looks while late bytes may still land, ms. */
export const lookAgainMs = 2_000;
