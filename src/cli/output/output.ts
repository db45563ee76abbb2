import type { Redactor } from '#core/public/redactor.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import type { Environment, OutputStream } from '../environment.ts';
import { sentencesFor } from '../adapters/language.ts';
import { jsonLine, printableLines } from './format.ts';
import { latePackages } from './late-packages.ts';
import { createPaint, wantsColours } from './paint.ts';
import { type Column, layoutTable } from './table.ts';
import { createWords, type Voice } from './words.ts';

/**
 * What a command says, all of it in one language: that of the environment, and English with `--json`, which
 * programs read. Results go to stdout, everything else to stderr; nothing but JSON reaches stdout with
 * `--json`.
 */
export interface Output extends Voice {
  readonly json: boolean;
  /** Whether stdout is a terminal that a person looks at (and not asked for JSON). */
  readonly terminal: boolean;
  /** Columns of the terminal; null in a pipe. */
  readonly width: number | null;
  /** A result: one line of JSON with `--json`, else whatever `show` writes. */
  result(value: unknown, show: () => void): void;
  /** One line of JSON; only with `--json`. */
  value(value: unknown): void;
  /**
   * A line of text for people; silent with `--json`. A line break in it was somebody else's, and is made
   * visible.
   */
  line(text?: string): void;
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void;
  /** A sentence on stderr, also with `--json`. */
  note(text: string): void;
  /** Data for stdout, as it is in a pipe and harmless on a terminal. */
  data(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array>;
  /** Text that stays at the bottom of a terminal and is replaced by the next; silent elsewhere. */
  live(text: string): void;
  /** Ends the live text: `keep` leaves the last of it standing. */
  endLive(keep: boolean): void;
}

const noPaint = { codes: null };

export interface OutputOptions {
  readonly json: boolean;
  readonly redactor: Redactor;
}

export function createOutput(environment: Environment, { json, redactor }: OutputOptions): Output {
  const { stdout, stderr, variables } = environment;
  const words = createWords(json ? inEnglish : sentencesFor(environment));
  const isTerminal = stdout.isTTY === true && !json;
  const paint = createPaint(wantsColours(variables, isTerminal));
  const isLive = isTerminal && variables.TERM !== 'dumb';
  let update: ReturnType<typeof import('log-update').createLogUpdate> | undefined;
  let live = '';
  let isHidden = false;

  /** Writes above the live text, which comes back once all that is to be said now was said. */
  const above = (writeText: () => void) => {
    if (update === undefined || live === '') return writeText();
    if (!isHidden) {
      isHidden = true;
      update.clear();
      queueMicrotask(() => {
        isHidden = false;
        if (live !== '') update?.(live);
      });
    }
    writeText();
  };
  // The one way of text to the terminal: whatever a service, a file name or a setting holds, it is shown and
  // steers nothing.
  const safe = (text: string) => printableLines(text, paint);
  const write = (text: string) => above(() => stdout.write(`${safe(text.replaceAll('\n', '\\n'))}\n`));
  const value = (result: unknown) => {
    if (json) stdout.write(`${jsonLine(result)}\n`);
  };
  const line = (text = '') => {
    if (!json) write(text);
  };

  return {
    ...words,
    json,
    terminal: isTerminal,
    get width() {
      return isTerminal ? columnsOf(stdout) : null;
    },
    paint,
    value,
    line,
    result(result, show) {
      if (json) value(result);
      else show();
    },
    table(columns, rows) {
      if (json) return;
      for (const text of layoutTable(columns, rows, this.width, paint)) write(text);
    },
    note: (text) => above(() => stderr.write(`${safe(redactor.text(text))}\n`)),
    async *data(source) {
      const decoder = new TextDecoder();
      const text = (piece: string | Uint8Array) =>
        typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
      for await (const piece of source)
        yield stdout.isTTY === true ? printableLines(text(piece), noPaint) : piece;
    },
    live(text) {
      if (!isLive) return;
      update ??= latePackages.logUpdate().createLogUpdate(sized(stdout));
      live = safe(text);
      if (!isHidden) update(live);
    },
    endLive(keep) {
      if (live === '') return;
      live = '';
      if (!keep) update?.clear();
      update?.done();
    },
  };
}

/** Columns of a terminal; one that does not know its size (0, as under `script`) counts as 80. */
function columnsOf({ columns }: OutputStream): number {
  return columns !== undefined && columns > 0 ? columns : 80;
}

/** The stream as log-update needs it: with a size that can be drawn in. */
function sized(stream: NodeJS.WritableStream & OutputStream): NodeJS.WritableStream {
  const view = {
    isTTY: true,
    write: (text: string) => stream.write(text),
    get columns() {
      return columnsOf(stream);
    },
    get rows() {
      return terminalRows(stream);
    },
  };
  return view as unknown as NodeJS.WritableStream;
}

/** Rows of a terminal; 24 where it does not know. */
export function terminalRows({ rows }: OutputStream): number {
  return rows !== undefined && rows > 0 ? rows : 24;
}
