import { expect, test } from 'vitest';
import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { readAnswer } from './read-answer.ts';
import { linkSchema } from './schemas/links.ts';

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const read = (status: number, body: string) =>
  readAnswer({ status, headers: {}, body }, { kind: 'read', schema: z.unknown(), secrets: [] });

test('an answer that nests without end is a bad answer, and no accident of ours', () => {
  expect(read(200, nested)).toMatchObject({
    ok: false,
    failure: { error: { code: 'BAD_ANSWER', detail: 'nested too deeply' }, disposition: 'retry' },
  });
  expect(read(200, `{"id":1,"more":${nested}}`)).toMatchObject({ ok: false });
  expect(read(500, nested)).toMatchObject({ ok: false, failure: { error: { code: 'SERVICE_FAILED' } } });
});

test('a rule of ours that the answer breaks is said in words, not by its code', () => {
  const schema = z.object({ id: contentIdSchema });
  const answer = { status: 200, headers: {}, body: '{"id":"../x"}' };
  expect(readAnswer(answer, { kind: 'read', schema, secrets: [] })).toMatchObject({
    failure: { error: { code: 'BAD_ANSWER', detail: `id: ${inEnglish.say('said.rule.content-id')}` } },
  });
});

test.each([
  ['as it is', 'bad key-of-this-user here'],
  ['with characters that JSON escapes', 'bad \\u006bey-of-this-user here'],
  ['after what looks like an address', 'https://api.example/?key=key-of-this-user failed'],
  ['in hexadecimal', `bad ${Buffer.from('key-of-this-user').toString('hex').toUpperCase()}`],
  ['in base64', `bad ${Buffer.from('key-of-this-user').toString('base64')}`],
])('a key that a good answer repeats %s is not read', (_, code) => {
  const answer = { status: 200, headers: {}, body: `{"error_code":"${code}","name":"Überblick"}` };
  const read = readAnswer(answer, { kind: 'read', schema: z.unknown(), secrets: ['key-of-this-user'] });
  expect(read).toMatchObject({ ok: true, value: { error_code: expect.stringContaining('[redacted]') } });
  expect(JSON.stringify(read)).not.toContain('key-of-this-user');
});

test('an address that is asked for remains usable if it contains the key', () => {
  const address = 'https://storage.example/slot?token=key-of-this-user';
  const answer = { status: 200, headers: {}, body: JSON.stringify({ url: address }) };
  const read = readAnswer(answer, { kind: 'read', schema: linkSchema, secrets: ['key-of-this-user'] });
  expect(read).toMatchObject({ ok: true, value: { url: address } });
});

test('nor is one in the id of a request', () => {
  const answer = { status: 500, headers: { 'x-request-id': 'key-of-this-user' }, body: '{}' };
  const read = readAnswer(answer, { kind: 'read', schema: z.unknown(), secrets: ['key-of-this-user'] });
  expect(read).toMatchObject({ failure: { error: { requestId: '[redacted]' } } });
});
