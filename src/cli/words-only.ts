import { printable } from './output/format.ts';

/** Text of the service for a terminal, its lines and tabs kept, everything that steers the terminal made visible. */
export function wordsOnly(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part.replace('\r', '') : printable(part)))
    .join('');
}
