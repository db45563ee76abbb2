import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startReading } from '../../lib/reading-list.ts';
import { aDocument, idOf, manyDocuments } from '../../testing/documents.ts';
import type { Handlers } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';

const list = {
  source: { kind: 'documents', filter: {}, sort: { by: 'file', descending: false } },
  grid: { name: 'documents', line: 1 },
} as const;

const handlers: Handlers = {
  ...manyDocuments(200),
  'documents.detail': (({ contentId }: { contentId: string }) => ({
    document: aDocument({ contentId }),
    upload: null,
    events: [],
  })) as never,
  'documents.show': (({ contentId }: { contentId: string }) => ({ id: contentId })) as never,
};

test('a key for the next document that is pressed before the list has answered is not lost', async () => {
  const { query, answer } = whenTold(handlers['documents.query'] as (input: unknown) => unknown);
  startReading(list, 2, idOf(3));
  const { user } = renderPage(`#/documents/${idOf(3)}`, { ...handlers, 'documents.query': query });
  expect(await screen.findByRole('heading', { name: 'document-3.pdf' })).toBeDefined();
  await user.keyboard(']');
  answer();
  expect(await screen.findByRole('heading', { name: 'document-4.pdf' })).toBeDefined();
});

test('the documents of a stretch are read on without asking the list for each', async () => {
  startReading(list, 60, idOf(61));
  const { user, inputs } = renderPage(`#/documents/${idOf(61)}`, handlers);
  for (const number of [61, 62, 63, 64, 65]) {
    expect(await screen.findByRole('heading', { name: `document-${number}.pdf` })).toBeDefined();
    expect(await screen.findByText(`${number} of 200`)).toBeDefined();
    await user.keyboard(']');
  }
  const asked = (inputs('documents.query') as { offset: number; limit: number }[]).filter(
    ({ limit }) => limit === 150,
  );
  expect(new Set(asked.map(({ offset }) => offset))).toEqual(new Set([0]));
});

/** A call that is answered when the test says so, and at once from then on. */
function whenTold(handler: (input: unknown) => unknown) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { query: (async (input: unknown) => promise.then(() => handler(input))) as never, answer: resolve };
}
