/**
 * The head of a file in a tar archive (POSIX.1-1988, ustar), as every `tar` reads it: where each of its
 * fields stands, and how long it is.
 */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  user: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const;

/** Bytes of a head; files are filled up to a multiple of it. */
export const tarBlock = 512;
/** Sizes from here on do not fit eleven octal digits; then they stand in bytes, as GNU's tar writes them. */
const largestOctal = 0o77777777777;
const inBytes = 0x80;

export interface TarHead {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** @param mtimeMs milliseconds since the epoch */
export function writeTarHead({ name, size }: TarHead, mtimeMs: number): Buffer {
  const head = Buffer.alloc(tarBlock);
  const put = (field: keyof typeof fields, text: string) => head.write(text, fields[field][0], 'latin1');
  const octal = (field: keyof typeof fields, value: number) =>
    put(field, value.toString(8).padStart(fields[field][1] - 1, '0'));
  put('name', name);
  octal('mode', 0o600);
  octal('user', 0);
  octal('group', 0);
  if (size <= largestOctal) octal('size', size);
  else {
    head[fields.size[0]] = inBytes;
    head.writeBigUInt64BE(BigInt(size), fields.size[0] + 4);
  }
  octal('time', Math.floor(mtimeMs / 1000));
  put('type', '0');
  put('magic', 'ustar\x0000');
  put('sum', `${sumOf(head).toString(8).padStart(6, '0')}\0 `);
  return head;
}

/** Undefined for what is no head of a file. */
export function readTarHead(head: Buffer): TarHead | undefined {
  const text = (field: keyof typeof fields) => {
    const [from, length] = fields[field];
    return head.toString('latin1', from, from + length).replace(/[\0 ].*$/s, '');
  };
  if (text('magic') !== 'ustar' || text('type') !== '0') return undefined;
  if (Number.parseInt(text('sum'), 8) !== sumOf(head)) return undefined;
  const isInBytes = head[fields.size[0]] === inBytes;
  const size = isInBytes
    ? Number(head.readBigUInt64BE(fields.size[0] + 4))
    : Number.parseInt(text('size'), 8);
  return Number.isSafeInteger(size) ? { name: text('name'), size } : undefined;
}

/** Of all bytes of the head, with spaces in place of the sum itself. */
function sumOf(head: Buffer): number {
  const [from, length] = fields.sum;
  return head.reduce((sum, byte, index) => sum + (index >= from && index < from + length ? 0x20 : byte), 0);
}
