/** The least length of a message: it counts itself (PostgreSQL, "Message Formats"). */
const leastLength = 4;
/** A letter and the length. */
const headLength = 5;
/** Kinds of authentication that the driver knows: none, cleartext, MD5, and the steps of SASL. */
const loggedIn = 0;
const knownLogins: readonly number[] = [loggedIn, 3, 5, 10, 11, 12];

type Check = (payload: Buffer) => boolean;

/** So many strings, each ended by a zero, from `start` to the end. */
const strings =
  (count: number, start = 0): Check =>
  (payload) => {
    let at = start;
    for (let index = 0; index < count; index += 1) at = pastZero(payload, at);
    return at === payload.length;
  };

/** Fields, each a letter and a string, and a zero behind them. */
const fields: Check = (payload) => {
  let at = 0;
  while (at < payload.length && payload[at] !== 0) at = pastZero(payload, at + 1);
  return at === payload.length - 1;
};

/** A number, and so many parts, each of which ends where `pastPart` says. */
const counted =
  (pastPart: (payload: Buffer, at: number) => number): Check =>
  (payload) => {
    if (payload.length < 2) return false;
    const count = payload.readInt16BE(0);
    let at = 2;
    for (let index = 0; index < count; index += 1) {
      if (at >= payload.length) return false;
      at = pastPart(payload, at);
    }
    return count >= 0 && at === payload.length;
  };

/** The end of a value, which begins with its length. A length of -1 means NULL. */
function pastValue(payload: Buffer, at: number): number {
  if (at + 4 > payload.length) return Number.POSITIVE_INFINITY;
  const length = payload.readInt32BE(at);
  return length < -1 ? Number.POSITIVE_INFINITY : at + 4 + Math.max(0, length);
}

const bytes =
  (count: number): Check =>
  ({ length }) =>
    length === count;

/** A kind of login; of SASL its mechanisms, and a zero behind them. */
const login: Check = (payload) => {
  if (payload.length < 4 || !knownLogins.includes(payload.readUInt32BE(0))) return false;
  if (payload.readUInt32BE(0) !== 10) return true;
  let at = 4;
  while (at < payload.length && payload[at] !== 0) at = pastZero(payload, at);
  return at === payload.length - 1;
};

/** Where the string at `at` has ended; behind everything where it does not end. */
function pastZero(payload: Buffer, at: number): number {
  const zero = payload.indexOf(0, at);
  return zero === -1 ? Number.POSITIVE_INFINITY : zero + 1;
}

/** Every message that the driver asks for, by its letter: it copies nothing. */
const checks: Readonly<Record<string, Check>> = {
  1: bytes(0),
  2: bytes(0),
  3: bytes(0),
  A: strings(2, 4),
  C: strings(1),
  D: counted(pastValue),
  E: fields,
  I: bytes(0),
  K: bytes(8),
  N: fields,
  R: login,
  S: strings(2),
  // A name and 18 bytes for each column.
  T: counted((payload, at) => pastZero(payload, at) + 18),
  Z: bytes(1),
  n: bytes(0),
  s: bytes(0),
};

/**
 * Checks each piece of the database's responses before the driver parses it. A string without its end would make the
 * driver loop forever, and what it does not expect would make it throw outside any handler. Each step of a login comes
 * once, because a step may cost the machine a lot of work, and nothing but errors comes before the login ends: the
 * driver would count as connected without it. On loopback, any account of the machine may be the one that
 * responds.
 */
export function createAnswerCheck(): (piece: Buffer) => boolean {
  let pieces: Buffer[] = [];
  let length = 0;
  /** Bytes until the next message is whole, as far as its header is there. */
  let needed = headLength;
  const steps = new Set<number>();
  const isExpected = (letter: string, payload: Buffer) => {
    if (letter !== 'R') return steps.has(loggedIn) || letter === 'E' || letter === 'N';
    const step = payload.readUInt32BE(0);
    const isNext = !steps.has(step) && !steps.has(loggedIn);
    steps.add(step);
    return isNext;
  };
  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length < needed) return true;
    let rest: Buffer = Buffer.concat(pieces);
    for (needed = headLength; rest.length >= needed; needed = headLength) {
      const own = rest.readInt32BE(1);
      if (own < leastLength) return false;
      needed = own + 1;
      if (rest.length < needed) break;
      const letter = String.fromCharCode(rest[0] ?? 0);
      const payload = rest.subarray(headLength, needed);
      if (checks[letter]?.(payload) !== true || !isExpected(letter, payload)) return false;
      rest = rest.subarray(needed);
    }
    pieces = [rest];
    length = rest.length;
    return true;
  };
}
