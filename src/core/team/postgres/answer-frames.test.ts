import { expect, test } from 'vitest';
import { createAnswerCheck } from './answer-frames.ts';

const message = (letter: string, payload: string | Buffer, length = Buffer.from(payload).length + 4) => {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(payload)]);
};
const login = (kind: number, more = '') => Buffer.concat([Buffer.from([0, 0, 0, kind]), Buffer.from(more)]);
const column = Buffer.concat([Buffer.from([0, 1]), Buffer.from('name\0'), Buffer.alloc(18)]);

const row = (...bytes: number[]) => message('D', Buffer.from(bytes));

const logins = [
  message('R', login(10, 'SCRAM-SHA-256\0\0')),
  message('R', login(11, 'r=1,s=2,i=4096')),
  message('R', login(12, 'v=3')),
  message('R', login(0)),
];
const good = [
  message('S', 'server_version\x0016.1\0'),
  message('K', Buffer.alloc(8)),
  message('Z', 'I'),
  message('T', column),
  message('n', ''),
  row(0, 2, 0, 0, 0, 1, 120, 255, 255, 255, 255),
  message('C', 'SELECT 1\0'),
  message('E', 'SERROR\0C42601\0Msyntax error\0\0'),
  message('N', 'SNOTICE\0\0'),
  message('A', Buffer.concat([Buffer.alloc(4), Buffer.from('channel\0payload\0')])),
];

test.each([1, 2, 3, 7, 64, 10_000])('answers that come in pieces of %d bytes are read', (size) => {
  const bytes = Buffer.concat([...logins, ...good, ...good]);
  const isReadable = createAnswerCheck();
  for (let at = 0; at < bytes.length; at += size)
    expect(isReadable(bytes.subarray(at, at + size)), `at ${at}`).toBe(true);
});

test.each([
  ['an error without its end', message('E', 'SERROR')],
  ['an error without the zero behind its fields', message('E', 'SERROR\0')],
  ['a login that the driver does not know', message('R', login(7))],
  ['mechanisms without an end', message('R', login(10, 'SCRAM-SHA-256'))],
  ['a setting without an end', message('S', 'a\0b')],
  ['a command without an end', message('C', 'SELECT 1')],
  ['a column without an end', message('T', Buffer.from([0, 1, 97, 98]))],
  ['more columns than there are', message('T', Buffer.concat([Buffer.from([0, 9]), column.subarray(2)]))],
  ['fewer columns than none', message('T', Buffer.from([255, 255]))],
  ['fewer values than none', row(255, 255)],
  ['more values than there are', row(0, 2, 0, 0, 0, 0)],
  ['a value longer than its row', row(0, 1, 0, 0, 0, 9, 1)],
  ['a value of a negative length', row(0, 1, 255, 255, 255, 254)],
  ['half a length', row(0, 1, 0, 0)],
  ['a copy that nobody asked for', message('G', Buffer.from([0, 255, 255]))],
  ['parameters that nobody asked for', message('t', Buffer.from([255, 255]))],
  ['a state without its letter', message('Z', '')],
  ['a step of a login after its end', message('R', login(11, 'r=1,s=2,i=4096'))],
  ['a length below the least', message('Z', 'I', 3)],
  ['a negative length', message('D', '', -1)],
])('%s is refused, whole or byte by byte', (_what, bytes) => {
  expect(createAnswerCheck()(Buffer.concat([...logins, ...good, bytes]))).toBe(false);
  const isReadable = createAnswerCheck();
  expect(isReadable(Buffer.concat(logins))).toBe(true);
  expect([...bytes].some((byte) => !isReadable(Buffer.from([byte])))).toBe(true);
});

test.each([
  ['that it is ready', message('Z', 'I')],
  ['a setting', message('S', 'a\0b\0')],
  ['a row', row(0, 0)],
  ['a step of the login again', logins[1] ?? Buffer.alloc(0)],
])('a server that says %s before the login has ended is refused', (_what, bytes) => {
  const isReadable = createAnswerCheck();
  expect(isReadable(Buffer.concat([message('N', 'SNOTICE\0\0'), ...logins.slice(0, 2)]))).toBe(true);
  expect(isReadable(bytes)).toBe(false);
});
