import { join } from 'node:path';
import electronLog from 'electron-log/main';
import type { Logger } from '#core/ports/logger.ts';
import type { Redactor } from '#core/public/redactor.ts';

/** Bytes of the log file before it is renamed to `main.old.log`. */
const longestFile = 5 * 1024 * 1024;

/**
 * A log file in the folder, one JSON object a line, every one through the redactor (S3). What the runtime
 * itself logs through the same library passes it too.
 */
export function createLogFile(directory: string, redactor: Redactor, isPackaged: boolean): Logger {
  const log = electronLog.create({ logId: 'sluice' });
  log.transports.file.resolvePathFn = () => join(directory, 'main.log');
  log.transports.file.maxSize = longestFile;
  log.transports.file.level = 'info';
  log.transports.file.format = '{text}';
  log.transports.console.level = isPackaged ? false : 'warn';
  log.transports.ipc.level = false;
  log.hooks.push((message) => ({
    ...message,
    data: message.data.map((part) => redactor.forLog.value(part)),
  }));
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: Record<string, unknown> = {}) => {
      const clean = redactor.forLog.value(fields) as Record<string, unknown>;
      log[level](
        JSON.stringify({
          time: new Date().toISOString(),
          level,
          message: redactor.forLog.text(message),
          ...clean,
        }),
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
