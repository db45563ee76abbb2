import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { notifyFailure } from './notify.tsx';

test('a failure is said once, stands beside the page and not over it, and is closed', async () => {
  const { user } = renderPage('#/home');
  await screen.findByRole('main');
  notifyFailure(new Error('The service did not answer.'));
  notifyFailure(new Error('The service did not answer.'));
  const toast = await screen.findByRole('alert');
  expect(screen.getAllByText('The service did not answer.')).toHaveLength(1);
  expect(screen.getByRole('main').parentElement?.contains(toast)).toBe(true);
  await user.click(within(toast).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('The service did not answer.')).toBeNull());
});
