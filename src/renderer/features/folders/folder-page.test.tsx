import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { folderIdSchema } from '#shared/ids/ids.ts';
import { aFile, aFolderState, folder } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

test('T-3: each row says where its file stands, and leads there', async () => {
  const { emit, inputs } = renderPage('#/folders/f1', {
    'folders.list': () => [aFolderState({ seen: 6 })],
    'folders.files': ({ place }: { place: string }) => ({
      total: place === 'seen' ? 6 : 0,
      rows: [
        aFile(1, { place: 'searchable', reason: null, state: 'completed', uploadId: 11 }),
        aFile(2, { place: 'searchable', reason: null, state: 'duplicate', uploadId: 12 }),
        aFile(3, { place: 'inProgress', reason: 'uploading', state: 'putting', uploadId: 13 }),
        aFile(4, { place: 'inProgress', reason: 'pdf-end' }),
        aFile(5, { place: 'attention', reason: 'ENRICHMENT_FAILED', state: 'attention', uploadId: 15 }),
        aFile(6, { place: 'ignored', reason: 'hidden' }),
      ],
    }),
  });
  const list = within(await screen.findByRole('group', { name: 'What is in it' }));
  const links = list.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '#/uploads?folder=f1&open=11',
    '#/uploads?folder=f1&open=12',
    '#/uploads?folder=f1&open=13',
    '#/folders/f1/files?place=inProgress&reason=pdf-end',
    '#/uploads?folder=f1&open=15',
    '#/folders/f1/files?place=ignored&reason=hidden',
  ]);
  const rows = links.map((link) => link.closest('div')?.textContent ?? '');
  for (const [index, words] of [
    '✓.*Searchable',
    '✓.*Duplicate',
    '….*Sending',
    '….*It ends without %%EOF',
    '!.*The service could not process the document',
    '–.*Hidden files are left out',
  ].entries())
    expect(rows[index]).toMatch(new RegExp(`^${words}`));
  // What moves on is told without being asked for.
  const before = inputs('folders.files').length;
  emit('uploads.changed', { ids: [13] });
  await waitFor(() => expect(inputs('folders.files').length).toBeGreaterThan(before));
});

test('says for how many files why they are left out, and lists them', async () => {
  const { inputs } = renderPage('#/folders/f1?show=ignored', {
    'folders.list': () => [aFolderState({ seen: 2, ignored: 1, searchable: 1, ignoredBy: { hidden: 1 } })],
    'folders.files': () => ({ total: 1, rows: [aFile(1, { place: 'ignored', reason: 'hidden' })] }),
  });
  expect(await screen.findByText('file-1.pdf')).toBeDefined();
  expect(screen.getAllByText(/Hidden files are left out/).length).toBe(2);
  expect(inputs('folders.files')).toMatchObject([{ place: 'ignored', reason: null }]);
});

test('files from before are chosen one by one', async () => {
  const held = ['a.pdf', 'b.pdf'].map((path, index) => ({
    ...aFile(index, { place: 'attention', reason: 'CHOICE_PENDING' }),
    path,
  }));
  const { user, inputs } = renderPage('#/folders/f1', {
    'folders.list': () => [aFolderState({ seen: 2, attention: 2, attentionBy: { CHOICE_PENDING: 2 } })],
    'folders.files': () => ({ total: 2, rows: held }),
    'folders.choose': () => ({ count: 1 }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'b.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Upload 1 selected' }));
  await waitFor(() => expect(inputs('folders.choose')).toEqual([{ folderId: 'f1', paths: ['b.pdf'] }]));
});

