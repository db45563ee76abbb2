import { describe, expect, test } from 'vitest';
import {
  connectorIdSchema,
  contentIdSchema,
  folderIdSchema,
  isSafeId,
  profileIdSchema,
  tagIdSchema,
} from './ids.ts';

/** Each would be a path, a device, a part of every object, or no name at all. */
const hostileIds = [
  '',
  '.',
  '..',
  '../../../keys',
  '..\\..\\keys',
  'a/b',
  'a\\b',
  'C:evil',
  'a..b',
  'keys\u0000.json',
  'line\nbreak',
  '%2e%2e%2fkeys',
  'CON',
  'nul.json',
  'Com1',
  'LPT9.txt',
  'CONIN$',
  'ends.',
  'ends ',
  ' begins',
  '.hidden',
  '~',
  '*',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a\u202Eb',
  'ä',
  'x'.repeat(129),
];

describe.each(hostileIds)('%j', (id) => {
  test('is no id', () => {
    expect(isSafeId(id)).toBe(false);
    for (const schema of [contentIdSchema, connectorIdSchema, tagIdSchema, profileIdSchema, folderIdSchema])
      expect(schema.safeParse(id).success).toBe(false);
  });
});

test.each(['p-004a363d0a58', '7d444840-9dc0-11d1-b245-5ffdce74fad2', 'c_1', '42', 'v1.2', 'x'.repeat(128)])(
  '%s is an id as deployments write them',
  (id) => {
    for (const schema of [connectorIdSchema, tagIdSchema, profileIdSchema, folderIdSchema])
      expect(schema.parse(id)).toBe(id);
  },
);

test('a content id is exactly as the specification says', () => {
  expect(contentIdSchema.parse('0123456789ABCDEF0123456789ABCDEF')).toBe('0123456789ABCDEF0123456789ABCDEF');
  for (const id of ['0123456789abcdef0123456789abcdef', '0123456789ABCDEF', `${'A'.repeat(32)}\n`])
    expect(contentIdSchema.safeParse(id).success).toBe(false);
});
