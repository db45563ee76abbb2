import { dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Populated } from './populated.ts';
import { expectMarks, expectShownPlace } from './marked-text.ts';

/** One page, in one state, as axe checks it and as it is painted into `docs/screenshots/`. */
export interface PageToCheck {
  /** Also the name of its pictures: kebab-case. */
  readonly name: string;
  /** Brings it on screen, whole: what it waits for is there when this ends. */
  readonly open: (populated: Populated) => Promise<void>;
}

/** How a person left the panes of annotated documents. */
async function arrangePanes(page: Page, hidden: readonly string[]): Promise<void> {
  const kept = JSON.stringify({ hidden });
  await page.evaluate((text) => localStorage.setItem('sluice-annotated-panes', text), kept);
}

const noted = 'Ask for the order book.';

/** One note that is written at, and one that is a mark alone. */
async function makeNotes({ sluice, contentId }: Populated): Promise<void> {
  if ((await sluice.value('notes.list', { filter: { contentId } })).total > 0) return;
  const link = `sluice://document/${contentId}?path=%24.content.body%5B0%5D.text&from=0&to=8`;
  const { quote } = await sluice.value('cite.show', { link });
  if (quote === null) throw new Error('The document has no words.');
  const place = { path: '$.content.body[0].text', from: 0, to: 8, contentId };
  await sluice.value('notes.add', { ...place, quote, body: noted, color: 'green' });
  await sluice.value('notes.add', { ...place, quote });
}

/** An address alone, for a page that has what it shows as soon as its heading is there. */
const at =
  (route: string) =>
  async ({ sluice }: Populated) => {
    await sluice.open(route);
  };

