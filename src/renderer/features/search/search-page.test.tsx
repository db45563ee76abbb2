import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { chunkHref, searchInput } from './search-input.ts';

const contentId = 'A'.repeat(32);
const chunk = (number: number) => ({
  chunk: number,
  text: `Orrin passage number ${number} goes on.\nMore of it.`,
  relevance: 0.8,
  sentiment: number === 1 ? 0.4 : -0.3,
  entities: [{ id: 'E1', name: 'Orrin Semiconductor', type: 'COMP' }],
  paragraph: number + 3,
  sentence: 1,
});
const found = {
  documents: [
    {
      contentId,
      headline: 'Outlook',
      fileName: 'outlook.pdf',
      at: Date.UTC(2026, 0, 2),
      source: 'My files',
      type: 'GENERIC_REPORT',
      chunks: [1, 2, 3, 4, 5].map(chunk),
    },
  ],
  units: 1,
  notes: [],
  tookMs: 12,
};
const none = { documents: [], units: 1, notes: [], tookMs: 3 };
const handlers = { 'search.files': () => found, 'documents.query': () => ({ total: 0, rows: [] }) };
const field = () => screen.findByRole('searchbox', { name: 'Search for' });

test('typing asks nobody; Enter asks, and the results lead to their places', async () => {
  const { user, inputs } = renderPage('#/search', handlers);
  await user.type(await field(), 'Orrin growth');
  expect(inputs('search.files')).toEqual([]);
  await user.keyboard('{Enter}');
  const result = await screen.findByRole('article', { name: 'Outlook' });
  expect(inputs('search.files')).toEqual([{ text: 'Orrin growth', tags: [] }]);
  expect(location.hash).toBe('#/search?q=Orrin+growth');
  within(result).getByText('Positive (0.40)');
  expect(within(result).getAllByText('Relevance 80%')).toHaveLength(3);
  expect(
    within(result).getByRole('link', { name: 'Open in the text (passage 1)' }).getAttribute('href'),
  ).toEqual(`#/documents/${contentId}/annotated?chunk=1&quote=Orrin+passage+number+1+goes+on.&paragraph=4`);
  const [entity] = within(result).getAllByRole('link', { name: 'Orrin Semiconductor' });
  expect(entity?.getAttribute('href')).toEqual(`#/documents/${contentId}/annotated?entity=E1`);
  expect(within(result).getAllByText('Orrin', { selector: 'mark' })).toHaveLength(3);
  await user.click(within(result).getByRole('button', { name: 'Show 2 more passages' }));
  expect(within(result).getAllByText('Negative (-0.30)')).toHaveLength(4);
});

test('going back costs nothing, and nothing that changes searches again; asking again does', async () => {
  const { user, inputs, emit } = renderPage('#/search', handlers);
  await user.type(await field(), 'one{Enter}');
  await screen.findByRole('article');
  await user.clear(await field());
  await user.type(await field(), 'two{Enter}');
  await waitFor(() => expect(inputs('search.files')).toHaveLength(2));
  await screen.findByRole('article');
  history.back();
  await waitFor(() => expect(location.hash).toBe('#/search?q=one'));
  await waitFor(async () => expect((await field()).getAttribute('value')).toBe('one'));
  await screen.findByRole('article');
  emit('documents.changed', {});
  await user.click(await screen.findByRole('link', { name: 'Documents' }));
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  history.back();
  await screen.findByRole('article');
  expect(inputs('search.files')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(inputs('search.files')).toHaveLength(3));
});

test('an address that is opened asks nobody before a person does', async () => {
  const { user, inputs } = renderPage('#/search?q=orrin&tag=a%2Cb&from=2026-01-02', handlers);
  await screen.findByText('Nobody has searched for “orrin” yet');
  expect(inputs('search.files')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByRole('article');
  expect(inputs('search.files')).toEqual([
    { text: 'orrin', tags: ['a,b'], after: new Date(2026, 0, 2).getTime() },
  ]);
});

test('what the palette is given is searched for at once, and only then', async () => {
  const { user, inputs } = renderPage('#/home', { ...handlers, 'folders.list': () => [] });
  await screen.findByRole('navigation');
  await screen.findByRole('link', { name: 'Search' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'orrin');
  await user.click(await screen.findByText(/^Search my files for/, { selector: 'button *' }));
  await screen.findByRole('article');
  expect(inputs('search.files')).toEqual([{ text: 'orrin', tags: [] }]);
  expect(location.hash).toBe('#/search?q=orrin');
});

test('a failure is explained, and says what to do', async () => {
  const { user } = renderPage('#/search', {
    ...handlers,
    'search.files': () => {
      throw new Refusal('QUOTA_EXHAUSTED', 'The subscription has no units left for this.');
    },
  });
  await user.type(await field(), 'orrin{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The subscription has no units left for this.',
  );
  screen.getByRole('button', { name: 'Try again' });
});

test('nothing found, and documents that cannot be found', async () => {
  const { user, inputs } = renderPage('#/search', {
    'search.files': () => none,
    'documents.query': () => ({ total: 3, rows: [] }),
  });
  await screen.findByText(/3 documents were uploaded as not searchable/);
  expect(screen.getByRole('link', { name: 'Show' }).getAttribute('href')).toEqual(
    '#/documents?flag=no_index',
  );
  expect(inputs('documents.query')[0]).toMatchObject({ filter: { noIndex: true } });
  await user.type(await field(), 'unheard{Enter}');
  await screen.findByText('No passage fits “unheard”');
});

test('short words are not quoted where the paragraph is known', () => {
  expect(chunkHref(contentId, { ...chunk(1), text: 'Risk\nMore.' })).toBe(
    `#/documents/${contentId}/annotated?chunk=1&paragraph=4`,
  );
  expect(chunkHref(contentId, { ...chunk(1), chunk: null, text: 'Risk', paragraph: null })).toBe(
    `#/documents/${contentId}/annotated?chunk=0&quote=Risk`,
  );
});

test('days of a search are whole ones', () => {
  const address = { text: ' a & b', tags: ['x,y', 'z'], from: '2026-01-02', to: '2026-01-03', ask: false };
  expect(searchInput(address)).toEqual({
    text: 'a & b',
    tags: ['x,y', 'z'],
    after: new Date(2026, 0, 2).getTime(),
    before: new Date(2026, 0, 4).getTime(),
  });
});
