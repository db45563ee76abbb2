import { describe, expect, test } from 'vitest';
import { parseError } from './parse-error.ts';
import { createRandom } from './testing/turned-clock.ts';

const parse = (
  body: string | Uint8Array,
  status = 400,
  headers: Record<string, string | string[] | undefined> = {},
) => parseError({ status, headers, body });

describe('the shapes that have been told of', () => {
  test('{ statusCode, message, errorCode, requestId }', () => {
    const body =
      '{"statusCode":404,"message":"No such content","errorCode":"PRIVATE_CONTENT_NOT_FOUND","requestId":"r-1"}';
    expect(parse(body, 404)).toEqual({
      code: 'PRIVATE_CONTENT_NOT_FOUND',
      sentence: 'No such content',
      requestId: 'r-1',
      shape: 'json',
    });
  });

  test('{ code, message }', () => {
    expect(parse('{"code":"INVALID_TAGS_ERROR","message":"Unknown tag"}')).toEqual({
      code: 'INVALID_TAGS_ERROR',
      sentence: 'Unknown tag',
      shape: 'json',
    });
  });

  test('{ message }, with the id in a header', () => {
    expect(
      parse('{"message":"Missing Authentication Token"}', 403, { 'x-amzn-requestid': 'r-2' }),
    ).toMatchObject({
      code: 'HTTP_403',
      sentence: 'Missing Authentication Token',
      requestId: 'r-2',
    });
  });

  test('{ errors: [{ message }] }', () => {
    const body = '{"errors":[{"message":"First."},{"message":"Second."}],"metadata":{"request_id":"r-3"}}';
    expect(parse(body)).toMatchObject({ code: 'HTTP_400', sentence: 'First.; Second.', requestId: 'r-3' });
  });

  test('{ detail: [{ loc, msg, type, ctx, input }] }, without what was sent', () => {
    const body = JSON.stringify({
      detail: [
        {
          loc: ['body', 'file_name'],
          msg: 'Field required',
          type: 'missing',
          input: { user_password: 'canary' },
        },
        {
          loc: ['body', 'tags', 0],
          msg: 'Input should be a string',
          type: 'string_type',
          ctx: { seen: 'canary' },
        },
      ],
    });
    const parsed = parse(body, 422);
    expect(parsed.sentence).toBe('file_name: Field required; tags.0: Input should be a string');
    expect(parsed.code).toBe('HTTP_422');
  });

  test('{ detail: "…" }', () => {
    expect(parse('{"detail":"Not authenticated"}', 401)).toMatchObject({ sentence: 'Not authenticated' });
  });

  test('XML from storage, without what it tells of the signature', () => {
    const body = `<?xml version="1.0" encoding="UTF-8"?>
      <Error><Code>SignatureDoesNotMatch</Code>
      <Message>The request signature we calculated &lt;does not&gt; match</Message>
      <AWSAccessKeyId>canary</AWSAccessKeyId><StringToSign>canary</StringToSign>
      <RequestId>R4</RequestId></Error>`;
    const parsed = parse(body, 403, { 'content-type': 'application/xml', 'x-amz-request-id': 'other' });
    expect(parsed).toEqual({
      code: 'SignatureDoesNotMatch',
      sentence: 'The request signature we calculated <does not> match',
      requestId: 'R4',
      shape: 'xml',
    });
  });

  test('an HTML page of a firewall', () => {
    const body =
      '<!DOCTYPE html><html><head><title>Access\n Denied</title></head><body>Blocked</body></html>';
    expect(parse(body, 403)).toEqual({
      code: 'HTTP_403',
      sentence: 'A web page answered: Access Denied',
      shape: 'html',
    });
  });

  test('an empty body', () => {
    expect(parse('', 502, { 'x-request-id': ['r-5', 'r-6'] })).toEqual({
      code: 'HTTP_502',
      sentence: 'The answer was 502 Bad Gateway, without a reason.',
      requestId: 'r-5',
      shape: 'empty',
    });
  });
});

describe('beyond them', () => {
  test.each([
    ['{"error":"nope"}', 'nope', 'HTTP_400'],
    ['{"error":{"code":"X1","message":"inner"}}', 'inner', 'X1'],
    ['{"errors":["plain"]}', 'plain', 'HTTP_400'],
    ['{"title":"Bad Request","code":42}', 'Bad Request', '42'],
    ['"just text"', 'just text', 'HTTP_400'],
    ['upstream connect error', 'upstream connect error', 'HTTP_400'],
    ['[]', 'The answer was 400 Bad Request, without a reason.', 'HTTP_400'],
    ['null', 'The answer was 400 Bad Request, without a reason.', 'HTTP_400'],
    ['{"code":"has spaces in it","message":"m"}', 'm', 'HTTP_400'],
    ['\uFEFF{"message":"marked"}', 'marked', 'HTTP_400'],
  ])('%s', (body, sentence, code) => {
    expect(parse(body)).toMatchObject({ sentence, code });
  });

  test('the secrets of an address in a message do not come through', () => {
    const { sentence } = parse(
      '{"message":"failed for https://s.example/a?X-Amz-Signature=canary&b=canary"}',
    );
    expect(sentence).toBe('failed for https://s.example/a?[redacted]');
  });

  test('a message is one line of bounded length without control characters', () => {
    const { sentence } = parse(
      JSON.stringify({ message: `a\r\n\u001b[31mERROR\u202e ${'x'.repeat(5_000)}` }),
    );
    expect(sentence).toMatch(/^a \[31mERROR x+…$/);
    expect(sentence.length).toBeLessThanOrEqual(300);
  });
});

test('whatever the body, there is a code, a sentence, and no exception', () => {
  const random = createRandom(42);
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '<',
    '>',
    '/',
    '&lt;',
    'null',
    '1e999',
    '"detail"',
    '"errors"',
    '"message"',
    '"code"',
    '"error"',
    '<Code>',
    '</Code>',
    '<title>',
    '<html',
    '\\u0000',
    '\ud800',
    '\u0000',
    '"__proto__"',
    '"loc"',
    '[[',
    'é',
    ' ',
  ];
  for (let round = 0; round < 5_000; round += 1) {
    const length = Math.floor(random() * 30);
    const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    const bytes = Uint8Array.from({ length: length * 3 }, () => Math.floor(random() * 256));
    const status = 300 + Math.floor(random() * 400);
    for (const body of [
      text,
      bytes,
      JSON.stringify({ detail: JSON.stringify(text), errors: [text, [text]] }),
    ]) {
      const parsed = parse(body, status, { 'content-type': round % 2 ? 'text/html' : undefined });
      expect(parsed.code).toMatch(/^[\x21-\x7e]+$/);
      expect(parsed.sentence.trim()).not.toBe('');
      expect(parsed.sentence).not.toMatch(/\p{Cc}/u);
    }
  }
});

test('any JSON value in any place is read without an exception', () => {
  const odd = [null, 0, true, '', ' ', 'x', [], {}, [[]], [null], { message: {} }, { msg: 5, loc: 'body' }];
  const names = ['message', 'detail', 'errors', 'error', 'code', 'errorCode', 'requestId', 'metadata'];
  for (const name of names)
    for (const one of odd)
      for (const two of odd) {
        const parsed = parse(JSON.stringify({ [name]: one, detail: two }));
        expect(parsed.sentence).not.toBe('');
        expect(parsed.code).not.toBe('');
      }
});
