import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, emptyPreview, settings } from '../../testing/answers.ts';
import { aConnector } from '../../testing/connectors.ts';
import { aDocument, idOf, manyDocuments } from '../../testing/documents.ts';
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

test.each([
  [false, true],
  [true, false],
])('a document that is shared: %s can be taken back, but not shared', async (shared, isLocked) => {
  const contentId = idOf(7);
  renderPage(`#/documents/${contentId}`, {
    ...locked,
    ...manyDocuments(1),
    'documents.detail': () => ({ document: aDocument({ contentId, shared }), upload: null, events: [] }),
  });
  const share = await screen.findByRole('switch', { name: /^Shared with the organization/ });
  await expect.poll(() => share.hasAttribute('disabled')).toBe(isLocked);
  expect(screen.queryAllByText('Set by your administrator. Ask it@example.com.')).toHaveLength(
    isLocked ? 1 : 0,
  );
});

test('many documents cannot be shared, and the button says why; to stop sharing them stays possible', async () => {
  const { user } = renderPage('#/documents', { ...locked, ...manyDocuments(20) });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const share = screen.getByRole('button', { name: 'Share' });
  expect(share.hasAttribute('disabled')).toBe(true);
  expect(share.title).toBe('Set by your administrator. Ask it@example.com.');
  expect(screen.getByRole('button', { name: 'Stop sharing' }).hasAttribute('disabled')).toBe(false);
});

test.each([
  ['new?type=email', false, true],
  ['c1/edit', false, true],
  ['c1/edit', true, false],
])('a connector (%s, shared: %s) cannot begin to share', async (page, shared, isLocked) => {
  renderPage(`#/connectors/${page}`, {
    ...locked,
    'connectors.show': () => aConnector({ share_with_org: shared }),
  });
  const share = await screen.findByRole('switch', { name: /Share with the organization/ });
  await expect.poll(() => share.hasAttribute('disabled')).toBe(isLocked);
  expect(screen.getByText('Set by your administrator. Ask it@example.com.')).toBeDefined();
});
