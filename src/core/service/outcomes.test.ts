import { describe, expect, test } from 'vitest';
import type { Concerns } from './answer.ts';
import { type OperationKind, type OutcomeRow, outcomeOf, outcomeRow, outcomeRows } from './outcomes.ts';
import { parseError } from './parse-error.ts';

type Case = [
  status: number,
  kind: OperationKind,
  body: string,
  code: string,
  disposition: string,
  maybeDone: boolean,
  /** Whose trouble; absent: of this one request. */
  concerns?: Concerns,
];

const nothing = '';
const html = '<html><head><title>Denied</title></head></html>';
const noRoute = '{"message":"Missing Authentication Token"}';
const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`;
const says = (code: string) => `{"statusCode":400,"message":"m","errorCode":"${code}","requestId":"r"}`;
const badTags = '{"detail":[{"loc":["body","tags",0],"msg":"not a uuid","type":"uuid"}]}';
const badName = '{"detail":[{"loc":["body","file_name"],"msg":"Field required","type":"missing"}]}';

const cases: Case[] = [
  [429, 'enrich', nothing, 'RATE_LIMITED', 'rate-limited', false],
  [429, 'put', xml('TooManyRequests'), 'RATE_LIMITED', 'rate-limited', false],
  [407, 'read', html, 'BLOCKED_BY_FIREWALL', 'retry', false, 'perhaps-profile'],
  [408, 'put', nothing, 'TIMED_OUT', 'retry', false, 'perhaps-profile'],
  [403, 'enrich', html, 'BLOCKED_BY_FIREWALL', 'retry', false, 'perhaps-profile'],
  [403, 'put', html, 'BLOCKED_BY_FIREWALL', 'retry', false, 'perhaps-profile'],

  [503, 'put', xml('SlowDown'), 'RATE_LIMITED', 'rate-limited', false, 'perhaps-profile'],
  [403, 'put', xml('SignatureDoesNotMatch'), 'STORAGE_REFUSED', 'new-address', false],
  [400, 'put', xml('EntityTooLarge'), 'FILE_TOO_LARGE', 'never', false],
  [400, 'put', xml('ExpiredToken'), 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [
    400,
    'download',
    xml('AuthorizationQueryParametersError'),
    'ADDRESS_USED_OR_EXPIRED',
    'new-address',
    false,
  ],
  [403, 'put', xml('AccessDenied'), 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [403, 'put', nothing, 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [401, 'put', nothing, 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [403, 'download', xml('AccessDenied'), 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [404, 'download', xml('NoSuchKey'), 'NOT_FOUND', 'new-address', false],
  [404, 'put', xml('NoSuchBucket'), 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [409, 'put', xml('OperationAborted'), 'STORAGE_REFUSED', 'new-address', false],
  [410, 'put', nothing, 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [412, 'put', xml('PreconditionFailed'), 'ADDRESS_USED_OR_EXPIRED', 'new-address', false],
  [413, 'put', html, 'FILE_TOO_LARGE', 'never', false],
  [411, 'put', xml('MissingContentLength'), 'STORAGE_REFUSED', 'retry', false],
  [400, 'put', xml('IncompleteBody'), 'STORAGE_REFUSED', 'retry', false],
  [307, 'put', xml('TemporaryRedirect'), 'STORAGE_REFUSED', 'retry', false],
  [500, 'put', xml('InternalError'), 'STORAGE_FAILED', 'retry', true, 'perhaps-profile'],
  [503, 'put', nothing, 'STORAGE_FAILED', 'retry', true, 'perhaps-profile'],
  [500, 'download', nothing, 'SERVICE_FAILED', 'retry', false, 'perhaps-profile'],

  // An answer that was cut short has not said what it refused: a document that "is not there" might be.
  [404, 'read', '{"statusCode":404,"message":"The doc', 'BAD_ANSWER', 'retry', false],
  [404, 'change', '{"code":"PRIVATE_CONTENT_NOT_FOUND","message":"m","', 'BAD_ANSWER', 'retry', false],
  [403, 'enrich', '{"message":"Missing Authent', 'BAD_ANSWER', 'retry', false],
  [401, 'read', '{"message":"bad k', 'KEY_REJECTED', 'fix-first', false, 'profile'],

  [302, 'enrich', html, 'BLOCKED_BY_FIREWALL', 'retry', true, 'perhaps-profile'],
  [302, 'list', html, 'BLOCKED_BY_FIREWALL', 'retry', false, 'perhaps-profile'],
  [401, 'enrich', '{"message":"Unauthorized"}', 'KEY_REJECTED', 'fix-first', false, 'profile'],
  [401, 'list', nothing, 'KEY_REJECTED', 'fix-first', false, 'profile'],
  [402, 'enrich', '{"message":"Payment Required"}', 'QUOTA_EXHAUSTED', 'fix-first', false, 'profile'],
  [402, 'read', nothing, 'QUOTA_EXHAUSTED', 'fix-first', false],
  [
    403,
    'enrich',
    '{"message":"Sharing is not allowed"}',
    'NOT_PERMITTED',
    'fix-first',
    false,
    'perhaps-profile',
  ],
  [403, 'enrich', noRoute, 'NO_SUCH_OPERATION', 'fix-first', false, 'profile'],
  [403, 'list', noRoute, 'NO_SUCH_OPERATION', 'never', false],
  [403, 'read', '{"message":"Not shared with you"}', 'NOT_PERMITTED', 'fix-first', false],
  [404, 'read', says('PRIVATE_CONTENT_NOT_FOUND'), 'DOCUMENT_NOT_FOUND', 'never', false],
  [404, 'change', '{"code":"PRIVATE_CONTENT_NOT_FOUND","message":"m"}', 'DOCUMENT_NOT_FOUND', 'never', false],
  [404, 'enrich', html, 'NO_SUCH_OPERATION', 'fix-first', false, 'profile'],
  [404, 'list', nothing, 'NO_SUCH_OPERATION', 'never', false],
  [404, 'read', '{"message":"not found"}', 'NOT_FOUND', 'never', false],
  [405, 'enrich', nothing, 'NO_SUCH_OPERATION', 'fix-first', false, 'profile'],
  [405, 'list', nothing, 'NO_SUCH_OPERATION', 'never', false],
  [409, 'change', '{"message":"exists"}', 'CONFLICT', 'fix-first', false],
  [410, 'read', nothing, 'NOT_FOUND', 'never', false],
  [412, 'change', nothing, 'CONFLICT', 'fix-first', false],
  [413, 'enrich', html, 'FILE_TOO_LARGE', 'never', false],
  [400, 'enrich', says('INVALID_TAGS_ERROR'), 'UNKNOWN_TAG', 'fix-first', false],
  [400, 'change', says('INVALID_TAGS_ERROR'), 'UNKNOWN_TAG', 'fix-first', false],
  [400, 'change', says('TAG_ALREADY_EXISTS'), 'CONFLICT', 'fix-first', false],
  [422, 'enrich', badTags, 'UNKNOWN_TAG', 'fix-first', false],
  [422, 'enrich', badName, 'REFUSED_AS_INVALID', 'never', false],
  [400, 'enrich', '{"message":"bad file_name"}', 'REFUSED_AS_INVALID', 'never', false],
  [400, 'list', says('INVALID_TAGS_ERROR'), 'REFUSED_AS_INVALID', 'never', false],
  [415, 'enrich', nothing, 'REFUSED_AS_INVALID', 'never', false],
  [421, 'enrich', nothing, 'SERVICE_FAILED', 'retry', false, 'perhaps-profile'],
  [425, 'enrich', nothing, 'SERVICE_FAILED', 'retry', false, 'perhaps-profile'],
  [451, 'read', html, 'NOT_PERMITTED', 'fix-first', false],

  [500, 'enrich', '{"message":"Internal server error"}', 'SERVICE_FAILED', 'retry', true, 'perhaps-profile'],
  [500, 'read', nothing, 'SERVICE_FAILED', 'retry', false, 'perhaps-profile'],
  [501, 'enrich', nothing, 'NO_SUCH_OPERATION', 'fix-first', false, 'profile'],
  [501, 'list', nothing, 'NO_SUCH_OPERATION', 'never', false],
  [502, 'enrich', html, 'SERVICE_FAILED', 'retry', true, 'perhaps-profile'],
  [503, 'change', nothing, 'SERVICE_FAILED', 'retry', true, 'perhaps-profile'],
  [
    504,
    'enrich',
    '{"message":"Endpoint request timed out"}',
    'SERVICE_FAILED',
    'retry',
    true,
    'perhaps-profile',
  ],
  [100, 'change', nothing, 'BAD_ANSWER', 'retry', true, 'perhaps-profile'],
];

const parsed = (status: number, body: string) => parseError({ status, headers: {}, body });

describe('each answer means one thing', () => {
  test.each(cases)(
    '%i to %s with %j is %s, %s, maybe done: %s',
    (status, kind, body, code, disposition, maybeDone, concerns = 'request') => {
      const expected = { code, disposition, concerns, maybeDone };
      expect(outcomeOf(status, kind, parsed(status, body))).toEqual(expected);
    },
  );
});

test('every row of the table has a case that reaches it', () => {
  const reached = new Set<OutcomeRow>(
    cases.map(([status, kind, body]) => outcomeRow(status, kind, parsed(status, body))),
  );
  const unreached = outcomeRows.filter((row) => !reached.has(row));
  expect(outcomeRows.length).toBeGreaterThan(30);
  expect(unreached).toEqual([]);
});

test('any status at all has an outcome', () => {
  for (const kind of ['enrich', 'put', 'download', 'read', 'change', 'list'] as const)
    for (let status = 0; status < 1_000; status += 1)
      expect(outcomeOf(status, kind, parsed(status, nothing)).code).toMatch(/^[A-Z_]+$/);
});