/** Every page that there is. Who adds a page adds it here: axe, the geometry and the screenshots follow. */
export const pages: readonly PageToCheck[] = [
  { name: 'welcome', open: at('#/welcome') },
  {
    name: 'welcome-connect',
    async open({ sluice, page }) {
      await sluice.open('#/welcome');
      await sluice.button('Connect').or(sluice.button('Verbinden')).click();
      await expect(page.getByPlaceholder('https://api.example.com')).toBeVisible();
    },
  },
  { name: 'home', open: at('#/home') },
  { name: 'folders', open: at('#/folders') },
  { name: 'folder-new', open: at('#/folders/new') },
  {
    name: 'leave',
    async open({ sluice, page, place }) {
      await sluice.open('#/folders/new');
      // Nobody allowed what is outside of the person's home.
      await page.getByRole('combobox', { name: /^(Folder|Ordner)$/ }).fill(dirname(place.home));
      await page.keyboard.press('Escape');
      await sluice.button('Allow this folder…').or(sluice.button('Diesen Ordner erlauben…')).click();
      await expect(page.getByRole('dialog').getByLabel('Code')).toBeVisible();
    },
  },
  { name: 'folder', open: ({ sluice, folderId }) => sluice.open(`#/folders/${folderId}`) },
  { name: 'folder-edit', open: ({ sluice, folderId }) => sluice.open(`#/folders/${folderId}/edit`) },
  {
    name: 'folder-files',
    async open({ sluice, page, folderId }) {
      await sluice.open(`#/folders/${folderId}/files?place=seen`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    },
  },
  { name: 'uploads', open: at('#/uploads') },
  {
    name: 'upload',
    async open({ sluice, page, failedId }) {
      await sluice.open(`#/uploads?open=${failedId}`);
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'upload-sheet',
    async open({ sluice, page }) {
      await sluice.open('#/home');
      await page.locator('[data-choose-files]').setInputFiles([
        { name: 'orrin-q3-preview.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_240_000) },
        { name: 'meeting-notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Orrin reported.') },
      ]);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'documents',
    async open({ sluice, page }) {
      await sluice.open('#/documents');
      await expect(page.getByRole('grid').getByRole('checkbox').nth(1)).toBeVisible();
    },
  },
  {
    name: 'documents-selected',
    async open({ sluice, page }) {
      await sluice.open('#/documents');
      await page.getByRole('grid').getByRole('checkbox').nth(2).check();
    },
  },
  {
    name: 'document',
    async open({ sluice, page, contentId }) {
      await sluice.open(`#/documents/${contentId}`);
      await expect(page.getByText('"raw_size"')).toBeVisible();
    },
  },
  {
    name: 'document-failed',
    async open({ sluice, page }) {
      await sluice.open('#/documents?status=failed');
      await page.getByRole('grid').getByText('scan-without-text.pdf').click();
      await expect(page.getByRole('button', { name: /send again|neu senden/i })).toBeVisible();
    },
  },
  {
    name: 'annotated',
    async open({ sluice, page, contentId }) {
      await arrangePanes(page, ['tree']);
      await sluice.open(`#/documents/${contentId}/annotated`);
      await expectMarks(page);
    },
  },
  {
    name: 'annotated-json',
    async open({ sluice, page, contentId }) {
      await arrangePanes(page, []);
      await sluice.open(`#/documents/${contentId}/annotated`);
      await expectMarks(page);
      await expect(page.getByRole('treeitem').first()).toBeVisible();
    },
  },
  {
    name: 'annotated-event',
    async open({ sluice, page, contentId }) {
      await arrangePanes(page, ['tree']);
      await sluice.open(`#/documents/${contentId}/annotated?event=0`);
      await expectShownPlace(page);
      await expect(page.getByRole('row', { selected: true })).toBeVisible();
    },
  },
  {
    name: 'annotated-original',
    // axe looks at our page alone: what stands in the frame is somebody else's, with their colours.
    async open({ sluice, page }) {
      await arrangePanes(page, ['tree']);
      const { rows } = await sluice.value('uploads.list', { filter: { search: 'halden-freight' } });
      await sluice.open(`#/documents/${rows[0]?.contentId}/annotated?event=0`);
      await expectShownPlace(page);
      // By its number, also where there is room for one pane only.
      await page.keyboard.press('2');
      await expect(page.locator('[data-pane=original] [data-kind=exact]')).toBeVisible();
      await expect(page.locator('[data-pane=original] [data-shown]')).toHaveCount(1);
    },
  },
  {
    name: 'annotated-outline',
    async open({ sluice, page, contentId }) {
      await arrangePanes(page, ['tree']);
      await sluice.open(`#/documents/${contentId}/annotated`);
      await page.getByRole('tab').nth(1).click();
      await expect(page.locator('[data-pane=analytics] nav')).toBeVisible();
    },
  },
  {
    name: 'annotated-notes',
    async open(populated) {
      const { sluice, page, contentId } = populated;
      await makeNotes(populated);
      await arrangePanes(page, ['original', 'tree']);
      await sluice.open(`#/documents/${contentId}/annotated`);
      await page.getByRole('tab', { name: /^(Notes|Notizen)/ }).click();
      await expect(page.getByText(noted)).toBeVisible();
    },
  },
  {
    name: 'notes',
    async open(populated) {
      await makeNotes(populated);
      await populated.sluice.open('#/notes');
      await expect(populated.page.getByText(noted)).toBeVisible();
    },
  },
  {
    name: 'annotated-in-list',
    async open({ sluice, page }) {
      await arrangePanes(page, ['original', 'tree']);
      await sluice.open('#/documents?search=outlook');
      await page.getByRole('grid').getByRole('row').nth(1).click();
      await page.locator('main a[href$="annotated"]').first().click();
      // Over nothing that says a word about itself.
      await page.mouse.move(0, 0);
      await expectMarks(page);
      await expect(page.locator('main header nav button').first()).toBeVisible();
    },
  },
  { name: 'annotated-file', open: at('#/annotated') },
  { name: 'search', open: at('#/search') },
  {
    name: 'search-found',
    async open({ sluice, page }) {
      await sluice.open('#/search?q=growth&ask=1');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  { name: 'across-start', open: at('#/across') },
  {
    name: 'across',
    async open({ sluice, page }) {
      await sluice.open(`#/across?documents=${encodeURIComponent('{}')}`);
      const rows = page.getByRole('treegrid').getByRole('row');
      await expect(rows.nth(1)).toBeVisible();
      // While documents are still read, another row may come to the top.
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await rows.nth(1).click();
      await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'true');
    },
  },
  { name: 'connectors', open: at('#/connectors') },
  { name: 'connector-new', open: at('#/connectors/new') },
  { name: 'connector', open: ({ sluice, connectorId }) => sluice.open(`#/connectors/${connectorId}`) },
  {
    name: 'connector-edit',
    open: ({ sluice, connectorId }) => sluice.open(`#/connectors/${connectorId}/edit`),
  },
  { name: 'tags', open: at('#/tags') },
  { name: 'team', open: at('#/team') },
  {
    name: 'explorer',
    async open({ sluice, page }) {
      await sluice.open('#/explorer/economic-calendar.query');
      await expect(page.getByRole('searchbox')).toBeVisible();
    },
  },
  {
    name: 'explorer-answer',
    async open({ sluice, page }) {
      await sluice.open('#/explorer/price.daily');
      await sluice.button('Fill in the example').or(sluice.button('Beispiel einsetzen')).click();
      await sluice.button('Run').or(sluice.button('Ausführen')).click();
      await expect(page.locator('.recharts-line path').first()).toBeVisible();
    },
  },
  { name: 'settings', open: at('#/settings') },
  {
    name: 'settings-diagnostics',
    async open({ sluice, page }) {
      await sluice.open('#/settings/diagnostics');
      await page.locator('#diagnostics').getByRole('button').click();
      await expect(page.locator('#diagnostics').getByRole('listitem').first()).toBeVisible();
    },
  },
  { name: 'help', open: at('#/help') },
  { name: 'help-keys', open: at('#/help/keys') },
  { name: 'help-messages', open: at('#/help/messages') },
  {
    name: 'help-news',
    async open({ sluice, page }) {
      await sluice.open('#/help/news');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'help-licences',
    async open({ sluice, page }) {
      await sluice.open('#/help/licences');
      await page.getByRole('group').first().locator('summary').click();
    },
  },
  {
    name: 'help-docs',
    async open({ sluice, page }) {
      await sluice.open('#/help/docs');
      await expect(page.getByRole('article')).toBeVisible();
    },
  },
  {
    name: 'help-docs-page',
    async open({ sluice, page }) {
      const name = 'packaging';
      await sluice.open(`#/help/docs/${name}`);
      await expect(page.getByRole('article')).toBeVisible();
    },
  },
  {
    name: 'palette',
    async open({ sluice, page }) {
      await sluice.open('#/home');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'keys',
    async open({ sluice, page, contentId }) {
      await sluice.open(`#/documents/${contentId}/annotated`);
      await expectMarks(page);
      await page.getByRole('main').focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
