import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { expect, projectRoot, test } from '../support/app.ts';
import { openDocument } from '../support/app-document.ts';
import { expectMarks } from '../support/marked-text.ts';
import { markedInOriginal } from '../support/original-frame.ts';

test('an original stands in a frame of the app’s own address, is marked there, and leads nowhere', async ({
  launch,
  place,
}) => {
  const app = await launch();
  const { value, page } = app;
  const sample = readFileSync(
    join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html'),
    'utf8',
  );
  const hostile = '<script>top.ran = 1</script><img src=x onerror="top.ran = 1">';
  await page.setViewportSize({ width: 1400, height: 800 }).catch(() => undefined);
  const contentId = await openDocument(app, place.file('note.html', `${sample}${hostile}`));
  await page.evaluate((id) => {
    location.hash = `#/documents/${id}/annotated?path=$.content.body[3].text`;
  }, contentId);
  await expectMarks(page);
  await page.keyboard.press('o');
  await expect(page.getByText('This is the place.')).toBeVisible();
  expect((await markedInOriginal(page)).map(({ name }) => name)).toEqual(['sluice-exact']);

  // The address of a page works once; bytes that are no PDF's are given to nobody.
  const { address } = await value<{ address: string }>('host.openOriginal', { contentId });
  const ask = (path: string) =>
    page.evaluate(
      (to) =>
        fetch(to).then(({ status, headers }) => [status, headers.get('content-security-policy')] as const),
      path,
    );
  expect(await ask(address)).toEqual([200, originalPolicy]);
  expect((await ask(address))[0]).toBe(404);
  expect((await ask(`/original/${contentId}`))[0]).toBe(404);

  // Nothing ran, and a frame that is told to leave stays.
  const left = await page.evaluate(async () => {
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const before = frame.contentWindow?.location.href;
    const link = frame.contentDocument?.createElement('a') as HTMLAnchorElement;
    link.href = 'https://example.com/away';
    frame.contentDocument?.body.append(link);
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return { isThere: frame.contentWindow?.location.href === before, hasRun: 'ran' in globalThis };
  });
  expect(left).toEqual({ isThere: true, hasRun: false });
});
