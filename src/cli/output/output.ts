import { createLogUpdate } from 'log-update';
import type { Redactor } from '#core/ports/redactor.ts';
import type { Environment } from '../environment.ts';
import { createPaint, type Paint, wantsColours } from './paint.ts';
import { type Column, layoutTable } from './table.ts';

/** What a command says. Results go to stdout, everything else to stderr; nothing but JSON reaches stdout with `--json`. */
export interface Output {
  readonly json: boolean;
  /** Whether stdout is a terminal that a person looks at (and not asked for JSON). */
  readonly terminal: boolean;
  /** Columns of the terminal; null in a pipe. */
  readonly width: number | null;
  readonly paint: Paint;
  /** A result: one line of JSON with `--json`, else whatever `show` writes. */
  result(value: unknown, show: () => void): void;
  /** One line of JSON; only with `--json`. */
  value(value: unknown): void;
  /** A line of text for people; silent with `--json`. */
  line(text?: string): void;
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void;
  /** A sentence on stderr, also with `--json`. */
  note(text: string): void;
  /** Text that stays at the bottom of a terminal and is replaced by the next; silent elsewhere. */
  live(text: string): void;
  /** Ends the live text: `keep` leaves the last of it standing. */
  endLive(keep: boolean): void;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly redactor: Redactor;
}

export function createOutput(environment: Environment, { json, redactor }: OutputOptions): Output {
  const { stdout, stderr, variables } = environment;
  const isTerminal = stdout.isTTY === true && !json;
  const paint = createPaint(wantsColours(variables, isTerminal));
  const update = isTerminal && variables.TERM !== 'dumb' ? createLogUpdate(stdout) : undefined;
  let live = '';

  const write = (text: string) => {
    if (update === undefined || live === '') stdout.write(`${text}\n`);
    else update.persist(text);
  };
  const value = (result: unknown) => {
    if (json) stdout.write(`${JSON.stringify(result)}\n`);
  };
  const line = (text = '') => {
    if (!json) write(text);
  };

  return {
    json,
    terminal: isTerminal,
    get width() {
      return isTerminal ? (stdout.columns ?? 80) : null;
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
    note(text) {
      update?.clear();
      stderr.write(`${redactor.text(text)}\n`);
      if (live !== '') update?.(live);
    },
    live(text) {
      if (update === undefined) return;
      live = text;
      update(text);
    },
    endLive(keep) {
      if (live === '') return;
      live = '';
      if (!keep) update?.clear();
      update?.done();
    },
  };
}
