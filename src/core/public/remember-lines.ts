import type { Logger } from '../ports/logger.ts';
import type { Redactor } from '../redact/redact.ts';

export interface RememberingLogger extends Logger {
  /** The last lines, oldest first, redacted. */
  lines(): readonly string[];
}

/** Lines that tell a supporter what came before, and that fit into a mail. */
const most = 500;

/** Passes every line on and keeps the last ones, of every level, for the support bundle. */
export function rememberLines(logger: Logger, redactor: Redactor, now: () => number): RememberingLogger {
  const kept: string[] = [];
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields?: Record<string, unknown>): void => {
      const clean = fields === undefined ? {} : (redactor.forLog.value(fields) as Record<string, unknown>);
      const time = new Date(now()).toISOString();
      kept.push(JSON.stringify({ time, level, message: redactor.forLog.text(message), ...clean }));
      if (kept.length > most) kept.shift();
      logger[level](message, fields);
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines: () => [...kept],
  };
}
