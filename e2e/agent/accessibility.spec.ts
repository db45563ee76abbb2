import { expect, test } from '@playwright/test';
import { expectAccessible, expectColoursAccessible } from '../support/accessibility.ts';

const withPale = (colour: string) => `<!doctype html><html lang="en"><title>Wrong</title><main>
  <h1>Wrong</h1><p style="color: ${colour}">Pale words</p><button></button></main></html>`;

test('what is wrong is found: a button without a name, pale words; both are named', async ({ page }) => {
  await page.setContent(withPale('#bbb'));
  const all = expectAccessible(page);
  await expect(all).rejects.toThrow('button-name: Buttons must have discernible text');
  await expect(all).rejects.toThrow('<button></button>');
  await expect(all).rejects.toThrow('color-contrast');
  const colours = expectColoursAccessible(page);
  await expect(colours).rejects.toThrow('Pale words');
  await expect(colours).rejects.not.toThrow('button-name');
  // Asked again in the same document, as after a change of theme.
  await page.locator('p').evaluate((one) => one.style.setProperty('color', '#333'));
  await expectColoursAccessible(page);
});

test('a page that is not there is no accessible one', async ({ page }) => {
  await page.setContent('');
  await expect(expectAccessible(page)).rejects.toThrow();
  await expect(expectColoursAccessible(page)).rejects.toThrow('color-contrast');
});
