import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../cli/support/program.ts';
import { until } from '../support/until.ts';
import { apiKey, secondService } from './support/fixture.ts';

async function bothServices() {
  const sandbox = await startService(apiKey);
  onTestFinished(() => sandbox.stop());
  return [sandbox, await secondService({ [apiKey]: 'anna', [colleague]: 'ben' })] as const;
}

/** The key of a second user of the second service; the sandbox makes its own. */
const colleague = 'the-key-of-a-colleague';

/** What a client sees of one document from the slot to its deletion. */
async function storyOf(baseUrl: string, fileName: string, bytes: Uint8Array) {
  const call = async (method: string, path: string, body?: unknown, key = apiKey) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json().catch(() => null)) as never };
  };
  const document = (of: string) => `/contents/v1/documents/${of}`;
  const list = async (query: string) =>
    ((await call('GET', `/contents/v1/documents?${query}`)).body as { results: Listed[] }).results;

  const wrongKey = (await call('GET', document('A'.repeat(32)), undefined, 'wrong')).status;
  const noName = (await call('POST', '/contents/v1/documents', {})).status;
  const slot = await call('POST', '/contents/v1/documents', { file_name: fileName });
  const { id, url } = slot.body as { id: string; url: string };
  const put = async (headers: Record<string, string> = {}) =>
    (await fetch(url, { method: 'PUT', body: bytes as never, headers })).status;
  const stray = await put({ 'content-type': 'text/plain' });
  const reserved = (await call('GET', document(id))).body as Listed;
  const landed = await put();
  const again = await put();
  let last: Listed | undefined;
  await until('the document is at its end', async () => {
    last = (await call('GET', document(id))).body as Listed;
    return ['completed', 'failed'].includes(last.status);
  });
  let listed: Listed | undefined;
  await until('the list shows its end', async () => {
    listed = (await list(`file_name=${encodeURIComponent(fileName)}`)).find((one) => one.id === id);
    return listed?.status === last?.status;
  });
  const annotated = await call('GET', `${document(id)}/annotated`);
  const text = annotated.status === 200 ? await annotatedText(annotated.body) : annotated.status;
  const deleted = await call('DELETE', document(id));
  const gone = await call('GET', document(id));
  const goneBody = gone.body as { errorCode?: string; code?: string };
  return {
    wrongKey,
    noName,
    slot: {
      status: slot.status,
      isId: /^[A-F0-9]{32}$/.test(id),
      isElsewhere: new URL(url).origin !== new URL(baseUrl).origin,
    },
    stray,
    reserved: { size: reserved.raw_size, isAtItsEnd: ['completed', 'failed'].includes(reserved.status) },
    landed,
    again,
    last: { status: last?.status, size: last?.raw_size, name: last?.file_name },
    listed: { status: listed?.status, size: listed?.raw_size, name: listed?.file_name },
    afterDeletion: {
      deleted: [deleted.status, deleted.body],
      status: gone.status,
      code: goneBody.errorCode ?? goneBody.code,
      isListed: (await list('page=1')).some((one) => one.id === id),
    },
    text,
  };
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly raw_size: number;
  readonly file_name: string;
}

async function annotatedText(link: unknown): Promise<string> {
  const { url } = link as { url: string };
  const { content } = (await (await fetch(url)).json()) as { content: { body: { text: string }[] } };
  return content.body.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()).join(' ');
}

/** Inputs, and what a reader of the file sees: from the encodings' own tables. */
const texts: [string, Uint8Array, string][] = [
  ['utf-8', Buffer.from('Umsatz Größe 5 €'), 'Umsatz Größe 5 €'],
  ['utf-8 with a mark', Buffer.from('\uFEFFUmsatz 5 €'), 'Umsatz 5 €'],
  [
    'utf-16le',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Umsatz 5 €', 'utf16le')]),
    'Umsatz 5 €',
  ],
  [
    'utf-16be',
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('Umsatz 5 €', 'utf16le').swap16()]),
    'Umsatz 5 €',
  ],
  ['windows-1252', Uint8Array.from([0x53, 0xe4, 0x74, 0x7a, 0x65, 0x20, 0x80]), 'Sätze €'],
];

test.for(texts)(
  'both services agree on a document in %s, and its text is right',
  async ([name, bytes, text]) => {
    const [sandbox, second] = await bothServices();
    const fileName = `agreed ${name}.txt`;
    const [one, other] = await Promise.all([
      storyOf(sandbox.baseUrl, fileName, bytes),
      storyOf(second.baseUrl, fileName, bytes),
    ]);
    expect(other).toEqual(one);
    expect(one.text).toBe(text);
    expect(one).toMatchObject({ landed: 200, last: { status: 'completed', size: bytes.length } });
  },
);

