import { expect, test } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createLogger } from './logger.ts';

function logged(json: boolean, level: 'debug' | 'warn' = 'debug', stacks = false) {
  const lines: string[] = [];
  const redactor = createRedactor();
  redactor.add('canary-key-123');
  const write = (line: string) => lines.push(line);
  return { lines, logger: createLogger({ write, redactor, level, json, stacks, now: () => 0 }) };
}

test('a line says when, how serious, what and with which values', () => {
  const { lines, logger } = logged(false);
  logger.info('uploaded', { path: '/a/b c', bytes: 3 });
  expect(lines).toEqual(['1970-01-01T00:00:00.000Z info uploaded path="/a/b c" bytes=3']);
});

test('no secret comes through, in text or fields', () => {
  const { lines, logger } = logged(true);
  logger.error('key canary-key-123 refused for a.person@example.com', {
    detail: 'ask b.person@example.com',
    headers: { 'x-api-key': 'zzz' },
    url: 'https://s/x?Signature=abc',
  });
  expect(lines[0]).not.toMatch(/canary|zzz|abc|person/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', time: '1970-01-01T00:00:00.000Z' });
});

test('what is less serious than asked for is left out', () => {
  const { lines, logger } = logged(false, 'warn');
  logger.debug('x');
  logger.info('x');
  logger.warn('x');
  expect(lines).toHaveLength(1);
});

test('an error is its message; where it comes from stands below, for who wants it and only if it is unexpected', () => {
  const terminal = logged(false);
  const file = logged(false, 'debug', true);
  for (const { logger } of [terminal, file]) {
    logger.warn('no', { error: new AppError('DISK_FULL') });
    logger.error('no', { error: new TypeError('a bug\nof canary-key-123') });
  }
  const [full, bug] = terminal.lines;
  expect(terminal.lines).toHaveLength(2);
  expect(full).toMatch(/ warn no error="[^"{]+"$/);
  expect(bug).toMatch(/ error no error="a bug\\nof [^"{]+"$/);
  expect(file.lines[0]).toBe(full);
  expect(file.lines[1]?.split('\n')[0]).toBe(bug);
  expect(file.lines[1]).toMatch(/\n {4}at .*logger\.test\.ts/);
  expect(file.lines.join()).not.toContain('canary');
});
