import { expect, test } from '../support/agent.ts';
import { copyTable } from '../support/copied-table.ts';
import { expectShownPlace, markedText } from '../support/marked-text.ts';

/** As filings write: a column for each currency, number and bracket, some for space, and empty cells. */
const rows = [
  '<td></td><td colspan="8" align="center">Year Ended</td>',
  '<td></td><td></td><td colspan="3">2024</td><td></td><td colspan="3">2023</td>',
  '<td></td><td colspan="8">(In millions)</td>',
  '<td>Revenue</td><td></td><td>$</td><td>26,974</td><td></td><td></td><td>$</td><td>26,914</td><td></td>',
  '<td>Loss on sales</td><td></td><td></td><td></td><td></td><td></td><td></td><td>(5,268</td><td>)</td>',
  '<td>Other income</td><td></td><td></td><td>1,353</td><td></td><td></td><td></td><td></td><td></td>',
];
const above = Array.from({ length: 60 }, (_, index) => `<p>Paragraph ${index} stands above the table.</p>`);
const filing = `<html><body><h1>Annual report</h1>${above.join('')}
<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table><p>It ends here.</p></body></html>`;

test('a table has the columns of its original, also for rows that lack cells: found in, and copied', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  await sluice.openDocument(place.file('report.html', filing));
  const drawn = page.getByRole('table');
  await expect(drawn.getByRole('columnheader')).toHaveText(['Year Ended', '2024', '2023'], {
    useInnerText: true,
  });

  // What is looked for is marked in its cell, below its year.
  const find = page.getByRole('textbox', { name: 'Find in the text' });
  await find.fill('(5,268');
  await expectShownPlace(page);
  await expect.poll(() => markedText(page, 'current')).toEqual(['(5,268']);
  const header = await drawn.getByRole('columnheader', { name: '2023' }).boundingBox();
  const loss = drawn.getByRole('row', { name: /Loss on sales/ }).getByRole('cell');
  await expect(loss).toHaveText(['Loss on sales', '', '(5,268)'], { useInnerText: true });
  const below = await loss.nth(2).boundingBox();
  expect([below?.x, below?.width]).toEqual([header?.x, header?.width]);
  await expect(loss.nth(2)).toHaveCSS('text-align', 'right');
  await find.fill('1,353');
  await expect.poll(() => markedText(page, 'current')).toEqual(['1,353']);
  await expectShownPlace(page);
  const income = drawn.getByRole('row', { name: /Other income/ }).getByRole('cell');
  await expect(income).toHaveText(['Other income', '1,353', ''], { useInnerText: true });
  await expect(drawn.locator('caption')).toHaveText(/^\(In millions\)/);

  const copied = await copyTable(page);
  expect(copied.text?.split(/\r?\n/)).toEqual([
    '\tYear Ended',
    '\t2024\t2023',
    '(In millions)',
    'Revenue\t$26,974\t$26,914',
    'Loss on sales\t\t(5,268)',
    'Other income\t1,353',
  ]);
  expect(copied.html).toContain('<td>Loss on sales</td><td></td><td style="text-align:right">(5,268)</td>');
});
