import { isContainer, kindOf, rawBytes, valueEnd, valueStart } from '#shared/annotated/tape/read.ts';
import { hasKey, type Tape } from '#shared/annotated/tape/tape.ts';

const decoder = new TextDecoder();

/**
 * A value as indented JSON, with numbers and strings exactly as the text has them; null when it would be
 * longer than `most` bytes. No recursion.
 */
export function printValue(tape: Tape, node: number, most: number): string | null {
  if (valueEnd(tape, node) - valueStart(tape, node) > most) return null;
  const lines: string[] = [];
  let length = 0;
  let indent = '';
  const open: number[] = [];
  const end = tape.next[node] as number;
  for (let at = node; at < end; at++) {
    const isLast = at === node || tape.next[at] === tape.next[tape.parent[at] as number];
    const key = at === node || ((tape.kind[at] as number) & hasKey) === 0 ? '' : `${rawKey(tape, at)}: `;
    const isFilled = isContainer(tape, at) && (tape.next[at] as number) > at + 1;
    const isObject = kindOf(tape, at) === 'object';
    const value = isFilled
      ? isObject
        ? '{'
        : '['
      : isContainer(tape, at)
        ? isObject
          ? '{}'
          : '[]'
        : decoder.decode(rawBytes(tape, at));
    lines.push(`${indent}${key}${value}${isFilled || isLast ? '' : ','}`);
    length += indent.length + key.length + value.length;
    if (length > most) return null;
    if (isFilled) {
      open.push(at);
      indent += '  ';
    } else if (isLast && at !== node) {
      while (open.length > 0 && tape.next[open.at(-1) as number] === at + 1) {
        const closed = open.pop() as number;
        indent = indent.slice(2);
        length += indent.length;
        const isLastToo = closed === node || tape.next[closed] === tape.next[tape.parent[closed] as number];
        lines.push(`${indent}${kindOf(tape, closed) === 'object' ? '}' : ']'}${isLastToo ? '' : ','}`);
      }
    }
  }
  return lines.join('\n');
}

function rawKey(tape: Tape, node: number): string {
  const start = tape.start[node] as number;
  const { bytes } = tape;
  let end = start + 1;
  while (bytes[end] !== 34) end += bytes[end] === 92 ? 2 : 1;
  return decoder.decode(bytes.subarray(start, end + 1));
}
