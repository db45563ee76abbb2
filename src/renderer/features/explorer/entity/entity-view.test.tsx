import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { entityLink } from '../../../lib/addresses/explorer.ts';
import { anAnswer, people, sentiment } from '../../../testing/operations.ts';
import { renderPage } from '../../../testing/render-page.tsx';

const base = {
  'operations.list': () => [sentiment, people],
  'operations.check': () => [],
  'operations.history': () => [],
};
const link = entityLink({ id: 'P1', type: 'PEOP', name: 'Ann Orrin' });

test('an entity is looked up in the category of its type, and only when asked', async () => {
  const { user, inputs } = renderPage(link, {
    ...base,
    'operations.call': () =>
      anAnswer(
        {
          results: [
            { id: 'P0', name: 'Ann Other' },
            { id: 'P1', name: 'Ann Orrin', positions: ['CEO', 'Chair'] },
          ],
        },
        { notes: [said('remark.usedTokens', { count: 3 })] },
      ),
  });
  expect(await screen.findByRole('heading', { name: 'Ann Orrin' })).toBeDefined();
  // Prices are for what is traded.
  expect(screen.queryByRole('heading', { name: 'Daily prices' })).toBeNull();
  expect(inputs('operations.call')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Look up (costs tokens)' }));
  expect(await screen.findByText('CEO, Chair')).toBeDefined();
  expect(screen.getByText('Used: 3 knowledge-graph tokens.')).toBeDefined();
  expect(screen.queryByText('Ann Other')).toBeNull();
  expect(inputs('operations.call')).toMatchObject([
    { name: 'knowledge-graph.people', body: { query: 'Ann Orrin' } },
  ]);
});

test('where none has the id, those found are shown as such', async () => {
  const { user } = renderPage(link, {
    ...base,
    'operations.call': () => anAnswer({ results: [{ id: 'P0', name: 'Ann Other' }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Look up (costs tokens)' }));
  expect(await screen.findByText('None of these has the id P1.')).toBeDefined();
  expect(screen.getByRole('gridcell', { name: 'Ann Other' })).toBeDefined();
});

test('sentiment is asked for the chosen range of days', async () => {
  const { user, inputs } = renderPage(link, { ...base, 'operations.call': () => anAnswer({}) });
  await user.click(await screen.findByRole('radio', { name: '30 days' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(inputs('operations.call')).toHaveLength(1));
  const [{ name, body }] = inputs('operations.call') as [
    { name: string; body: { identifier: unknown; timestamp: { start: string; end: string } } },
  ];
  expect(name).toBe('entity-sentiment.query');
  expect(body.identifier).toEqual({ type: 'rp_entity_id', value: 'P1' });
  const { start, end } = body.timestamp;
  expect((Date.parse(end) - Date.parse(start)) / 86_400_000).toBe(30);
});

test('without an id there is nothing to show, and it says so', async () => {
  renderPage('#/explorer/entity', base);
  expect(await screen.findByText('No entity')).toBeDefined();
});
