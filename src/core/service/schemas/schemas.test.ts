import { describe, expect, test } from 'vitest';
import { connectorSchema, syncAnswerSchema } from './connector.ts';
import { documentRecordSchema, isFinalStatus } from './document.ts';
import { listOf } from './lenient.ts';
import { enrichAnswerSchema, fetchAnswerSchema, linkSchema } from './links.ts';
import { tagSchema } from './tag.ts';

// All fixtures are copied by hand from the specification and service-behaviour.md, "Document metadata",
// "Tags" and "Connectors", not made from the schemas.

const documentId = '0123456789ABCDEF0123456789ABCDEF';

describe('document metadata', () => {
  const full = {
    id: documentId,
    file_name: 'report.pdf',
    user_id: 'u1',
    org_id: 'o1',
    rp_collection_id: 'c1',
    raw_size: 12_345,
    request_origin: 'file_upload',
    content_type: 'application/pdf',
    status: 'completed',
    shared_with_orgs: ['o1'],
    created_at: '2026-09-22T10:00:00Z',
    updated_at: '2026-09-22T10:01:00Z',
    published_at: '2026-09-01T00:00:00Z',
    connector_id: 'k1',
    error_code: 'E1',
    delete_started_ts: '2026-09-23T00:00:00Z',
    file_metadata: { pages: 3 },
    tags: [{ id: '1b4e28ba-2fa1-11d2-883f-0016d3cca427', name: 'from:a' }],
  };

  test('a full record comes through as it is', () => {
    expect(documentRecordSchema.parse(full)).toEqual(full);
  });

  test('only the id is needed, and unknown fields and values stay', () => {
    expect(documentRecordSchema.parse({ id: documentId })).toEqual({ id: documentId });
    expect(documentRecordSchema.parse({ id: documentId, status: 'paused', later: { a: 1 } })).toEqual({
      id: documentId,
      status: 'paused',
      later: { a: 1 },
    });
    expect(documentRecordSchema.safeParse({ file_name: 'no id' }).success).toBe(false);
    expect(documentRecordSchema.safeParse({ id: null }).success).toBe(false);
  });

  test('null and wrong types read as absent, a size as text as a number', () => {
    const record = documentRecordSchema.parse({
      id: documentId,
      error_code: null,
      status: 7,
      shared_with_orgs: 'o1',
      raw_size: '12',
      tags: null,
    });
    expect(record.raw_size).toBe(12);
    expect([record.error_code, record.status, record.shared_with_orgs, record.tags]).toEqual(
      Array(4).fill(undefined),
    );
    expect(documentRecordSchema.parse({ id: documentId, tags: [{ name: 'no id' }] }).tags).toBeNull();
  });

  test.each([1.5, -1, 1e18, 1e300, '1.5', '-1', '99999999999999999999'])(
    '%j bytes are no size',
    (raw_size) => {
      expect(documentRecordSchema.parse({ id: documentId, raw_size })).toEqual({ id: documentId });
    },
  );

  test('only completed and failed are final', () => {
    const known = ['pending', 'processing', 'completed', 'failed', 'placeholder', 'COMPLETED', undefined];
    expect(known.filter(isFinalStatus)).toEqual(['completed', 'failed']);
  });
});

describe('connectors (specification 2.7)', () => {
  const email = {
    connector_id: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
    user_id: 'u1',
    org_id: 'o1',
    share_with_org: false,
    label: 'Broker mail',
    type: 'email',
    created_at: '2026-09-22T10:00:00Z',
    updated_at: '2026-09-22T10:00:00Z',
    archived: false,
    description: '',
    enrichments: ['reporting_entities'],
    config: { allowed_emails: ['a@example.com'], email_hash: 'h', email: 'in@example.com' },
    files_count: 3,
    last_sync_at: null,
    last_sync_status: null,
    last_sync_error_msg: null,
    last_sync_count: null,
  };

  test('every field of the table is read', () => {
    expect(connectorSchema.parse(email)).toMatchObject({
      connector_id: email.connector_id,
      config: email.config,
      files_count: 3,
      archived: false,
      enrichments: ['reporting_entities'],
    });
    expect(connectorSchema.parse(email).last_sync_at).toBeUndefined();
  });

  test.each(['investment_research', 'document_library', 'sharepoint', 'something new'])('type %s', (type) => {
    expect(connectorSchema.parse({ ...email, type, config: {} })).toMatchObject({ type, config: {} });
  });

  test('a sync answer', () => {
    const answer = { connector_id: 'c', status: 'accepted', date_limit: '2026-01-31' };
    expect(syncAnswerSchema.parse(answer)).toEqual(answer);
  });
});

test('a tag', () => {
  const tag = { id: 't1', name: 'label:x', created_at: 'a', updated_at: 'b', file_count: 4 };
  expect(tagSchema.parse(tag)).toEqual(tag);
  expect(tagSchema.safeParse({ name: 'no id' }).success).toBe(false);
});

test('a list comes in results, in items or bare', () => {
  const schema = listOf(tagSchema);
  expect(schema.parse({ results: [{ id: 't1' }], more: 1 })).toEqual([{ id: 't1' }]);
  expect(schema.parse([{ id: 't1' }])).toEqual([{ id: 't1' }]);
  expect(schema.parse({ results: [] })).toEqual([]);
  expect(schema.parse({ items: [{ id: 't1' }] })).toEqual([{ id: 't1' }]);
  expect(schema.safeParse({ rows: [] }).success).toBe(false);
  expect(schema.safeParse(null).success).toBe(false);
});

describe('links', () => {
  const url = 'https://storage.example/a?Signature=s';

  test.each([
    { url, id: documentId },
    { upload_url: url, content_id: documentId },
    { presigned_url: url, document_id: documentId, expires_in: 60 },
  ])('an enrich answer %j', (answer) => {
    expect(enrichAnswerSchema.parse(answer)).toEqual({ url, id: documentId });
  });

  test.each([{ url }, { id: documentId }, { url: 'no address', id: documentId }, { url, id: '' }, null, []])(
    'no enrich answer: %j',
    (answer) => {
      expect(enrichAnswerSchema.safeParse(answer).success).toBe(false);
    },
  );

  test('a link and a fetch answer', () => {
    expect(linkSchema.parse({ url }).url).toBe(url);
    expect(linkSchema.safeParse({ url: 'javascript:alert(1)' }).success).toBe(false);
    expect(fetchAnswerSchema.parse({ url, web_content: true })).toEqual({ url, web_content: true });
    expect(fetchAnswerSchema.parse({ url })).toEqual({ url });
  });
});
