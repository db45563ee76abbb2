import type { Redactor } from '#core/public/redactor.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import type { Said } from '#shared/spoken/said.ts';
import type { Environment, OutputStream } from '../environment.ts';
import { sentencesFor } from '../adapters/language.ts';
import { jsonLine, printableLines } from './format.ts';
import type { Failure, Page } from './frame-schema.ts';
import { createJsonFrame } from './json-frame.ts';
import { withTimes } from './json-times.ts';
import { latePackages } from './late-packages.ts';
import { createPaint, wantsColours } from './paint.ts';
import { type Column, layoutTable } from './table.ts';
import { createWords, type Voice } from './words.ts';

export interface AboutData {
  /** What the service answered: nothing in it is touched, and its times are its own. */
  readonly asItCame?: boolean;
}

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
  /**
   * The answer of the command: with `--json` the data of its one line, else whatever `show` writes.
   *
   * @param about which part of a list it is, and whether the data is the service's own
   */
  result(data: unknown, show: () => void, about?: AboutData & { readonly page?: Page }): void;
  /** What happens while a command runs, as a line of JSON; only with `--json`. */
  event(name: string, data: unknown, about?: AboutData): void;
  /** A value as one line of JSON outside of that shape, with or without `--json`. */
  raw(value: unknown): void;
  /**
   * A line of text for people; silent with `--json`. A line break in it was somebody else's, and is made
   * visible.
   */
  line(text?: string): void;
  /** A line of the answer that needs the user: with `--quiet` on stderr. */
  alert(text: string): void;
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void;
  /** A sentence on stderr, also with `--json`, which has it among its remarks too. */
  note(text: string): void;
  /** A note of what needs nobody: left out with `--quiet`. */
  hint(text: string): void;
  /** A hint that core composed, whose code is told as well. */
  noteSaid(said: Said): void;
  /** A line of the log on stderr: no remark. */
  log(line: string): void;
  /** Data for stdout, as it is in a pipe and harmless on a terminal. */
  data(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array>;
  /** Text that stays at the bottom of a terminal and is replaced by the next; silent elsewhere. */
  live(text: string): void;
  /** Ends the live text: `keep` leaves the last of it standing. */
  endLive(keep: boolean): void;
  /** Something else writes to stdout, such as a program that was started. */
  giveWay(): void;
  /** Ends what `--json` writes, with the failure where there was one. */
  end(failure?: Failure): void;
}

const noPaint = { codes: null };

export interface OutputOptions {
  readonly json: boolean;
  readonly redactor: Redactor;
  /** No text on stdout, and no hints: only what fails or needs a person. */
  readonly quiet?: boolean;
  /** Told every note and hint, for a log. */
  readonly onNote?: (text: string) => void;
  /** Milliseconds since the epoch; the clock of this machine when left out. */
  readonly now?: () => number;
}

export function createOutput(environment: Environment, options: OutputOptions): Output {
  const { json, redactor, quiet = false, onNote, now = Date.now } = options;
  const { stdout, stderr, variables } = environment;
  const words = createWords(json ? inEnglish : sentencesFor(environment));
  const isTerminal = stdout.isTTY === true && !json && !quiet;
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
  const writeJson = (value: unknown) => stdout.write(`${jsonLine(value)}\n`);
  const frame = createJsonFrame({ write: writeJson, now });
  const log = (text: string) => above(() => stderr.write(`${safe(redactor.text(text))}\n`));
  const note = (text: string, code?: string, isHint = false) => {
    if (!isHint || !quiet) log(text);
    onNote?.(text);
    if (json) frame.remark({ message: redactor.text(text), ...(code === undefined ? {} : { code }) });
  };
  const line = (text = '') => {
    if (!json && !quiet) write(text);
  };

  return {
    ...words,
    json,
    terminal: isTerminal,
    get width() {
      return isTerminal ? columnsOf(stdout) : null;
    },
    paint,
    line,
    alert: (text) => (quiet ? log(text) : line(text)),
    result(data, show, { page, asItCame = false } = {}) {
      if (json) frame.answer(asItCame ? data : withTimes(data), page);
      else show();
    },
    event(name, data, { asItCame = false } = {}) {
      if (json) frame.event(name, asItCame ? data : withTimes(data));
    },
    raw(value) {
      frame.giveWay();
      writeJson(value);
    },
    table(columns, rows) {
      if (json || quiet) return;
      for (const text of layoutTable(columns, rows, this.width, paint)) write(text);
    },
    note: (text) => note(text),
    hint: (text) => note(text, undefined, true),
    noteSaid: (said) => note(words.remark(said), said.code, true),
    log,
    async *data(source) {
      frame.giveWay();
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
    giveWay: frame.giveWay,
    end(failure) {
      if (json) frame.end(failure);
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
