import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anUpload, settings, status } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

interface ListInput {
  readonly filter: { readonly search?: string; readonly states?: string[] };
  readonly offset: number;
  readonly limit: number;
}

/** A history of any length, made as it is asked for. */
const history = (total: number) => ({
  'uploads.list': (({ offset, limit }: ListInput) => ({
    total,
    rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) =>
      anUpload({ id: offset + index + 1 }),
    ),
  })) as never,
});

test('a hundred thousand rows: only what is in sight is asked for and drawn', async () => {
  const { inputs } = renderPage('#/uploads', history(100_000));
  const grid = await screen.findByRole('grid', { name: 'Uploads' });
  expect(await screen.findByText('report-1.pdf')).toBeDefined();
  expect(screen.getByText('100,000 uploads')).toBeDefined();
  expect(grid.getAttribute('aria-rowcount')).toBe('100001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
  const asked = (inputs('uploads.list') as ListInput[]).reduce((sum, { limit }) => sum + limit, 0);
  expect(asked).toBeLessThan(3_000);
});

test('by keyboard: move, select, retry what is selected', async () => {
  const { user, inputs } = renderPage('#/uploads', {
    ...history(5),
    'uploads.retry': () => ({ count: 2, left: {} }),
  });
  await screen.findByText('report-1.pdf');
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown} {ArrowDown} ');
  expect(screen.getByText('2 selected')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() =>
    expect(inputs('uploads.retry')).toEqual([{ filter: { profileId: null, ids: [2, 3] } }]),
  );
});

