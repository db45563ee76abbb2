/**
 * How long after its PUT began the bytes of a killed process may still arrive, ms: what its system had
 * buffered.
 */
export const lateLandingMs = 10_000;
/** Between looks while late bytes may still land, ms. */
export const lookAgainMs = 2_000;
/**
 * A service may report a document as empty for this long after storage accepted its bytes, ms. After that,
 * the bytes are lost.
 */
export const landedAtLatestMs = 15 * 60_000;
