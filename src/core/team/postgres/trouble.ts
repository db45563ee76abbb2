import { orAborted } from '#core/ports/or-aborted.ts';

/** What keeps this machine from the team's database, as people can act on it. */
export type TroubleKind =
  /** Nothing answers, or not in time. */
  | 'network'
  /** The server is not who it should be, or offers no TLS, or the file that says so cannot be read. */
  | 'certificate'
  /** User or password. */
  | 'login'
  /** The user may not call Sluice's functions. */
  | 'rights'
  /** No such database, or it was never set up for a team. */
  | 'not-set-up'
  /** A newer Sluice set it up, and took away what this one asks. */
  | 'too-old'
  /** No connection is left at the server. */
  | 'full'
  /** The server stops, starts, or follows another. */
  | 'away'
  | 'unexpected';

/**
 * A failure of the team's database: a kind and a code of PostgreSQL, of the system or of TLS. The driver's
 * sentences name hosts, users and addresses, so none of them goes on from here.
 */
export class TeamTrouble extends Error {
  readonly kind: TroubleKind;
  readonly code: string;
  /** The connection stands: only this question failed. */
  readonly connected: boolean;

  constructor(kind: TroubleKind, code: string, connected = false) {
    super(`The team's database is out of reach (${kind}, ${code}).`);
    this.name = 'TeamTrouble';
    this.kind = kind;
    this.code = code;
    this.connected = connected;
  }
}

/** Codes of PostgreSQL, appendix A of its documentation. */
const kinds: readonly (readonly [RegExp, TroubleKind])[] = [
  [/^28/, 'login'],
  [/^42501$/, 'rights'],
  [/^(3D000|3F000|42883|42P01)$/, 'not-set-up'],
  [/^53300$/, 'full'],
  // Deadlocks, serialization and deadlines: asked again they go well.
  [/^(57|08|40|55P03|25006)/, 'away'],
  // Before those of PostgreSQL: EPIPE has five letters too.
  [/^(E[A-Z]+|DEADLINE|CUT)$/, 'network'],
  [/^[0-9A-Z]{5}$/, 'unexpected'],
  [/CERT|^ERR_TLS|ERR_SSL|UNABLE_TO|^(NO_TLS|FILE_UNREADABLE)$/, 'certificate'],
];

/**
 * The server answers and writes nothing: it is read only (25006), or its disk is full (53100) or fails (58).
 */
export const writesNothing = ({ code }: TeamTrouble): boolean => /^(25006|53100|58)/.test(code);

/** What a failure of the driver comes to. */
export function troubleOf(error: unknown): TeamTrouble {
  if (error instanceof TeamTrouble) return error;
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : '';
  const said = typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code) ? code : undefined;
  const known = said ?? codeOfSentence(text);
  const kind = kinds.find(([pattern]) => pattern.test(known))?.[1] ?? 'unexpected';
  // A connection that is read only stays so, also to a server that another one took the place of.
  return new TeamTrouble(kind, known, severity === 'ERROR' && known !== '25006');
}

/** What the driver says without a code. */
function codeOfSentence(sentence: string): string {
  if (sentence.includes('does not support SSL')) return 'NO_TLS';
  if (/password|SASL|SCRAM/i.test(sentence)) return '28P01';
  return 'CUT';
}

/** What a question brings, unless there is no answer, until nobody waits for it any more. */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | 'unreachable'> {
  signal.throwIfAborted();
  return orAborted(unlessUnreachable(work), signal);
}

/** What a question brings, unless there is no answer. */
export async function unlessUnreachable<T>(work: () => Promise<T>): Promise<T | 'unreachable'> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TeamTrouble) return 'unreachable';
    throw error;
  }
}
