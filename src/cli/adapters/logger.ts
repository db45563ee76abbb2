import type { Logger } from '#core/ports/logger.ts';
import type { Redactor } from '#core/public/redactor.ts';
import { jsonLine, printable } from '../output/format.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

export interface LoggerOptions {
  readonly write: (line: string) => void;
  readonly redactor: Redactor;
  /** The least serious level that is written. */
  readonly level: LogLevel;
  /** One JSON object a line instead of text. */
  readonly json: boolean;
  /** Text shows where unexpected errors come from, in lines below. A terminal shows what happened only. */
  readonly stacks?: boolean;
  readonly now: () => number;
}

/** Log lines, every one through the redactor (S3): `2026-01-31T12:00:00.000Z warn message field=value`. */
export function createLogger({ write, redactor, level, json, stacks = false, now }: LoggerOptions): Logger {
  const least = levels.indexOf(level);
  const at =
    (name: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (levels.indexOf(name) < least) return;
      const time = new Date(now()).toISOString();
      const clean = redactor.forLog.value(fields) as Record<string, unknown>;
      const text = redactor.forLog.text(message);
      if (json) write(jsonLine({ time, level: name, message: text, ...clean }));
      else write([plain(time, name, text, clean), ...(stacks ? stackLines(clean) : [])].join('\n'));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Tells two loggers all of it; each writes what its level takes. */
export function toBoth(first: Logger, second: Logger): Logger {
  const at =
    (name: LogLevel) =>
    (message: string, fields?: Record<string, unknown>): void => {
      first[name](message, fields);
      second[name](message, fields);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function plain(time: string, level: LogLevel, message: string, fields: Record<string, unknown>): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${shortValue(value)}`);
  return [time, level, message, ...parts].join(' ');
}

/** An error as the redactor leaves it. */
interface ShownError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

const isError = (value: unknown): value is ShownError =>
  typeof value === 'object' && value !== null && 'message' in value && 'name' in value && 'stack' in value;

/** Expected failures say all there is to say. */
function stackLines(fields: Record<string, unknown>): string[] {
  const errors = Object.values(fields).filter(isError);
  const unexpected = errors.filter(({ name }) => name !== 'AppError');
  return unexpected.flatMap(({ stack = '' }) =>
    stack.split('\n').map((line) => `    ${printable(line.trim())}`),
  );
}

function shortValue(value: unknown): string {
  if (isError(value)) return shortValue(value.message);
  if (typeof value === 'string') return /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'none';
}
