import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anUpload, settings, status } from '../../testing/answers.ts';
import { aDocument, idOf, manyDocuments } from '../../testing/documents.ts';
import { type Handlers, Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';

const contentId = idOf(7);
const upload = anUpload({ id: 3, contentId, landedAt: 5, finishedAt: 6 });

const one = (changes: Parameters<typeof aDocument>[0] = { contentId }, more: Handlers = {}): Handlers => ({
  ...manyDocuments(1),
  'documents.detail': () => ({
    document: aDocument({ uploadId: 3, folderId: 'f1', tags: [{ id: 'T1', name: 'Energy' }], ...changes }),
    upload,
    events: [
      { at: 2_000, kind: 'settled', detail: { seenAt: 1_000 } },
      { at: 3_000, kind: 'reserved', detail: { contentId, sends: true } },
      { at: 4_000, kind: 'failed', detail: { step: 'put', code: 'CONNECTION_LOST', status: 500 } },
      { at: 5_000, kind: 'landed', detail: { bytes: 10 } },
      { at: 6_000, kind: 'completed', detail: null },
    ],
  }),
  'documents.show': () => ({
    id: contentId,
    status: 'completed',
    file_name: '<script>alert(1)</script>',
    odd: { a: [1] },
  }),
  ...more,
});

test('what happened, where the file is, and what the service says, as text', async () => {
  renderPage(`#/documents/${contentId}`, one());
  expect(await screen.findByRole('heading', { name: 'document-7.pdf' })).toBeDefined();
  for (const words of [
    'The file was seen',
    'The file is quiet and was queued',
    'Sending began',
    'All bytes have arrived',
  ])
    expect(screen.getByText(words)).toBeDefined();
  expect(screen.getByText('The connection broke before the answer came.')).toBeDefined();
  expect(screen.getByText(upload.path)).toBeDefined();
  const raw = screen.getByRole('region', { name: 'What the service says' });
  expect(await within(raw).findByText(/"odd"/)).toBeDefined();
  expect(raw.querySelector('script')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open annotated document' }).getAttribute('href')).toBe(
    `#/documents/${contentId}/annotated`,
  );
});

test('tags and sharing are changed one at a time', async () => {
  const { user, inputs } = renderPage(
    `#/documents/${contentId}`,
    one(
      { contentId },
      {
        'documents.tag': () => ({ tags: [] }),
        'documents.share': () => ({ shared: true }),
      },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove the tag Energy' }));
  await waitFor(() => expect(inputs('documents.tag')).toEqual([{ contentId, add: [], remove: ['T1'] }]));
  await user.click(screen.getByRole('switch', { name: /^Shared with the organization/ }));
  await waitFor(() => expect(inputs('documents.share')).toEqual([{ contentId, share: true }]));
});

test('who is about to delete it reads which machines of the team have its file too', async () => {
  const teams = { p1: { state: 'reachable', why: null, code: null, since: null, paused: null } };
  const { user } = renderPage(
    `#/documents/${contentId}`,
    one(
      { contentId },
      {
        'agent.status': () => ({ ...status, health: { ...status.health, teams } }),
        'documents.holders': () => ({ others: [{ agent: 'a', name: 'FILESRV1' }], isKnown: true }),
      },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete…' }));
  expect(await screen.findByText(/^This file is on FILESRV1 too\./)).toBeDefined();
});

test('a new tag is typed and Enter takes it; a tag that nobody names is shown as unknown', async () => {
  const nobodys = 'c683ff41-0000-4000-8000-000000000000';
  const { user, inputs } = renderPage(
    `#/documents/${contentId}`,
    one({ contentId, tags: [{ id: nobodys, name: nobodys }] }, { 'documents.tag': () => ({ tags: [] }) }),
  );
  expect(await screen.findByText(`Unknown tag ${nobodys}`)).toBeDefined();
  await user.type(screen.getByRole('combobox', { name: 'Add a tag' }), 'Fresh{Enter}');
  await waitFor(() => expect(inputs('documents.tag')).toEqual([{ contentId, add: ['Fresh'], remove: [] }]));
});

test('the original goes to where the person chooses, through the host', async () => {
  const { user, inputs } = renderPage(
    `#/documents/${contentId}`,
    one(
      { contentId },
      {
        'host.saveFile': () => ({ outcome: 'saved', path: '/home/me/a.pdf', address: null }),
      },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'The original file', hidden: true }));
  expect(await screen.findByText('Saved to /home/me/a.pdf')).toBeDefined();
  expect(inputs('host.saveFile')).toEqual([{ what: 'original', contentId }]);
});

test('a failed one says why and is sent again', async () => {
  const { user, inputs } = renderPage(
    `#/documents/${contentId}`,
    one(
      {
        contentId,
        status: 'failed',
        code: 'ENRICHMENT_FAILED',
        remoteError: 'PDF_BROKEN',
        remoteStatus: 'failed',
      },
      {
        'documents.detail': () => ({
          document: aDocument({
            contentId,
            uploadId: 3,
            status: 'failed',
            code: 'ENRICHMENT_FAILED',
            remoteError: 'PDF_BROKEN',
          }),
          upload: { ...upload, state: 'attention', code: 'ENRICHMENT_FAILED' },
          events: [],
        }),
        'uploads.retry': () => ({ count: 1, left: {} }),
      },
    ),
  );
  const why = await screen.findByRole('region', { name: /could not/ });
  expect(within(why).getByText('PDF_BROKEN')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open annotated document' })).toBeNull();
  await user.click(within(why).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(inputs('uploads.retry')).toEqual([{ filter: { profileId: null, ids: [3] } }]));
});

test('an expired one reads as expired, not as an error', async () => {
  renderPage(
    `#/documents/${contentId}`,
    one(
      { contentId, status: 'expired', noStore: true, expiresAt: 5 },
      {
        'documents.show': () => {
          throw new Refusal('DOCUMENT_NOT_FOUND', 'The service has no such document.');
        },
      },
    ),
  );
  expect(await screen.findByText(/Its 24 hours are over/)).toBeDefined();
  expect(await screen.findByText('The service tells nothing about it any more.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('a document nobody knows says so', async () => {
  renderPage(
    `#/documents/${contentId}`,
    one(
      { contentId },
      {
        'documents.detail': () => ({ document: null, upload: null, events: [] }),
        'documents.show': () => {
          throw new Refusal('DOCUMENT_NOT_FOUND', 'The service has no such document.');
        },
      },
    ),
  );
  expect(await screen.findByText('Sluice does not know this document')).toBeDefined();
});

test.each([
  { remoteStatus: 'processing', words: 'Der Dienst sagt „in Verarbeitung“.' },
  { remoteStatus: 'half-baked', words: 'Der Dienst sagt „half-baked“.' },
])("the service's $remoteStatus in the person's language, where it is known", async (given) => {
  const { remoteStatus, words } = given;
  renderPage(
    `#/documents/${contentId}`,
    one(
      { contentId, status: 'processing', remoteStatus },
      {
        'settings.get': () => ({
          settings: { ...settings, preferences: { ...settings.preferences, language: 'de' } },
          keysPresent: { p1: true },
        }),
      },
    ),
  );
  expect(await screen.findByText(words)).toBeDefined();
});

test('mod+K works from the field of tags, also with a word begun', async () => {
  const { user } = renderPage(`#/documents/${contentId}`, one());
  await user.type(await screen.findByRole('combobox', { name: 'Add a tag' }), 'Fre');
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('textbox', { name: 'Commands' })).toBeDefined();
});
