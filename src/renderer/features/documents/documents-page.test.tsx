import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { settings } from '../../testing/answers.ts';
import { aDocument, aJob, idOf, manyDocuments } from '../../testing/documents.ts';
import { renderPage } from '../../testing/render-page.tsx';

test('a hundred thousand rows: only what is in sight is asked for and drawn', async () => {
  const { inputs } = renderPage('#/documents', manyDocuments(100_000));
  const grid = await screen.findByRole('grid', { name: 'Documents' });
  expect(await screen.findByText('document-1.pdf')).toBeDefined();
  expect(screen.getByText('100,000 documents')).toBeDefined();
  expect(grid.getAttribute('aria-rowcount')).toBe('100001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
  const asked = (inputs('documents.query') as { limit: number }[]).reduce((sum, { limit }) => sum + limit, 0);
  expect(asked).toBeLessThan(1_000);
});

test('by keyboard: move, select, extend with Shift, all, and open', async () => {
  const { user } = renderPage('#/documents', {
    ...manyDocuments(5),
    'documents.detail': () => ({ document: null, upload: null, events: [] }),
    'documents.show': () => ({ id: idOf(4) }),
  });
  await screen.findByText('document-1.pdf');
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown} ');
  expect(screen.getByText('1 selected')).toBeDefined();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(await screen.findByText('3 selected')).toBeDefined();
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.getByText('5 selected')).toBeDefined();
  await user.keyboard('{Escape}{Enter}');
  await waitFor(() => expect(location.hash).toBe(`#/documents/${idOf(4)}`));
});

test('the address carries the filters, and what is typed goes into it', async () => {
  const { user, inputs } = renderPage('#/documents?tag=Energy&connector=c1', manyDocuments(5));
  await screen.findByText('document-1.pdf');
  expect(inputs('documents.query')).toContainEqual(
    expect.objectContaining({ filter: { tags: ['Energy'], connectorId: 'c1' } }),
  );
  await user.type(screen.getByRole('searchbox'), 'annual');
  await waitFor(() => expect(location.hash).toBe('#/documents?search=annual&connector=c1&tag=Energy'));
  await user.click(screen.getByRole('button', { name: 'Size' }));
  await waitFor(() => expect(location.hash).toContain('sort=-size'));
  await waitFor(() =>
    expect(inputs('documents.query')).toContainEqual(
      expect.objectContaining({
        filter: { search: 'annual', tags: ['Energy'], connectorId: 'c1' },
        sort: { by: 'size', descending: true },
      }),
    ),
  );
});

