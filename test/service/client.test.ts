import { contentIdOf } from '#core/service/testing/content-id.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import type { Answer, ServiceFailure } from '#core/service/answer.ts';
import { createBudget } from '#core/service/budget.ts';
import { createTestNetwork } from '#core/service/testing/test-network.ts';
import { createServiceClient, type ServiceClient } from '#core/service/client.ts';
import { isFinalStatus } from '#core/service/schemas/document.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { documentIdSchema } from '#shared/ids/ids.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';

const person = { priority: 'person' } as const;
const text = 'Apple Inc. reported record revenue. Shares of Apple rose.';
const bytes = Buffer.from(text);

function mustBe<T>(answer: Answer<T>): T {
  if (!answer.ok) throw answer.failure.error;
  return answer.value;
}

function failureOf(answer: Answer<unknown>): ServiceFailure {
  if (answer.ok) throw new Error('expected a failure');
  return answer.failure;
}

function clientOf(sandbox: Sandbox, key = sandbox.apiKey): ServiceClient {
  const clock = createClock();
  return createServiceClient({
    profile: profileSchema.parse({ id: 'p', name: 'P', baseUrl: sandbox.baseUrl }),
    getKey: async () => key,
    clock,
    budget: createBudget({ clock, requestsPerMinute: 10_000 }),
    logger: silentLogger,
    network: createTestNetwork(),
  });
}

