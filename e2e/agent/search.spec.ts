import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '../support/agent.ts';
import { projectRoot } from '../support/project-root.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expectShownPlace, markedText, shownMarks } from '../support/marked-text.ts';
import { journeyOf } from '../support/journey.ts';

const samples = join(projectRoot, 'resources/samples/broker-research');

for (const profile of ['spec', 'field'] as const) {
  const test = base.extend({
    sandbox: async ({ place }, use) => {
      const sandbox = new Sandbox(place.home, ['--profile', profile]);
      await sandbox.start();
      await use(sandbox);
      await sandbox.stop();
    },
  });

  test(
    `a search is asked for, and a result opens at its passage (${profile})`,
    journeyOf(profile),
    async ({ connected, page, place }) => {
      const filler = Array.from(
        { length: 60 },
        (_, n) => `Paragraph ${n} is about the weather in the valley.`,
      );
      const text = [...filler, 'Halden Payments reported strong growth of its card volumes.', ...filler];
      const paths = [
        place.file('valley.txt', text.join('\n\n')),
        place.file('other.txt', 'Nothing of interest stands here.'),
      ];
      await connected.value('uploads.add', { paths, options: {} });
      await connected.value('uploads.add', {
        paths: [place.file('hidden.txt', 'Card volumes nobody finds.')],
        options: { noIndex: true },
      });
      await connected.expectUploads('completed', 3);

      await connected.open('#/search');
      await expect(page.getByText('1 document was uploaded as not searchable')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search for' }).fill('card volumes');
      await page.keyboard.press('Enter');
      const result = page.getByRole('article', { name: 'valley' });
      await expect(result.getByText('reported strong growth')).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByText('1 of your search quota used')).toBeVisible();

      // The passage is far down; the browser shows its paragraph and marks its first words.
      await result
        .getByRole('link', { name: /^Open in the text/ })
        .first()
        .click();
      await expect(page).toHaveURL(/annotated\?chunk=/);
      await expectShownPlace(page);
      const quote = new URLSearchParams(page.url().split('?')[1]).get('quote') ?? '';
      expect((await markedText(page, ...shownMarks)).join()).toBe(quote);

      // Back: the results are still there, and nobody asked again.
      await page.goBack();
      await expect(result).toBeVisible();
      await expect(page.getByText('1 of your search quota used')).toBeVisible();
    },
  );
}

base(
  'the palette searches on Enter; a page that is opened anew asks nobody',
  async ({ connected, page, place }) => {
    const path = join(place.home, 'note.docx');
    copyFileSync(join(samples, 'cloud-spending-note.docx'), path);
    await connected.value('uploads.add', { paths: [path], options: {} });
    await connected.expectUploads('completed', 1);
    await connected.open('#/home');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Commands' }).fill('cloud spending');
    await page.getByText('Search my files for').click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page).toHaveURL(/#\/search\?q=cloud\+spending$/);
    await page.reload();
    await expect(page.getByText('Nobody has searched for “cloud spending” yet')).toBeVisible();
  },
);