test('more than ten are deleted only by who types how many', async () => {
  const { user, inputs } = renderPage('#/documents?shared=no', {
    ...manyDocuments(1234),
    'documents.change': () => aJob({ id: 1, kind: 'delete' }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 1,234 documents?' });
  const button = within(dialog).getByRole('button', { name: 'Delete for good' });
  expect(button).toHaveProperty('disabled', true);
  await user.type(within(dialog).getByRole('textbox'), '123');
  expect(button).toHaveProperty('disabled', true);
  await user.type(within(dialog).getByRole('textbox'), '4');
  await user.click(button);
  await waitFor(() =>
    expect(inputs('documents.change')).toEqual([
      { kind: 'delete', filter: { shared: false }, add: [], remove: [], shownProfileId: 'p1' },
    ]),
  );
});

test('a switch to another profile elsewhere ends the selection, and the page shows the other documents', async () => {
  const desk = profileSchema.parse({ id: 'p2', name: 'Second desk', baseUrl: 'https://desk.example' });
  let active = settings.activeProfileId;
  const { user, emit } = renderPage('#/documents', {
    ...manyDocuments(3),
    'settings.get': () => ({
      settings: { ...settings, profiles: [...settings.profiles, desk], activeProfileId: active },
      keysPresent: { p1: true, p2: true },
    }),
    'documents.query': () => {
      const fileName = active === 'p2' ? 'theirs.pdf' : 'ours.pdf';
      return { total: 1, rows: [aDocument({ contentId: idOf(1), fileName })] };
    },
  });
  await screen.findByText('ours.pdf');
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  await screen.findByRole('dialog', { name: 'Delete 1 document?' });
  active = desk.id;
  emit('status.changed', { paused: false, state: 'idle', findings: [] });
  expect(await screen.findByText('theirs.pdf')).toBeDefined();
  expect(screen.queryByText('ours.pdf')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('1 selected')).toBeNull();
});

test('tags of what is selected: added and removed by name, in one job', async () => {
  const rows = [1, 2, 3].map((id) => aDocument({ contentId: idOf(id), tags: [{ id: 'T2', name: 'Old' }] }));
  const { user, inputs } = renderPage('#/documents', {
    ...manyDocuments(3),
    'documents.query': () => ({ total: 3, rows }),
    'tags.list': () => [
      { id: 'T1', name: 'Energy' },
      { id: 'T2', name: 'Old' },
    ],
    'documents.change': () => aJob({ id: 1 }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select document-2.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Tags…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the tags of 1 document' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Add' }));
  await user.click(
    within(await screen.findByRole('listbox', { name: 'Add', hidden: true })).getByRole('option', {
      name: 'Energy',
      hidden: true,
    }),
  );
  await user.click(within(dialog).getByRole('combobox', { name: 'Remove' }));
  // Only what these documents carry can be taken from them, and nothing is made for it.
  await user.keyboard('new');
  expect(screen.queryByRole('option', { name: /Create/, hidden: true })).toBeNull();
  await user.keyboard('{Backspace}{Backspace}{Backspace}');
  const offered = await screen.findByRole('listbox', { name: 'Remove', hidden: true });
  expect(
    within(offered)
      .getAllByRole('option', { hidden: true })
      .map((one) => one.textContent),
  ).toEqual(['Old']);
  await user.click(
    within(await screen.findByRole('listbox', { name: 'Remove', hidden: true })).getByRole('option', {
      name: 'Old',
      hidden: true,
    }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Change tags' }));
  await waitFor(() =>
    expect(inputs('documents.change')).toEqual([
      {
        kind: 'tag',
        filter: { contentIds: [idOf(2)] },
        add: ['Energy'],
        remove: ['Old'],
        shownProfileId: 'p1',
      },
    ]),
  );
});

test('a job shows how far it is; what failed says why, and one button tries it again', async () => {
  const { user, inputs } = renderPage('#/documents', {
    ...manyDocuments(3),
    'documents.jobs': () => [aJob({ id: 7, kind: 'delete', state: 'done', total: 3, done: 2, failed: 1 })],
    'documents.jobItems': () => ({
      total: 1,
      items: [
        {
          contentId: idOf(2),
          fileName: 'locked.pdf',
          outcome: 'failed',
          code: 'NOT_PERMITTED',
          detail: 'not yours',
        },
      ],
    }),
    'documents.repeatJob': () => aJob({ id: 7 }),
  });
  const area = await screen.findByRole('region', { name: 'Changes to documents' });
  expect(within(area).getByText('2 of 3 done')).toBeDefined();
  expect(within(area).getByText('1 failed')).toBeDefined();
  await user.click(within(area).getByRole('button', { name: 'Show results' }));
  const drawer = await screen.findByRole('dialog', { name: 'Deleting' });
  expect(await within(drawer).findByText('not yours')).toBeDefined();
  expect(within(drawer).getByText('The service does not allow this with your key.')).toBeDefined();
  await user.click(within(drawer).getByRole('button', { name: 'Try those again' }));
  await waitFor(() => expect(inputs('documents.repeatJob')).toEqual([{ jobId: 7 }]));
});

test('a job that went well is said once and put away', async () => {
  const { inputs } = renderPage('#/documents', {
    ...manyDocuments(3),
    'documents.jobs': () => [aJob({ id: 7, kind: 'share', state: 'done', total: 3, done: 3 })],
    'documents.dismissJob': () => ({ dismissed: true }),
  });
  expect(await screen.findByText('Sharing with the organization: 3 documents done.')).toBeDefined();
  await waitFor(() => expect(inputs('documents.dismissJob')).toEqual([{ jobId: 7 }]));
});

test('a no_store document shows its remaining life, then that it expired', async () => {
  const rows = [
    aDocument({ contentId: idOf(1), noStore: true, expiresAt: Date.now() + 5 * 3_600_000 }),
    aDocument({ contentId: idOf(2), noStore: true, status: 'expired', expiresAt: 1 }),
    aDocument({ contentId: idOf(3), status: 'failed', code: 'ENRICHMENT_FAILED', remoteError: 'PDF_BROKEN' }),
  ];
  renderPage('#/documents', {
    ...manyDocuments(3),
    'documents.query': () => ({ total: 3, rows }),
    'settings.get': () => ({
      settings: {
        ...settings,
        preferences: { ...settings.preferences, documentColumns: ['status', 'flags', 'error'] },
      },
      keysPresent: { p1: true },
    }),
  });
  expect(await screen.findByText('kept for 5 hrs more')).toBeDefined();
  const grid = screen.getByRole('grid');
  expect(within(grid).getByText('Expired')).toBeDefined();
  expect(screen.getByText(/PDF_BROKEN/)).toBeDefined();
  expect(screen.getAllByText('kept 24 hours, not searchable')).toHaveLength(2);
  expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull();
});

test('a view keeps filters, order and columns in the settings', async () => {
  const { user, inputs } = renderPage('#/documents?status=failed&sort=file', manyDocuments(3));
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…', hidden: true }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Broken');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('settings.update')).toEqual([
      {
        preferences: {
          documentViews: [
            {
              name: 'Broken',
              query: 'status=failed&sort=file',
              columns: ['file', 'status', 'source', 'tags', 'shared', 'size', 'uploaded'],
            },
          ],
        },
      },
    ]),
  );
});

test('a service without a list says so; nothing found says what to do', async () => {
  renderPage('#/documents?search=nothing', {
    ...manyDocuments(0),
    'documents.mirror': () => ({
      state: 'unavailable',
      read: 0,
      completeAt: null,
      checkedAt: null,
      code: 'NO_SUCH_OPERATION',
    }),
  });
  expect(await screen.findByText(/This service has no list of documents/)).toBeDefined();
  expect(await screen.findByText('Change or clear the filters to see more.')).toBeDefined();
});

test('how old what is shown is, in times that stay true: the last look, and the last full one', async () => {
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 9, 5).getTime();
  const mirror = { state: 'idle', read: 5, completeAt: yesterday, checkedAt: now.getTime(), code: null };
  const { unmount } = renderPage('#/documents', {
    ...manyDocuments(5),
    'documents.mirror': () => mirror,
    'documents.refresh': () => mirror,
  });
  expect(await screen.findByText(/^As of \d\d:\d\d · read in full yesterday 09:05$/)).toBeDefined();
  unmount();
});

test('T-24: a job that waits for the request budget says until when', async () => {
  const waitsUntil = new Date().setHours(23, 59, 0, 0);
  renderPage('#/documents', {
    ...manyDocuments(3),
    'documents.jobs': () => [aJob({ id: 7, total: 203, done: 159, waitsUntil })],
  });
  expect(
    await screen.findByText(/^Waits for the request budget until (23:59|11:59\sPM)(:00)?\.$/u),
  ).toBeDefined();
});

test('what became of a job that was cancelled: what was not done stays so', async () => {
  const item = { contentId: idOf(1), fileName: 'q3.pdf', outcome: 'waiting', code: null, detail: null };
  const { user } = renderPage('#/documents', {
    ...manyDocuments(3),
    'documents.jobs': () => [aJob({ id: 7, state: 'cancelled', total: 3, done: 1 })],
    'documents.jobItems': () => ({ total: 1, items: [item] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show results' }));
  expect(await screen.findByText('Not done')).toBeDefined();
});

test('what another machine of the team sent is the team’s, not another program’s', async () => {
  const preferences = { ...settings.preferences, documentColumns: ['source'] };
  const foreign = { folderId: null, connectorId: null, uploadId: null };
  renderPage('#/documents', {
    ...manyDocuments(2),
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
    'documents.query': () => ({
      total: 2,
      rows: [
        aDocument({ ...foreign, contentId: idOf(1), machine: 'FILESRV1' }),
        aDocument({ ...foreign, contentId: idOf(2) }),
      ],
    }),
  });
  expect(await screen.findByText('Your team')).toBeDefined();
  expect(screen.getByText('By another program')).toBeDefined();
});

test('a narrow window has fewer of the usual columns, and says so where they are chosen', async () => {
  const { user } = renderPage('#/documents', manyDocuments(2));
  await screen.findByText('document-1.pdf');
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).not.toContain('Origin');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByText('A wider window has more of the usual ones.')).toBeDefined();
});

test('what a person chose is there, however narrow the window is', async () => {
  const documentColumns = ['status', 'source', 'tags', 'shared', 'size', 'uploaded', 'contentId'];
  const preferences = { ...settings.preferences, documentColumns };
  const { user } = renderPage('#/documents', {
    ...manyDocuments(2),
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
  });
  await screen.findByText('document-1.pdf');
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(heads()).toContain('Origin'));
  expect(heads()).toContain('Content id');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await screen.findByText('Usual columns');
  expect(screen.queryByText('A wider window has more of the usual ones.')).toBeNull();
});
