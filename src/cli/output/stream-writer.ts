import { deltaText } from '#shared/operations/deltas.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import type { OutputStream } from '../environment.ts';
import { printable } from './format.ts';

/** Writes the words of a workflow's stream as they come, each message from the beginning of a line. */
export function createStreamWriter(stdout: OutputStream): {
  tell(event: unknown): void;
  end(): void;
  /** Whether any words came. */
  readonly hasWords: boolean;
} {
  let isMidLine = false;
  let message: unknown;
  let hasWords = false;

  function end(): void {
    if (isMidLine) stdout.write('\n');
    isMidLine = false;
  }

  return {
    tell(event) {
      const text = deltaText(event);
      if (text === '') return;
      const id = isRecord(event) && isRecord(event.delta) ? event.delta.message_id : undefined;
      if (id !== message) end();
      hasWords = true;
      message = id;
      stdout.write(wordsOnly(text));
      isMidLine = !text.endsWith('\n');
    },
    end,
    get hasWords() {
      return hasWords;
    },
  };
}

/**
 * Text of the service for a terminal, its lines and tabs kept, everything that steers the terminal made
 * visible.
 */
function wordsOnly(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part.replace('\r', '') : printable(part)))
    .join('');
}
