import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AcrossEntity, Gathering } from '#shared/bridge/across.ts';
import { acrossHref } from '../../lib/addresses/across.ts';
import { settings } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

const contentId = (digit: string) => digit.repeat(32);
const gathering: Gathering = {
  gatheringId: 'g1',
  state: 'done',
  code: null,
  total: 3,
  leftOut: 0,
  read: 3,
  unread: 0,
  byName: 0,
  stated: 0,
  withoutEntities: 0,
  entities: 2,
  mentions: 9,
  types: [
    { type: 'COMP', entities: 1 },
    { type: '', entities: 1 },
  ],
};
const entity = (changes: Partial<AcrossEntity>): AcrossEntity => ({
  key: 'id:A1',
  id: 'A1',
  name: 'Orrin',
  type: 'COMP',
  documents: 2,
  mentions: 7,
  sentiment: 0.25,
  relevance: 0.75,
  firstAt: Date.UTC(2026, 0, 2),
  lastAt: Date.UTC(2026, 1, 3),
  ...changes,
});
const orrin = entity({});
const vela = entity({ key: 'name:vela', id: null, name: 'Vela', type: '', mentions: 2, sentiment: null });
const handlers = (state: Partial<Gathering> = {}) => ({
  'connectors.list': () => [],
  'across.open': () => ({ ...gathering, ...state }),
  'across.entities': ({ wanted }: { wanted?: string }) => ({
    total: 2,
    rows: [orrin, vela],
    at: wanted === undefined ? -1 : ['id:A1', 'name:vela'].indexOf(wanted),
  }),
  'across.documents': () => ({
    total: 2,
    rows: ['1', '2'].map((digit) => ({
      contentId: contentId(digit),
      fileName: `${digit}.pdf`,
      at: Date.UTC(2026, 0, 2),
      mentions: 3,
      relevance: 0.5,
      sentiment: -0.5,
    })),
  }),
});
const page = acrossHref({ filter: { folderId: 'f1' } });
const table = () => screen.findByRole('treegrid', { name: 'Entities' });

test('the page is in the navigation, and marked there', async () => {
  const { user } = renderPage('#/tags');
  const link = await screen.findByRole('link', { name: 'Entities' });
  await user.click(link);
  expect(await screen.findByRole('heading', { name: 'Entities across documents' })).toBeDefined();
  expect(link.getAttribute('aria-current')).toBe('page');
});

test('the table shows entities; one opens to its documents, which lead into the text', async () => {
  const { user, inputs } = renderPage(page, handlers());
  const grid = await table();
  expect(inputs('across.open')[0]).toEqual({ filter: { folderId: 'f1' }, anew: false });
  const row = await within(grid).findByRole('row', { name: /Orrin.*A1.*COMP.*2.*7/ });
  expect(row.textContent).toContain('0.25');
  expect(row.getAttribute('aria-expanded')).toEqual('false');
  await user.click(row);
  expect(inputs('across.documents')[0]).toMatchObject({ gatheringId: 'g1', entity: 'id:A1' });
  const link = await within(grid).findByRole('link', { name: '2.pdf' });
  expect(link.getAttribute('href')).toEqual(`#/documents/${contentId('2')}/annotated?entity=A1`);
  expect(
    within(grid)
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.getAttribute('aria-level')),
  ).toEqual(['1', '2', '2', '1']);
});

test('by keyboard: down, open, into a document', async () => {
  const { user } = renderPage(page, {
    ...handlers(),
    'documents.annotated': () => ({ path: '/x', bytes: 2 }),
  });
  const grid = await table();
  await within(grid).findByText('Vela');
  grid.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await within(grid).findByRole('link', { name: '1.pdf' });
  expect(within(grid).getByRole('row', { name: /Vela/ }).getAttribute('aria-expanded')).toEqual('true');
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(within(grid).queryByRole('link', { name: '1.pdf' })).toBeNull());
  await user.keyboard('{Enter}');
  await within(grid).findByRole('link', { name: '1.pdf' });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(location.hash).toBe(`#/documents/${contentId('2')}/annotated?entity=Vela`));
  history.back();
  const again = await table();
  await within(again).findByRole('link', { name: '2.pdf' });
  await waitFor(() => expect(document.activeElement).toBe(again));
  const current = document.getElementById(again.getAttribute('aria-activedescendant') ?? '');
  expect(current?.textContent).toContain('2.pdf');
});

