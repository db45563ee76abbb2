import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';

const tags = ['Energy 2025', 'Energy', 'ESG'].map((name, index) => ({ id: `T${index}`, name }));

test('Enter takes what was typed: a tag of that name, also in other capitals, else a new one', async () => {
  const { user, inputs } = renderPage('#/home', {
    'tags.list': () => tags,
    'uploads.add': () => ({ ids: [1], refused: [] }),
  });
  await screen.findByText('Nothing needs you.');
  const dataTransfer = { files: [new File(['one'], 'one.pdf')], items: [], types: ['Files'] };
  fireEvent.dragEnter(document, { dataTransfer });
  fireEvent.drop(screen.getByText('Drop files or folders to upload them'), { dataTransfer });
  const sheet = await screen.findByRole('dialog');
  const field = within(sheet).getByRole('combobox', { name: 'Tags' });
  await user.click(field);
  await screen.findByRole('option', { name: 'ESG', hidden: true });
  for (const typed of ['Energy', 'Ener', 'esg', 'Energy']) await user.type(field, `${typed}{Enter}`);
  await user.click(within(sheet).getByRole('button', { name: 'Upload' }));
  await waitFor(() =>
    expect(inputs('uploads.add')).toMatchObject([{ options: { tags: ['Energy', 'Ener', 'ESG'] } }]),
  );
});
