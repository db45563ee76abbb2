import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, expect } from '../support/agent.ts';
import { expectMarks, expectShownPlace, markedText } from '../support/marked-text.ts';
import { projectRoot } from '../support/project-root.ts';
import { journey } from '../support/journey.ts';

const filing = join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html');

test(
  'passages are marked, noted, copied with their source and found again by their link',
  journey,
  async ({ connected: sluice }) => {
    const { page } = sluice;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sluice.value('uploads.add', { paths: [filing], options: {} });
    await sluice.expectUploads('completed', 1);
    const { rows } = await sluice.value('uploads.list', {});
    const contentId = rows[0]?.contentId ?? '';
    await sluice.open(`#/documents/${contentId}/annotated?event=0`);
    await expectMarks(page);
    await expectShownPlace(page);
    const [sentence = ''] = await markedText(page, 'active');
    const text = page.getByRole('region', { name: 'Text of the document' });

    // By keyboard: the sentence that is shown.
    await text.focus();
    await page.keyboard.press('h');
    await expect.poll(() => markedText(page, 'note-yellow')).toEqual([sentence]);
    await page.keyboard.press('c');
    await expect(page.getByText('Copied with its source')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [link = ''] = /sluice:\S+$/.exec(copied) ?? [];
    expect(copied.replaceAll(/\s+/g, ' ')).toContain(`“${sentence.replaceAll(/\s+/g, ' ')}” — `);
    expect(link).toContain(contentId);

    // By mouse: a word.
    await text
      .locator('p')
      .last()
      .dblclick({ position: { x: 40, y: 12 } });
    const bar = page.getByRole('toolbar', { name: 'Selected words' });
    const word = await page.evaluate(() => document.getSelection()?.toString().trim() ?? '');
    expect(word).not.toBe('');
    await bar.getByRole('button', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'What you note about it' }).fill('Ask about this.');
    await page.keyboard.press('Control+Enter');
    const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect(notes).toHaveCount(2);
    const mine = notes.filter({ hasText: 'Ask about this.' });
    await expect(mine).toContainText(word);

    // Taken away, and back.
    await mine.getByRole('button', { name: 'Delete' }).click();
    await expect(notes).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notes).toHaveCount(2);
    await expect(mine).toContainText(word);
    await notes.first().getByRole('button').first().click();
    await expectShownPlace(page);
    await expect(page).toHaveURL(/path=/);

    // All notes, and the link from anywhere.
    await page.getByRole('link', { name: 'All notes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
    await expect(notes).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search in notes' }).fill('ask about');
    await expect(notes).toHaveCount(1);
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Commands' }).fill(link);
    await expect(page.getByRole('button', { name: 'Open the passage of this link' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expectShownPlace(page);
    await expect.poll(() => markedText(page, 'active', 'current')).toEqual([sentence]);
  },
);

test('the bar of selected words stays in a narrow window', async ({ connected: sluice }) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 420, height: 800 });
  await sluice.openDocument(filing);
  const text = page.getByRole('region', { name: 'Text of the document' });
  await expectMarks(page);
  const last = text.locator('p').last();
  const { width } = (await last.boundingBox()) ?? { width: 0 };
  // A word at the right end of its line.
  await last.dblclick({ position: { x: width - 24, y: 12 } });
  const bar = page.getByRole('toolbar', { name: 'Selected words' });
  const { x = 0, width: wide = 0 } = (await bar.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(8);
  expect(x + wide).toBeLessThanOrEqual(420 - 8);
});

/** A note as another program would write it. */
const annotation = (contentId: string, exact: string, index: number) => ({
  id: `https://other.example/${index}`,
  type: 'Annotation',
  target: {
    source: `sluice://document/${contentId}`,
    selector: { type: 'TextQuoteSelector', exact },
  },
});

test('notes of another program are taken in, tagged, looked for again and saved', async ({
  connected: sluice,
}) => {
  const { page } = sluice;
  await sluice.value('uploads.add', { paths: [filing], options: {} });
  await sluice.expectUploads('completed', 1);
  const { rows } = await sluice.value('uploads.list', {});
  const contentId = rows[0]?.contentId ?? '';
  await sluice.open('#/notes');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  const words = ['Halden', 'These words stand nowhere in it at all'];
  const buffer = Buffer.from(
    JSON.stringify(words.map((exact, index) => annotation(contentId, exact, index))),
  );
  await (await choosing).setFiles({ name: 'theirs.jsonld', mimeType: 'application/ld+json', buffer });
  await expect(page.getByText('Added: 2')).toBeVisible();
  const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveCount(2);

  // Their document was not on this machine: it is fetched, and what stands nowhere in it says so.
  const orphan = notes.filter({ hasText: 'These words stand nowhere' });
  await expect(orphan).toContainText('Its words are not in the new version');
  await orphan.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('Its words still stand nowhere')).toBeVisible();

  // Tags, also one that is typed and not entered.
  await orphan.getByRole('button', { name: 'Edit' }).click();
  const tags = orphan.getByRole('combobox', { name: 'Tags' });
  await tags.fill('Margins');
  await tags.press('Enter');
  await tags.fill('Outlook');
  await tags.press('Control+Enter');
  await expect(orphan).toContainText('#Margins · #Outlook');

  const saving = page.waitForEvent('download');
  await sluice.button('Export').click();
  await page.getByRole('menuitem', { name: 'W3C Web Annotations (JSON-LD)' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain('These words stand nowhere in it at all');
  expect(saved).toContain('Outlook');
});

test('more notes than the host gives at once are listed page by page', async ({ connected: sluice }) => {
  const { page } = sluice;
  // Of a document that is not known: no text need be read for them.
  const contentId = 'A'.repeat(32);
  const many = Array.from({ length: 1_003 }, (_, index) => annotation(contentId, `Passage ${index}`, index));
  await sluice.value('notes.import', { text: JSON.stringify(many) });
  await sluice.open('#/notes');
  await expect(page.getByText('1–200 of 1,003')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next notes' });
  await next.click();
  await expect(page.getByText('201–400 of 1,003')).toBeVisible();
  await sluice.open('#/notes?page=5');
  await expect(page.getByText('1,001–1,003 of 1,003')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(3);
  await expect(next).toBeDisabled();
  await page.getByRole('button', { name: 'Previous notes' }).click();
  await expect(page).toHaveURL(/page=4/);
});