test('pausing changes nothing else of the folder', async () => {
  const { user, inputs } = renderPage('#/folders', {
    'folders.list': () => [aFolderState()],
    'folders.edit': () => folder,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Pause' }))[0] as HTMLElement);
  await waitFor(() =>
    expect(inputs('folders.edit')).toEqual([{ folderId: 'f1', changes: { paused: true } }]),
  );
});

test('stops watching only after asking', async () => {
  const { user, inputs } = renderPage('#/folders', {
    'folders.list': () => [aFolderState()],
    'folders.remove': () => ({ removed: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'More for reports' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Stop watching', hidden: true }));
  expect(await screen.findByText(/documents at the service stay as they are/)).toBeDefined();
  expect(inputs('folders.remove')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Stop watching' }));
  await waitFor(() => expect(inputs('folders.remove')).toEqual([{ folderId: 'f1' }]));
});

const outer = { id: folderIdSchema.parse('f2'), label: 'everything', path: '/srv', share: true };

test('a folder in another one, and one around it, are told', async () => {
  const inner = {
    id: folderIdSchema.parse('f3'),
    label: 'board',
    path: `${folder.path}/board`,
    share: false,
  };
  renderPage('#/folders/f1', { 'folders.list': () => [{ ...aFolderState(), outer, inner: [inner] }] });
  expect(await screen.findByText(/^Lies in the watch folder everything/)).toBeDefined();
  expect(screen.getByText(/^The watch folder board in it has its files for itself/)).toBeDefined();
});

test.each([
  [true, /what still waits here and what comes is shared with your whole organization/],
  [false, /go by its rules. Nothing is uploaded twice/],
])(
  'who stops watching a folder in another one (shared: %s) is told whose its files are then',
  async (share, text) => {
    const { user } = renderPage('#/folders', {
      'folders.list': () => [{ ...aFolderState(), outer: { ...outer, share } }],
    });
    await user.click(await screen.findByRole('button', { name: 'More for reports' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Stop watching', hidden: true }));
    expect(await screen.findByText(text)).toBeDefined();
  },
);

test('each number of the reasons leads to the list of its files', async () => {
  renderPage('#/folders/f1', {
    'folders.list': () => [
      aFolderState({
        seen: 6,
        ignored: 2,
        attention: 4,
        ignoredBy: { hidden: 2 },
        attentionBy: { STILL_CHANGING: 1, ENRICHMENT_FAILED: 3 },
      }),
    ],
  });
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await screen.findByText('Why files are ignored')).toBeDefined();
  const hrefs = screen.getAllByRole('link').map((one) => one.getAttribute('href'));
  expect(hrefs).toContain('#/folders/f1/files?place=ignored&reason=hidden');
  expect(hrefs).toContain('#/folders/f1/files?place=attention&reason=STILL_CHANGING');
  expect(await link('3')).toBe('#/folders/f1/files?place=attention&reason=ENRICHMENT_FAILED');
});

const row = (id: number, reason: string) =>
  aFile(id, { place: reason === 'STILL_CHANGING' ? 'attention' : 'inProgress', reason });

test('the list goes by pages, and a file that keeps changing can be taken as it is', async () => {
  const { user, inputs } = renderPage('#/folders/f1/files?place=attention&reason=STILL_CHANGING', {
    'folders.list': () => [aFolderState()],
    'folders.files': () => ({ total: 401, rows: [row(1, 'STILL_CHANGING'), row(2, 'STILL_CHANGING')] }),
    'folders.uploadNow': () => ({ taken: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Upload now: sub/file-2.pdf' }));
  await screen.findByText('The file is in the queue as it is now.');
  expect(inputs('folders.uploadNow')).toEqual([{ folderId: 'f1', path: 'sub/file-2.pdf' }]);
  await user.click(screen.getByRole('button', { name: '3' }));
  await waitFor(() =>
    expect(inputs('folders.files').at(-1)).toEqual({
      folderId: 'f1',
      place: 'attention',
      reason: 'STILL_CHANGING',
      offset: 400,
      limit: 200,
    }),
  );
});

test('W2: files that wait stand on the page of their folder with why and when they go, and can be taken now', async () => {
  const dueAt = Date.now() + 90_000;
  const rows = [
    { ...row(1, 'pdf-end'), dueAt },
    { ...row(2, 'open'), dueAt: null },
  ];
  const { user, inputs, emit } = renderPage('#/folders/f1', {
    'folders.list': () => [
      aFolderState({ seen: 2, inProgress: 2, waiting: 2, waitingBy: { 'pdf-end': 1, open: 1 } }),
    ],
    'folders.files': () => ({ total: 2, rows }),
    'folders.uploadNow': () => ({ taken: true }),
  });
  const section = within(await screen.findByRole('region', { name: 'Files that wait' }));
  // As the page writes times, whatever the machine's language.
  const title = section.getByText(/^at \d/).getAttribute('title') ?? '';
  expect(Math.abs(Date.parse(title) - dueAt)).toBeLessThan(1000);
  const lines = section.getAllByRole('row').map((line) => line.textContent);
  expect(lines[1]).toContain('file-1.pdf');
  expect(lines[1]).toContain('It ends without %%EOF.at ');
  expect(lines[2]).toContain('A program has it open for writing.once it is closed');
  const links = screen.getAllByRole('link', { name: '2' }).map((link) => link.getAttribute('href'));
  expect(links).toContain('#/folders/f1/files?place=inProgress');
  await user.click(section.getByRole('button', { name: 'Upload now: sub/file-1.pdf' }));
  await waitFor(() =>
    expect(inputs('folders.uploadNow')).toEqual([{ folderId: 'f1', path: 'sub/file-1.pdf' }]),
  );
  const before = inputs('folders.files').length;
  emit('folders.changed', { folderId: 'f1' });
  await waitFor(() => expect(inputs('folders.files').length).toBeGreaterThan(before));
  // What waited is an upload soon, which comes to its end.
  const then = inputs('folders.files').length;
  emit('uploads.changed', { ids: [1] });
  await waitFor(() => expect(inputs('folders.files').length).toBeGreaterThan(then));
});

test('X6: the files in progress are listed, those that are uploads already with their uploads', async () => {
  renderPage('#/folders/f1/files?place=inProgress', {
    'folders.list': () => [aFolderState()],
    'folders.files': () => ({
      total: 2,
      rows: [row(1, 'quiet'), { ...row(2, 'uploading'), state: 'processing', uploadId: 7 }],
    }),
  });
  expect(await screen.findByText('Being processed')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Upload' }).getAttribute('href')).toBe(
    '#/uploads?folder=f1&open=7',
  );
  expect(screen.getAllByRole('button', { name: /^Upload now/ })).toHaveLength(1);
});

test('what helps uploads that failed stands over the list of their files', async () => {
  renderPage('#/folders/f1/files?place=attention&reason=ENRICHMENT_FAILED', {
    'folders.list': () => [aFolderState()],
    'folders.files': () => ({ total: 3, rows: [row(1, 'ENRICHMENT_FAILED')] }),
    'uploads.list': () => ({ total: 2, rows: [] }),
  });
  expect(await screen.findByRole('button', { name: 'Retry 2' })).toBeDefined();
});

test('documents of vanished files are deleted only after asking', async () => {
  const { user, inputs } = renderPage('#/folders/f1/files?place=attention&reason=DELETE_CAP', {
    'folders.list': () => [aFolderState()],
    'folders.files': () => ({ total: 30, rows: [row(1, 'DELETE_CAP')] }),
    'folders.decideDeletes': () => ({ count: 30 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete 30 documents' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 30 documents at the service?' });
  expect(inputs('folders.decideDeletes')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete 30 documents' }));
  await screen.findByText('30 documents are being deleted, but for any that another file stands for.');
  await user.click(screen.getByRole('button', { name: 'Keep the documents' }));
  await waitFor(() =>
    expect(inputs('folders.decideDeletes')).toEqual([
      { folderId: 'f1', choice: 'delete', place: null },
      { folderId: 'f1', choice: 'keep', place: null },
    ]),
  );
});

test('a drive that is away is told with its files, and a person can say that it will not come back', async () => {
  const state = aFolderState();
  const away = { kind: 'away', place: 'nas', files: 12, since: Date.now() } as const;
  const { user, inputs } = renderPage('#/folders/f1', {
    'folders.list': () => [{ ...state, vanished: [away] }],
    'folders.decideDeletes': () => ({ count: 12 }),
  });
  await screen.findByText('12 files are out of sight with their drive: nas');
  // This folder never deletes documents after their files, so there is nothing to ask.
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^What is there now is right/ }));
  await waitFor(() =>
    expect(inputs('folders.decideDeletes')).toEqual([{ folderId: 'f1', choice: 'keep', place: 'nas' }]),
  );
});

test('what else there is to say of a folder is said once, and nothing is left empty', async () => {
  const state = aFolderState();
  const health = {
    ...state.health,
    why: 'Changes are told by the system. It reads: odd.',
    said: { code: 'health.native', values: { everyMs: 3_600_000 } },
    remarks: [
      { code: 'health.ignoreOdd', values: { path: 'sub/.sluiceignore' } },
      { code: 'of.a.newer.sluice', values: {} },
    ],
  };
  renderPage('#/folders', { 'folders.list': () => [{ ...state, health } as never] });
  await screen.findByRole('article');
  const facts = () => [...document.querySelectorAll('article p span')].map(({ textContent }) => textContent);
  expect(facts().filter((text) => text === '')).toEqual([]);
  expect(facts().filter((text) => text?.includes('sub/.sluiceignore'))).toHaveLength(1);
});

test('nothing is said of when files go where none waits', async () => {
  renderPage('#/folders/f1/files?place=seen', {
    'folders.list': () => [aFolderState({ seen: 1, searchable: 1 })],
    'folders.files': () => ({
      total: 1,
      rows: [aFile(1, { place: 'searchable', reason: null, state: 'completed', uploadId: 11 })],
    }),
  });
  expect(await screen.findByText('file-1.pdf')).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Goes' })).toBeNull();
});
