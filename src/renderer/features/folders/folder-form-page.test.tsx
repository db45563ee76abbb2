import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { allFields } from '#shared/settings/fields.ts';
import english from '../../../../resources/locales/en.json';
import { Refusal } from '../../testing/fake-host.ts';
import { aFolderState, emptyPreview, folder } from '../../testing/answers.ts';
import { inTeam } from '../../testing/team.ts';
import { renderPage } from '../../testing/render-page.tsx';

const row = { path: '2026/report.pdf', size: 10, outcome: 'upload', reason: null, tags: ['Energy'] };
const preview = {
  'folders.preview': () => ({
    ...emptyPreview,
    seen: 1_030,
    upload: 214,
    uploadBytes: 5_000_000,
    ignored: 816,
    ignoredBy: { type: 816 },
    rows: [row],
  }),
};

test('shows what would be taken while the rules are typed, and adds with sharing off', async () => {
  const { user, inputs } = renderPage('#/folders/new', { ...preview, 'folders.add': () => folder });
  await user.type(await screen.findByRole('combobox', { name: 'Folder' }), '/data/reports');
  expect(await screen.findByText('214 of 1,030 are taken')).toBeDefined();
  expect(screen.getByText('This type of file is not chosen for this folder.')).toBeDefined();
  expect(await screen.findByText('Energy', { selector: 'dd' })).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  await user.type(screen.getByLabelText('Pattern of rule 1'), 'drafts/**');
  await waitFor(() =>
    expect(inputs('folders.preview').at(-1)).toMatchObject({
      folder: { path: '/data/reports', filters: [{ action: 'exclude', glob: 'drafts/**' }] },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Start watching' }));
  await waitFor(() => expect(location.hash).toBe('#/folders/f1'));
  // What the user did not choose keeps following the defaults.
  expect(inputs('folders.add')).toEqual([
    {
      folder: {
        path: '/data/reports',
        profileId: 'p1',
        filters: [{ action: 'exclude', glob: 'drafts/**' }],
      },
    },
  ]);
});

test('an edit starts from what the folder is, and sends only what the user changed', async () => {
  const { user, inputs } = renderPage('#/folders/f1/edit', {
    ...preview,
    'folders.list': () => [aFolderState()],
    'folders.edit': () => folder,
  });
  const share = await screen.findByRole('switch', { name: /Share with the organization/ });
  expect(share).toHaveProperty('checked', false);
  await user.click(share);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputs('folders.edit')).toEqual([{ folderId: 'f1', changes: { share: true } }]));
});

test('a folder gets a name in the team only where this machine is in one', async () => {
  const alone = renderPage('#/folders/f1/edit', { ...preview, 'folders.list': () => [aFolderState()] });
  expect(await screen.findByLabelText('Name')).toBeDefined();
  expect(screen.queryByLabelText('Name in the team')).toBeNull();
  alone.unmount();
  const { user, inputs } = renderPage('#/folders/f1/edit', {
    ...preview,
    'settings.get': () => inTeam,
    'folders.list': () => [aFolderState()],
    'folders.edit': () => folder,
  });
  await user.type(await screen.findByLabelText('Name in the team'), 'share');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('folders.edit')).toEqual([{ folderId: 'f1', changes: { sharedAs: 'share' } }]),
  );
});

test('while a path is typed nobody hears of drives that went', async () => {
  const { user } = renderPage('#/folders/new', {
    'folders.preview': () => {
      throw new Refusal('FOLDER_MISSING', 'It is not there. Reconnect the drive.');
    },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Folder' }), '/data/rep');
  expect(await screen.findByText('There is no folder at this path.')).toBeDefined();
  expect(screen.queryByText(/drive/)).toBeNull();
});

test('what is there already is not counted as taken, and files are named', async () => {
  const names = Array.from({ length: 9 }, (_, index) => ({ ...row, path: `2026/report-${index}.pdf` }));
  const { user } = renderPage('#/folders/new', {
    'folders.preview': (({ hash }: { hash?: boolean }) => ({
      ...emptyPreview,
      seen: 13,
      uploadBytes: 5_000,
      ...(hash ? { upload: 9, duplicate: 4, rows: names } : { upload: 13, rows: names }),
    })) as never,
  });
  // Typing draws the form anew at each key, which the first test does.
  await user.click(await screen.findByRole('combobox', { name: 'Folder' }));
  await user.paste('/data/reports');
  expect(await screen.findByText('9 of 13 are taken')).toBeDefined();
  expect(screen.getByText('4 more are copies, or at the service already')).toBeDefined();
  const list = screen.getByRole('list', { name: 'Files that are taken' });
  expect(within(list).getByText('report-5.pdf')).toBeDefined();
  expect(within(list).queryByText('report-6.pdf')).toBeNull();
  expect(within(list).getByText('and 3 more')).toBeDefined();
});

test('where none is taken it says why, by count', async () => {
  const { user } = renderPage('#/folders/new', {
    'folders.preview': () => ({
      ...emptyPreview,
      seen: 17,
      taken: 2,
      held: 5,
      heldBy: { FILE_UNREADABLE: 1, 'pdf-end': 4 },
      ignored: 10,
      ignoredBy: { hidden: 1, type: 9 },
    }),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Folder' }));
  await user.paste('/data/reports');
  expect(await screen.findByText('0 of 17 are taken')).toBeDefined();
  expect(screen.getByText('2 are uploads already')).toBeDefined();
  const said = within(screen.getByRole('region', { name: 'Preview' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(said).toEqual([
    '9This type of file is not chosen for this folder.',
    '1Hidden files are left out by this folder.',
    '4It ends without %%EOF.',
    '1The file cannot be read.',
  ]);
});

test.each([
  ['#/folders/new', '#/folders'],
  ['#/folders/f1/edit', '#/folders/f1'],
])('R9: Cancel of %s that was opened by its address leads on', async (address, to) => {
  const { user } = renderPage(address, { ...preview, 'folders.list': () => [aFolderState()] });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(location.hash).toBe(to));
});

test('each field of the table that has no widget of its own is in the form, with its label', async () => {
  renderPage('#/folders/f1/edit', { ...preview, 'folders.list': () => [aFolderState()] });
  await screen.findByLabelText('Name');
  const labels = allFields.flatMap(([, { form }]) =>
    form === null || form.kind === 'own' ? [] : [english[form.label]],
  );
  expect(labels.filter((label) => screen.queryAllByText(label).length === 0)).toEqual([]);
});