test.for([
  ['without a byte', Buffer.alloc(0)],
  ['that is no text', Buffer.from([1, 0, 2, 0, 3, 0])],
] as const)(
  'both services agree on a document %s: it fails, and has no annotated text',
  async ([name, bytes]) => {
    const [sandbox, second] = await bothServices();
    const [one, other] = await Promise.all([
      storyOf(sandbox.baseUrl, `${name}.txt`, bytes),
      storyOf(second.baseUrl, `${name}.txt`, bytes),
    ]);
    expect(other).toEqual(one);
    expect(one).toMatchObject({ landed: 200, last: { status: 'failed', size: bytes.length }, text: 404 });
  },
);

/** Seven documents of two users, and what each of many questions lists of them. */
async function listsOf(baseUrl: string, keyOfBen: string) {
  const call = (key: string, method: string, path: string, body?: unknown) =>
    fetch(`${baseUrl}/contents/v1/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ids = new Map<string, string>();
  const upload = async (key: string, name: string, text: string, options: object = {}) => {
    const { id, url } = await (await call(key, 'POST', 'documents', { file_name: name, ...options })).json();
    await fetch(url, { method: 'PUT', body: Buffer.from(text) as never });
    ids.set(name, id);
  };
  const { id: tag } = await (await call(apiKey, 'POST', 'tags', { tag_name: 'team' })).json();
  await upload(apiKey, 'alpha.txt', 'A report of ten words.', { tags: [tag] });
  await upload(apiKey, 'Größe 100%.csv', 'a;b');
  await upload(apiKey, 'deleted.txt', 'A report that goes.');
  await upload(apiKey, 'broken.txt', 'a\0b');
  await upload(keyOfBen, 'shared by ben.txt', 'A report for all.', { share_with_org: true });
  await upload(keyOfBen, 'of ben alone.txt', 'A report for Ben.');
  await upload(apiKey, 'Alpha again.txt', 'A', { tags: [tag], share_with_org: true });
  const deletions = [
    (await call(keyOfBen, 'DELETE', `documents/${ids.get('alpha.txt')}`)).status,
    (await call(keyOfBen, 'DELETE', `documents/${ids.get('Alpha again.txt')}`)).status,
    (await call(apiKey, 'DELETE', `documents/${ids.get('deleted.txt')}`)).status,
  ];
  const seen = async (key: string, query: string): Promise<string[]> => {
    const all: string[] = [];
    // The second service leaves deleted documents out after it cut its pages: an empty one may have a next.
    for (let page = 1, empty = 0; empty < 3; page += 1) {
      const { results } = await (
        await call(key, 'GET', `documents?page_size=2&page=${page}&${query}`)
      ).json();
      empty = results.length === 0 ? empty + 1 : 0;
      all.push(...results.map((one: Listed) => `${one.file_name}: ${one.status}`));
    }
    return all;
  };
  await until('the list shows all at their end', async () => {
    const all = [...(await seen(apiKey, '')), ...(await seen(keyOfBen, 'ownership=owned'))];
    return all.length === 7 && all.every((one) => /: (completed|failed)$/.test(one));
  });
  const sharedAt = await (await call(apiKey, 'GET', `documents/${ids.get('shared by ben.txt')}`)).json();
  const questions = [
    ...['', 'sort_order=asc', 'sort_by=raw_size', 'sort_by=file_name&sort_order=asc'],
    ...['ownership=owned', 'ownership=shared', 'tags=team', 'tags=team&tags=nobody', 'tags=nobody'],
    ...['file_name=ALPHA', 'file_name=0%25', `from_date=${encodeURIComponent(sharedAt.created_at)}`],
  ];
  const answers: Record<string, string[]> = {};
  for (const question of questions) answers[question.replace(/=2.*/, '')] = await seen(apiKey, question);
  const refused = ['page=0', 'page_size=101', 'page_size=0', 'sort_by=colour'].map(
    async (query) => (await call(apiKey, 'GET', `documents?${query}`)).status,
  );
  const strange = await call(apiKey, 'GET', `documents/${ids.get('of ben alone.txt')}`);
  return { deletions, answers, refused: await Promise.all(refused), ofBen: strange.status };
}

test('both services agree on lists: pages, order, owners, tags, names, dates and failed documents', async () => {
  const [sandbox, second] = await bothServices();
  const made = await fetch(`${sandbox.baseUrl}/_sandbox/users`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'ben' }),
  });
  const { api_key: keyOfBen } = await made.json();
  const one = await listsOf(sandbox.baseUrl, keyOfBen);
  expect(await listsOf(second.baseUrl, colleague)).toEqual(one);
  const names = ['Alpha again.txt', 'shared by ben.txt', 'broken.txt', 'Größe 100%.csv', 'alpha.txt'];
  expect(one).toMatchObject({
    deletions: [403, 403, 200],
    answers: {
      '': names.map((name) => `${name}: ${name === 'broken.txt' ? 'failed' : 'completed'}`),
      'ownership=shared': ['shared by ben.txt: completed'],
      'file_name=ALPHA': ['Alpha again.txt: completed', 'alpha.txt: completed'],
      'tags=nobody': [],
      from_date: ['Alpha again.txt: completed', 'shared by ben.txt: completed'],
    },
    refused: [422, 422, 422, 422],
    ofBen: 403,
  });
});
