import { expect } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { countToSee } from '#shared/bridge/count-to-see.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { until } from '../support/until.ts';
import { expectNumbersOfHome, numbersOf } from './numbers-of-home.ts';
import { openPages, type PageElement, type Pages, untilSaid } from './open-pages.ts';
import { wordsOf } from './status-says.ts';

const { say } = inEnglish;

function all(pages: Pages, selector: string): PageElement[] {
  return [...pages.document.querySelectorAll(selector)];
}

const texts = (elements: readonly PageElement[]) => elements.map(({ textContent }) => textContent);

/**
 * The pages say of a status what the command line says: state, findings, numbers; and each number is as long
 * as the list it leads to.
 */
export async function expectPagesToSay(core: Core, status: AgentStatus): Promise<void> {
  const pages = await openPages(core);
  const { state, findings, attention } = status.health;
  if (state === 'noProfile') return untilSaid(pages, say('welcome.tryTitle'));
  const word = say(`agent.${state}`, { count: countToSee(status.health) });
  await until(`the side says ${word}`, () => texts(all(pages, 'nav ~ * output, output')).includes(word));
  // Home is a chunk of its own, which the side does not wait for.
  await until('Home is there', () => all(pages, 'main h1').length > 0);
  const done = [say('home.nothingNow'), say('home.nothingYet')];
  const isDone = () => done.some((words) => pages.document.textContent.includes(words));
  await until(`Home says ${state}`, () => isDone() === (state === 'idle'));
  const said = () => texts(all(pages, 'main [role=alert]'));
  await until(`Home says ${findings.length} findings`, () => said().length === findings.length);
  const alerts = said();
  for (const finding of findings) expect(alerts.some((alert) => alert.includes(wordsOf(finding)))).toBe(true);
  const badge = texts(all(pages, 'nav a[aria-current=page] [title]')).map(Number);
  expect(badge).toEqual(attention.total > 0 ? [attention.total] : []);
  await expectFigures(core, pages);
  await expectFiles(core, pages, status);
  await expectNumbersOfHome(pages, countToSee(status.health) - attention.total);
  await expectTotals(core, pages);
}

/** In the order of Home's table. */
const columns = ['seen', 'searchable', 'inProgress', 'ignored', 'attention'] as const;

/** Home's table and the cards of Folders show the coverage. */
async function expectFigures({ calls }: Core, pages: Pages): Promise<void> {
  const expected = async () =>
    (await calls['folders.list']({})).map(({ coverage }) =>
      columns.map((column) => String(coverage[column])),
    );
  const shown = () =>
    all(pages, 'main tbody tr').map((row) => texts([...row.querySelectorAll('td')]).slice(1));
  await until(
    'the table of folders shows the coverage',
    async () => String(shown()) === String(await expected()),
  );
  pages.goTo('#/folders');
  const figures = () => texts(all(pages, 'main article dd[data-column]'));
  await until('Folders shows the coverage', async () => String(figures()) === String(await expected()));
  pages.goTo('#/home');
  await until('Home is back', async () => String(shown()) === String(await expected()));
}

/** Where a folder counts more files than there are uploads to see to, Home says both. */
async function expectFiles({ calls }: Core, pages: Pages, { health }: AgentStatus): Promise<void> {
  const folders = await calls['folders.list']({});
  for (const { code, count, place } of health.attention.groups) {
    const files = folders.map(({ coverage }) => coverage.attentionBy[code] ?? 0);
    if (place !== 'uploads' || files.reduce((sum, one) => sum + one, 0) <= count) continue;
    for (const [index, { folder }] of folders.entries()) {
      const said = `#/folders/${folder.id}/files?place=attention&reason=${code}: ${files[index]}`;
      await until(`Home says ${said}`, () =>
        numbersOf(pages).some((link) => `${link.href}: ${link.count}` === said),
      );
    }
  }
}

/** Uploads and Documents count what there is. */
async function expectTotals({ calls }: Core, pages: Pages): Promise<void> {
  pages.goTo('#/uploads');
  await until('Uploads counts them', async () => {
    const { total } = await calls['uploads.list']({ filter: { profileId: null }, limit: 1 });
    return pages.document.textContent.includes(say('uploads.total', { count: total }));
  });
  pages.goTo('#/documents');
  await until('Documents counts them', async () => {
    const { total } = await calls['documents.query']({ limit: 1 });
    return pages.document.textContent.includes(say('documents.total', { count: total }));
  });
}
