import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, emptyPreview, settings } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

const reason = ' Ask it@example.com.';
const locked = {
  'settings.get': () => ({
    settings,
    keysPresent: { p1: true },
    policy: {
      version: 1 as const,
      reason: 'Ask it@example.com.',
      sharing: 'off' as const,
      deleteAfterUpload: 'off' as const,
      deleteDocuments: 'off' as const,
      limits: { requestsPerMinute: 100 },
    },
    policySaid: [
      { code: 'policy.sharing', values: { reason } },
      { code: 'policy.limit', values: { field: 'requestsPerMinute', most: '100', reason } },
    ],
  }),
};

test('Settings says what the administrator set, and at each limit that it is set', async () => {
  renderPage('#/settings', locked);
  expect(
    await screen.findByText(
      'Set by your administrator: nothing is shared with the organization. Ask it@example.com.',
    ),
  ).toBeDefined();
  expect(screen.getByText(/at most 100 requests a minute/)).toBeDefined();
  expect(await screen.findByText('Set by your administrator. Ask it@example.com.')).toBeDefined();
});

test('what is set cannot be chosen for a watch folder, with the reason beside it', async () => {
  renderPage('#/folders/f1/edit', {
    ...locked,
    'folders.preview': () => emptyPreview,
    'folders.list': () => [aFolderState()],
  });
  const share = await screen.findByRole('switch', { name: /Share with the organization/ });
  await expect.poll(() => share.hasAttribute('disabled')).toBe(true);
  expect(screen.getAllByText('Set by your administrator. Ask it@example.com.')).toHaveLength(3);
});
