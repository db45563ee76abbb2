import { printable } from './format.ts';
import type { Output } from './output.ts';

/** Any JSON over several lines. */
export function jsonLines(value: unknown, output: Output): void {
  for (const line of (JSON.stringify(value, null, 2) ?? 'null').split('\n')) output.line(printable(line));
}