test('a width given by keyboard is remembered, and what a column means is told', async () => {
  const { user, inputs } = renderPage(page, { ...handlers(), 'settings.update': () => settings });
  const head = within(await table()).getByRole('columnheader', { name: 'Mentions' });
  const button = within(head).getByRole('button');
  expect(button.title).toBe('Sort by mentions in all documents');
  button.focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() =>
    expect(inputs('settings.update')).toEqual([
      { preferences: { columnWidths: { entities: { mentions: expect.any(Number) } } } },
    ]),
  );
});

test('sorting, filtering and exporting ask the core for exactly what is shown', async () => {
  const { user, inputs } = renderPage(page, {
    ...handlers(),
    'host.saveFile': () => ({ outcome: 'cancelled', path: null, address: null }),
  });
  await table();
  await user.click(screen.getByRole('button', { name: 'Sentiment' }));
  await user.type(screen.getByRole('searchbox', { name: 'Name or id of an entity' }), 'orr');
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'COMP (1)', hidden: true }));
  const wanted = { text: 'orr', type: 'COMP', sort: { by: 'sentiment', descending: true } };
  await waitFor(() => expect(inputs('across.entities').at(-1)).toMatchObject(wanted));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'As CSV', hidden: true }));
  await waitFor(() =>
    expect(inputs('host.saveFile')).toEqual([
      { what: 'entities', gatheringId: 'g1', format: 'csv', ...wanted },
    ]),
  );
});

test('progress is shown and can be stopped; what was stopped goes on', async () => {
  const running = { state: 'running', read: 1, entities: 1 } as const;
  const { user, inputs } = renderPage(page, {
    ...handlers(running),
    'across.cancel': () => ({ ...gathering, state: 'cancelled' }),
  });
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toEqual(
    expect.stringMatching(/^33/),
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(inputs('across.cancel')).toEqual([{ gatheringId: 'g1' }]);
});

test('a document that failed at the service is gone through, but not called annotated', async () => {
  renderPage(page, handlers({ state: 'running', read: 1, unread: 1 }));
  await screen.findByRole('progressbar', { name: '2 of 3 documents looked at' });
});

test('what stopped everything is explained, and goes on', async () => {
  const { user, inputs } = renderPage(page, {
    ...handlers({ state: 'stopped', code: 'KEY_REJECTED', read: 1 }),
    'across.resume': () => gathering,
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The table shows 1 of 3 documents');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(inputs('across.resume')).toEqual([{ gatheringId: 'g1' }]);
});

test('documents that could not be read are named with their reasons, and tried again', async () => {
  const { user, inputs } = renderPage(page, {
    ...handlers({ read: 1, unread: 2, byName: 1 }),
    'across.unread': () => ({
      total: 2,
      rows: [
        { contentId: contentId('1'), fileName: 'a.pdf', status: 'failed', code: null, detail: null },
        {
          contentId: contentId('2'),
          fileName: 'b.pdf',
          status: 'completed',
          code: 'BAD_ANSWER',
          detail: 'no JSON',
        },
      ],
    }),
    'across.resume': () => gathering,
  });
  await screen.findByText('2 documents could not be read and are not counted');
  screen.getByText(/1 document has no marks in its text; there the names were counted/);
  await user.click(screen.getByRole('button', { name: 'Show which' }));
  const list = screen.getByRole('region', { name: /could not be read/ });
  expect((await within(list).findByRole('link', { name: 'a.pdf' })).getAttribute('href')).toEqual(
    `#/documents/${contentId('1')}`,
  );
  expect(list.textContent).toContain('The service could not process it; it has no annotated document.');
  expect(list.textContent).toContain('(no JSON)');
  await user.click(within(list).getByRole('button', { name: 'Try again' }));
  expect(inputs('across.resume')).toEqual([{ gatheringId: 'g1' }]);
});

test('without documents it says how to choose some', async () => {
  const { user } = renderPage('#/across?documents=nonsense', { 'connectors.list': () => [] });
  await screen.findByText('Which documents?');
  await user.click(await screen.findByPlaceholderText('Documents with tags'));
  await user.click(await screen.findByRole('option', { name: 'Energy', hidden: true }));
  expect(screen.getByRole('button', { name: 'Show entities' }).hasAttribute('disabled')).toBe(false);
});
