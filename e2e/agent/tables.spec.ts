import { expect, test } from '../support/agent.ts';
import { copyTable } from '../support/copied-table.ts';
import { expectShownPlace, markedText } from '../support/marked-text.ts';
import { journey } from '../support/journey.ts';

const table = [
  'Year Ended',
  'January 29, 2023 | January 30, 2022 | Change',
  '(In millions)',
  'Revenue | $ | 26,974 | $ | 26,914 | — | %',
  'Cost of revenue | 11,618 | 9,439 | 23 | %',
  'Share of revenue | 43.1 | % | 35.1 | %',
].join('\n');
const ragged = ['Notes due | 0.4 | 1,250', 'Notes later | 1,500', 'Other | 2 | 3 | 4'].join('\n');
const body = [
  ...Array.from({ length: 60 }, (_, block) => ({ text: `Block ${block} stands above.`, kind: 'TEXT' })),
  { text: table, kind: 'TABLE' },
  { text: ragged, kind: 'TABLE' },
  ...Array.from({ length: 60 }, (_, block) => ({ text: `Block ${block} stands below.`, kind: 'TEXT' })),
];

test(
  'a table is a table where its columns are certain: found in, and copied',
  journey,
  async ({ connected: sluice, place }) => {
    const { page } = sluice;
    await sluice.open('#/annotated');
    const path = place.file('tables.json', JSON.stringify({ content: { body } }));
    await page.getByTestId('annotated-file').setInputFiles(path);
    const find = page.getByRole('textbox', { name: 'Find in the text' });
    await find.fill('9,439');
    await expectShownPlace(page);
    await expect.poll(() => markedText(page, 'current')).toEqual(['9,439']);

    const drawn = page.getByRole('table');
    await expect(drawn.getByRole('columnheader')).toHaveText([
      /January 29, 2023/,
      /January 30, 2022/,
      /Change/,
    ]);
    const header = drawn.getByRole('columnheader', { name: 'January 30, 2022' });
    const cell = drawn.getByRole('cell', { name: '9,439' });
    const above = await header.boundingBox();
    const below = await cell.boundingBox();
    expect([below?.x, below?.width]).toEqual([above?.x, above?.width]);
    await expect(cell).toHaveCSS('text-align', 'right');
    // A row that lacks a cell claims none of the columns.
    await expect(drawn.locator('td', { hasText: '35.1' })).toHaveAttribute('colspan', '3');
    // What one cell shows of a number and its sign is found as it stands in the text.
    await find.fill('26,974 | $ | 26,914');
    await expect.poll(() => markedText(page, 'current')).toEqual(['26,974 | $ | 26,914']);
    await expectShownPlace(page);

    const copied = await copyTable(page);
    expect(copied.text?.split(/\r?\n/)).toEqual([
      'Year Ended',
      '\tJanuary 29, 2023\tJanuary 30, 2022\tChange',
      '(In millions)',
      'Revenue\t$26,974\t$26,914\t—%',
      'Cost of revenue\t11,618\t9,439\t23%',
      'Share of revenue\t43.1% | 35.1%',
    ]);
    expect(copied.html).toContain('<td>Cost of revenue</td><td style="text-align:right">11,618</td>');

    // Where a line has more cells than others, nobody knows which are missing.
    await expect(page.getByText('Notes due | 0.4 | 1,250')).toBeAttached();
    await expect(drawn).toHaveCount(1);
  },
);
