import { expect, test } from 'vitest';
import type { Answer } from './messages.ts';
import { serveDocuments } from './serve-documents.ts';

test('whoever asks while many tables are taken is answered meanwhile', async () => {
  const text = Uint8Array.from(Buffer.from('{"content":{"body":[{"type":"TABLE","text":"a | b"}]}}'));
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(text);
      controller.close();
    },
  });
  const file = { size: text.length, stream: () => stream };
  const answers: Answer[] = [];
  const serve = serveDocuments((answer) => answers.push(answer));
  await serve({ id: 1, method: 'open', input: [{ kind: 'file', file }] });
  const cell = { text: 'words '.repeat(2_000), columns: 1, rows: 1, isHeading: false };
  const tables = Array.from({ length: 1_000 }, () => ({ rows: [[cell, cell]] }));
  const taking = serve({ id: 2, method: 'takeTables', input: [tables] });
  // As a message comes, after what is under way.
  setTimeout(() => void serve({ id: 3, method: 'summary', input: [] }), 0);
  await taking;
  const order = answers.flatMap((answer) => (answer.kind === 'value' ? [answer.id] : []));
  expect(order, JSON.stringify(answers)).toEqual([1, 3, 2]);
  expect(answers.at(-1)).toEqual({ kind: 'value', id: 2, value: [] });
});

function opened(text: string) {
  const bytes = Uint8Array.from(Buffer.from(text));
  const arrival = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    async pull(controller) {
      await arrival.promise;
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const answers: Answer[] = [];
  const serve = serveDocuments((answer) => answers.push(answer));
  const file = { size: bytes.length, stream: () => stream };
  const opening = serve({ id: 1, method: 'open', input: [{ kind: 'file', file }] });
  const asking = serve({ id: 2, method: 'locate', input: [{ kind: 'path', path: '$.a' }] });
  return { answers, arrive: arrival.resolve, over: Promise.all([opening, asking]) };
}

test('what is asked while the document arrives is answered once it is there', async () => {
  const { answers, arrive, over } = opened('{"a":1}');
  await Promise.resolve();
  expect(answers).toEqual([]);
  arrive();
  await over;
  const given = answers.filter(({ kind }) => kind === 'value');
  expect(given).toMatchObject([{ id: 1 }, { id: 2, value: { path: '$.a' } }]);
});

test('where it is no document, who opened it is told, and nobody else', async () => {
  const { answers, arrive, over } = opened('{"a":');
  arrive();
  await over;
  const given = answers.filter(({ kind }) => kind === 'value' || kind === 'failed');
  expect(given).toMatchObject([{ kind: 'failed', id: 1, failure: { kind: 'json' } }]);
});