test('all that a filter matches are cancelled by the filter, after asking', async () => {
  const { user, inputs } = renderPage('#/uploads?state=queued', {
    ...history(100_000),
    'uploads.cancel': () => ({ count: 100_000 }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Cancel uploads' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel 100,000 uploads?' });
  expect(inputs('uploads.cancel')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel them' }));
  await waitFor(() =>
    expect(inputs('uploads.cancel')).toEqual([{ filter: { profileId: null, states: ['queued'] } }]),
  );
});

test('the search goes into the address and to the host', async () => {
  const { user, inputs } = renderPage('#/uploads', history(5));
  await user.type(await screen.findByRole('searchbox', { name: 'Search in paths' }), 'annual');
  await waitFor(() => expect(location.hash).toBe('#/uploads?search=annual'));
  await waitFor(() =>
    expect(inputs('uploads.list')).toContainEqual(
      expect.objectContaining({ filter: { profileId: null, search: 'annual' } }),
    ),
  );
});

test('an upload explains itself: what happened, why, what to do, and its timeline', async () => {
  renderPage('#/uploads?open=3', {
    ...history(5),
    'uploads.show': () => ({
      upload: anUpload({ id: 3, state: 'attention', code: 'FILE_TOO_LARGE', detail: '2.1 GB' }),
      events: [
        { at: 1_000, kind: 'fingerprinted', detail: null },
        { at: 2_000, kind: 'failed', detail: { code: 'FILE_TOO_LARGE' } },
      ],
    }),
  });
  const drawer = await screen.findByRole('dialog', { name: 'report-3.pdf' });
  expect(await within(drawer).findByText('2.1 GB')).toBeDefined();
  expect(within(drawer).getByText(/Split or shrink the file/)).toBeDefined();
  expect(within(drawer).getByRole('link', { name: 'Open the folder' }).getAttribute('href')).toBe(
    '#/folders/f1/edit',
  );
  expect(within(drawer).getByRole('button', { name: 'Retry' })).toBeDefined();
  expect(within(drawer).queryByRole('button', { name: 'Pause' })).toBeNull();
  expect(within(drawer).getByText('Read, and compared with what was sent before')).toBeDefined();
});

test('of a team: for which machine it waits, and which one sent its bytes when', async () => {
  const at = new Date(2026, 10, 25, 14, 2).getTime();
  const sent = anUpload({ id: 3, state: 'duplicate', remoteMachine: 'FILESRV1', remoteContentId: 'A1' });
  const waits = anUpload({
    id: 4,
    state: 'claiming',
    code: 'WAITS_FOR_MACHINE',
    remoteMachine: 'ANNA-LAPTOP',
  });
  renderPage('#/uploads?open=3', {
    'uploads.list': () => ({ total: 2, rows: [sent, waits] }),
    'uploads.show': () => ({
      upload: sent,
      events: [
        { at: at - 60_000, kind: 'waits-for', detail: { machine: 'FILESRV1' } },
        { at: at + 5_000, kind: 'duplicate', detail: { machine: 'FILESRV1', contentId: 'A1', sentAt: at } },
      ],
    }),
  });
  const drawer = await screen.findByRole('dialog', { name: 'report-3.pdf' });
  expect(await within(drawer).findByText(/^Sent by FILESRV1, 14:02|^Sent by FILESRV1, 2:02/)).toBeDefined();
  expect(within(drawer).getByText('Waited for FILESRV1, which has the same bytes')).toBeDefined();
  expect(within(drawer).getByRole('link', { name: 'A1' }).getAttribute('href')).toBe('#/documents/A1');
  expect(screen.getByText('Waits for ANNA-LAPTOP')).toBeDefined();
  expect(screen.getByText('Sent by FILESRV1')).toBeDefined();
});

test('nothing found says what to do', async () => {
  renderPage('#/uploads?search=nothing', history(0));
  expect(await screen.findByText('Change or clear the filters to see more.')).toBeDefined();
});

test.each([
  [true, [], /When it goes on, Sluice first waits up to ten seconds/],
  [false, [], /Sluice asks whether the bytes sent before have arrived/],
  [false, [{ uploadId: 1, path: '/data/reports/report-1.pdf', sentBytes: 1, size: 2 }], null],
])(
  'what was stopped while it was sent says why it stands still (paused: %s)',
  async (paused, active, words) => {
    const upload = anUpload({ id: 1, state: 'putting', paused });
    renderPage('#/uploads?open=1', {
      'uploads.list': () => ({ total: 1, rows: [upload] }),
      'uploads.show': () => ({ upload, events: [] }),
      'agent.status': () => ({ ...status, active }),
    });
    const dialog = await screen.findByRole('dialog', { name: 'report-1.pdf' });
    if (words === null) {
      await within(dialog).findByText('Path');
      expect(dialog.textContent).not.toContain('ten seconds');
    } else expect(await within(dialog).findByText(words)).toBeDefined();
  },
);

test('why it stands still is no longer said once its bytes go out, which no event tells', async () => {
  const upload = anUpload({ id: 1, state: 'putting' });
  const sent = { uploadId: 1, path: '/data/reports/report-1.pdf', sentBytes: 1, size: 2 };
  let begun = false;
  renderPage('#/uploads?open=1', {
    'uploads.list': () => ({ total: 1, rows: [upload] }),
    'uploads.show': () => ({ upload, events: [] }),
    'agent.status': () => ({ ...status, active: begun ? [sent] : [] }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'report-1.pdf' });
  const words = /Sluice asks whether the bytes sent before have arrived/;
  expect(await within(dialog).findByText(words)).toBeDefined();
  begun = true;
  await waitFor(() => expect(within(dialog).queryByText(words)).toBeNull());
});

test('an upload leads to its document, also from its content id', async () => {
  const upload = anUpload({ id: 3, contentId: 'A0000000-0000-4000-8000-000000000001' });
  renderPage('#/uploads?open=3', { ...history(5), 'uploads.show': () => ({ upload, events: [] }) });
  const drawer = await screen.findByRole('dialog', { name: 'report-3.pdf' });
  const to = '#/documents/A0000000-0000-4000-8000-000000000001';
  const links = [
    await within(drawer).findByRole('link', { name: 'Open the document' }),
    within(drawer).getByRole('link', { name: upload.contentId ?? '' }),
  ];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([to, to]);
});

test('the days of the filter are written as the language does', async () => {
  const { user } = renderPage('#/uploads?from=2026-03-01', {
    ...history(5),
    'settings.get': () => ({
      settings: { ...settings, preferences: { ...settings.preferences, language: 'de' } },
      keysPresent: { p1: true },
    }),
  });
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Von' });
  expect(from.value).toBe('01.03.2026');
  await user.type(screen.getByRole('textbox', { name: 'Bis' }), '31.3.2026');
  await waitFor(() => expect(location.hash).toBe('#/uploads?from=2026-03-01&to=2026-03-31'));
  await user.clear(from);
  await waitFor(() => expect(location.hash).toBe('#/uploads?to=2026-03-31'));
});