describe.each(['spec', 'field'] as const)('the sandbox as %s', (profile) => {
  let sandbox: Sandbox;
  let client: ServiceClient;

  beforeEach(async () => {
    sandbox = await startSandbox({ profile, enrichSeconds: [0.05, 0.05] });
    client = clientOf(sandbox);
  });

  afterEach(async () => {
    client.close();
    await sandbox.stop();
  });

  async function upload(file_name = 'note.txt'): Promise<ContentId> {
    const slot = mustBe(await client.documents.enrich({ file_name }, person));
    mustBe(await client.storage.put(slot.url, { kind: 'buffer', bytes }));
    return slot.id;
  }

  async function uploadCompleted(): Promise<ContentId> {
    const id = await upload();
    const status = async () => mustBe(await client.documents.get(id, person)).status;
    await expect.poll(async () => isFinalStatus(await status())).toBe(true);
    expect(await status()).toBe('completed');
    return id;
  }

  test('a document goes from enrich to its annotated form, and no key goes to storage', async () => {
    const slot = mustBe(await client.documents.enrich({ file_name: 'note.txt', no_index: true }, person));
    expect(slot.id).toMatch(/^[A-F0-9]{32}$/);
    expect(new URL(slot.url).origin).toBe(sandbox.storageUrl);
    const landed = mustBe(
      await client.storage.put(slot.url, {
        kind: 'stream',
        size: bytes.byteLength,
        async *open() {
          yield bytes.subarray(0, 10);
          yield bytes.subarray(10);
        },
      }),
    );
    expect(landed.etag ?? '').toContain(createHash('md5').update(bytes).digest('hex'));
    await expect
      .poll(async () => mustBe(await client.documents.get(slot.id, person)))
      .toMatchObject({
        id: slot.id,
        file_name: 'note.txt',
        raw_size: bytes.byteLength,
        status: 'completed',
      });
    const original = mustBe(await client.documents.original(slot.id, person));
    expect(original.expiresAt).toBeGreaterThan(sandbox.clock.now());
    const back = mustBe(await client.storage.downloadBytes(original.url, { maximumBytes: 1_000 }));
    expect(Buffer.from(back).toString()).toBe(text);
    const annotated = mustBe(await client.documents.annotated(slot.id, person));
    const json = mustBe(await client.storage.downloadBytes(annotated.url, { maximumBytes: 1_000_000 }));
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject({
      analytics: { entities: expect.any(Array) },
    });
    expect(sandbox.audit()).toMatchObject({ leaked_keys: [] });
  });

  test('an address is good for one PUT; the second says so', async () => {
    const slot = mustBe(await client.documents.enrich({ file_name: 'a.txt' }, person));
    mustBe(await client.storage.put(slot.url, { kind: 'buffer', bytes }));
    expect(failureOf(await client.storage.put(slot.url, { kind: 'buffer', bytes }))).toMatchObject({
      status: 403,
      disposition: 'new-address',
      maybeDone: false,
    });
  });

  test('an expired address and an expired link ask for new ones', async () => {
    const slot = mustBe(await client.documents.enrich({ file_name: 'a.txt' }, person));
    const link = mustBe(await client.documents.annotated(await uploadCompleted(), person));
    sandbox.clock.advance(25 * 3_600_000);
    const put = failureOf(await client.storage.put(slot.url, { kind: 'buffer', bytes }));
    expect(put).toMatchObject({ disposition: 'new-address', error: { code: 'ADDRESS_USED_OR_EXPIRED' } });
    const get = failureOf(await client.storage.downloadBytes(link.url, { maximumBytes: 1_000_000 }));
    expect(get).toMatchObject({ disposition: 'new-address', error: { code: 'ADDRESS_USED_OR_EXPIRED' } });
  });

  test('what is not there, not allowed or not right has its code', async () => {
    const unknown = contentIdOf('F');
    expect(failureOf(await client.documents.get(unknown, person))).toMatchObject({
      status: 404,
      disposition: 'never',
      error: { code: 'DOCUMENT_NOT_FOUND' },
    });
    expect(await client.documents.delete(unknown, person)).toEqual({ ok: true, value: 'absent' });
    const refused = failureOf(await clientOf(sandbox, 'no such key').documents.get(unknown, person));
    expect(refused).toMatchObject({ disposition: 'fix-first', error: { code: 'KEY_REJECTED' } });
    const id = await upload();
    const stranger = clientOf(sandbox, sandbox.addUser({ userId: 'stranger', orgId: 'elsewhere' }));
    expect(failureOf(await stranger.documents.get(id, person))).toMatchObject({
      disposition: 'fix-first',
      error: { code: 'NOT_PERMITTED' },
    });
    const badTag = failureOf(await client.documents.update(id, { tags: ['no such tag'] }, person));
    expect(badTag).toMatchObject({ disposition: 'fix-first', error: { code: 'UNKNOWN_TAG' } });
    expect(failureOf(await client.documents.enrich({ file_name: '' }, person))).toMatchObject({
      disposition: 'never',
      error: { code: 'REFUSED_AS_INVALID' },
    });
    expect(await client.documents.delete(id, person)).toEqual({ ok: true, value: 'deleted' });
    expect(await client.documents.delete(id, person)).toEqual({ ok: true, value: 'absent' });
  });

  test('tags are made, found by prefix, put on a document and taken off', async () => {
    const tag = mustBe(await client.tags.create('label:one', person));
    mustBe(await client.tags.create('other', person));
    expect(mustBe(await client.tags.list('label:', person)).map((one) => one.name)).toEqual(['label:one']);
    expect(mustBe(await client.tags.list(undefined, person)).length).toBeGreaterThanOrEqual(2);
    const id = await upload();
    mustBe(await client.documents.update(id, { tags: [tag.id], share_with_org: true }, person));
    const record = mustBe(await client.documents.get(id, person));
    expect(record.tags).toEqual([expect.objectContaining({ id: tag.id, name: 'label:one' })]);
    expect(record.shared_with_orgs).toEqual(['sandbox-org']);
    mustBe(await client.documents.update(id, { tags: [] }, person));
    expect(mustBe(await client.documents.get(id, person)).tags ?? []).toEqual([]);
  });

  test('a tag that exists is the same again, or a conflict; never an unknown tag', async () => {
    const first = mustBe(await client.tags.create('twice', person));
    const second = await client.tags.create('twice', person);
    if (second.ok) expect(second.value.id).toBe(first.id);
    else expect(second.failure.error.code).toBe('CONFLICT');
  });

  test('documents are listed page by page', async () => {
    const ids = [await upload('a.txt'), await upload('b.txt'), await upload('c.txt')];
    // The list of some deployments is a few seconds behind.
    sandbox.clock.advance(10_000);
    const query = { ownership: 'owned', page_size: 2, sort_by: 'created_at', sort_order: 'asc' } as const;
    const first = mustBe(await client.documents.list({ ...query, page: 1 }, person));
    const second = mustBe(await client.documents.list({ ...query, page: 2 }, person));
    expect([first.length, second.length]).toEqual([2, 1]);
    expect([...first, ...second].map((record) => record.id).sort()).toEqual([...ids].sort());
    expect(client.documents.listAvailable()).toBe('yes');
  });

  test('an e-mail connector lives from creation to its end', async () => {
    const config = { allowed_emails: ['analyst@example.com'] };
    const creation = { type: 'email', label: 'Mail', description: 'd', share_with_org: false, config };
    const { connector_id: id } = mustBe(await client.connectors.create(creation, person));
    expect(mustBe(await client.connectors.get(id, person))).toMatchObject({
      label: 'Mail',
      archived: false,
    });
    const replacement = { label: 'Post', description: '', share_with_org: true, config };
    expect(mustBe(await client.connectors.update(id, replacement, person))).toMatchObject({
      label: 'Post',
      share_with_org: true,
      type: 'email',
    });
    expect(mustBe(await client.connectors.list(person)).map((one) => one.connector_id)).toContain(id);
    expect(failureOf(await client.connectors.sync(id, {}, person)).disposition).not.toBe('retry');
    mustBe(await client.connectors.archive(id, person));
    expect(mustBe(await client.connectors.get(id, person)).archived).toBe(true);
    expect(await client.connectors.deleteEverything(id, person)).toEqual({ ok: true, value: 'accepted' });
    const isGone = async () => {
      sandbox.clock.advance(10_000);
      const answer = await client.connectors.get(id, person);
      return answer.ok ? 'there' : answer.failure.disposition;
    };
    await expect.poll(isGone).toBe('never');
  });

  test('a broker connector syncs, and its password never comes back', async () => {
    const config = { user_id: 'u1', user_password: 'canary-password' };
    const creation = { type: 'investment_research', label: 'Broker', config };
    const made = mustBe(await client.connectors.create(creation, person));
    expect(JSON.stringify(made)).not.toContain('canary');
    const synced = mustBe(
      await client.connectors.sync(made.connector_id, { date_limit: '2026-01-31' }, person),
    );
    expect(synced.status).toBe('accepted');
  });

  test('the check finds everything, and tells a wrong key', async () => {
    const good = await client.check(person);
    expect(Object.entries(good).filter(([, answer]) => !answer.ok)).toEqual([]);
    const bad = await clientOf(sandbox, 'wrong').check(person);
    expect(bad.reachable.ok).toBe(true);
    expect(failureOf(bad.keyAccepted).error.code).toBe('KEY_REJECTED');
  });

  test('a fetched document is a link', async () => {
    const id = await uploadCompleted();
    expect(mustBe(await client.documents.fetch(documentIdSchema.parse(id), person))).toMatchObject({
      url: expect.stringMatching(/^http/),
    });
  });
});

test.each(['spec', 'field'] as const)(
  'without a list (%s) the client learns it and stops asking',
  async (profile) => {
    const sandbox = await startSandbox({ profile, listEndpoint: false });
    const client = clientOf(sandbox);
    try {
      for (let index = 0; index < 3; index += 1)
        expect(failureOf(await client.documents.list({}, person)).error.code).toBe('NO_SUCH_OPERATION');
      expect(client.documents.listAvailable()).toBe('no');
      const asked = sandbox.requests.list({ method: 'GET', path: '^/contents/v1/documents$' });
      expect(asked).toHaveLength(1);
    } finally {
      client.close();
      await sandbox.stop();
    }
  },
);
