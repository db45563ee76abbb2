import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notifyTrouble } from '../ui/notify.tsx';
import { renderPage } from './render-page.tsx';

test('a window begins without the toasts and the open palette of the one before', async () => {
  const { user } = renderPage('#/home');
  notifyTrouble('The service did not answer.');
  await screen.findByRole('alert');
  await user.click(await screen.findByRole('button', { name: /^Commands/ }));
  await screen.findByRole('dialog');
  cleanup();
  renderPage('#/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
