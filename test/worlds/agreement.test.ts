import { expect, test } from 'vitest';
import { startService } from '../cli/support/program.ts';
import { until } from '../support/until.ts';
import { apiKey, secondService } from './support/fixture.ts';

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
  const text = await annotatedText((await call('GET', `${document(id)}/annotated`)).body);
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
  ['windows-1252', Uint8Array.from([0x53, 0xe4, 0x74, 0x7a, 0x65, 0x20, 0x80]), 'Sätze €'],
];

test.for(texts)(
  'both services agree on a document in %s, and its text is right',
  async ([name, bytes, text]) => {
    const sandbox = await startService(apiKey);
    const second = await secondService();
    const fileName = `agreed ${name}.txt`;
    const [one, other] = await Promise.all([
      storyOf(sandbox.baseUrl, fileName, bytes),
      storyOf(second.baseUrl, fileName, bytes),
    ]);
    await sandbox.stop();
    expect(other).toEqual(one);
    expect(one.text).toBe(text);
    expect(one).toMatchObject({ landed: 200, last: { status: 'completed', size: bytes.length } });
  },
);
