import { expect, test } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import { createLogger } from './logger.ts';

function logged(json: boolean, level: 'debug' | 'warn' = 'debug') {
  const lines: string[] = [];
  const redactor = createRedactor();
  redactor.add('canary-key-123');
  const write = (line: string) => lines.push(line);
  return { lines, logger: createLogger({ write, redactor, level, json, now: () => 0 }) };
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
