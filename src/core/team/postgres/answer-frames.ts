/** The least length of a message: it counts itself (PostgreSQL, "Message Formats"). */
const leastLength = 4;
/** Kinds of authentication that the driver knows: none, cleartext, MD5, and the steps of SASL. */
const knownLogins: readonly number[] = [0, 3, 5, 10, 11, 12];

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

/** Columns: a name and 18 bytes each. */
const columns: Check = (payload) => {
  if (payload.length < 2) return false;
  let at = 2;
  for (let index = 0; index < payload.readUInt16BE(0); index += 1) at = pastZero(payload, at) + 18;
  return at === payload.length;
};

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

/** Messages with strings in them, by their letter. */
const checks: Readonly<Record<string, Check>> = {
  A: strings(2, 4),
  C: strings(1),
  E: fields,
  N: fields,
  R: login,
  S: strings(2),
  T: columns,
};

/**
 * Checks each piece of the database's responses before the driver parses it. A string without its end would make the
 * driver loop forever, and an unknown authentication request would make it throw outside any handler. On loopback,
 * any account of the machine may be the one that responds.
 */
export function createAnswerCheck(): (piece: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  /** Bytes of a message without strings that are still to come. */
  let skipped = 0;
  return (piece) => {
    const begins = Math.min(skipped, piece.length);
    skipped -= begins;
    let bytes = Buffer.concat([rest, piece.subarray(begins)]);
    while (bytes.length >= 5) {
      const length = bytes.readInt32BE(1);
      if (length < leastLength) return false;
      const check = checks[String.fromCharCode(bytes[0] ?? 0)];
      if (check === undefined) {
        skipped = Math.max(0, length + 1 - bytes.length);
        bytes = bytes.subarray(length + 1);
        continue;
      }
      if (bytes.length < length + 1) break;
      if (!check(bytes.subarray(5, length + 1))) return false;
      bytes = bytes.subarray(length + 1);
    }
    rest = bytes;
    return true;
  };
}
