import { expect, test } from '../support/agent.ts';
import { journey } from '../support/journey.ts';

test(
  'everything that matters is done without a mouse',
  journey,
  async ({ connected: sluice, place, sandbox }) => {
    const { page } = sluice;
    const { keyboard } = page;
    for (const name of ['a', 'b', 'c']) place.file(`Research/${name}.txt`, `Orrin reported, says ${name}.`);
    const folder = place.folder('Research');
    /** Goes on with Tab until this has the focus, as a person does. */
    const tabTo = async (role: Parameters<typeof page.getByRole>[0], name: string | RegExp) => {
      const target = page.getByRole(role, { name }).first();
      for (let steps = 0; steps < 60; steps++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab never came to ${role} ${name}.`);
    };
    /** The palette: a few letters and Enter. */
    const command = async (text: string) => {
      await keyboard.press('Control+k');
      await expect(page.getByRole('textbox', { name: 'Commands' })).toBeFocused();
      await keyboard.type(text);
      const first = page.getByRole('dialog').getByRole('button').first();
      await expect(first).toBeVisible();
      // Searches for the text come last, and stand alone for a moment.
      await expect(first).not.toContainText('“');
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
    };

    // The first Tab offers to leave out the navigation.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await command('add folder');
    await expect(page.getByRole('heading', { name: 'Add a watch folder' })).toBeVisible();
    await tabTo('combobox', /^Folder$/);
    await keyboard.type(folder);
    await keyboard.press('Escape');
    await expect(page.getByText('3 of 3 are taken')).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Research' })).toBeVisible();
    await sluice.expectUploads('completed', 3);

    // The grid: arrows, Space, Enter, Escape.
    await keyboard.press('Alt+6');
    await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'a.txt' })).toBeVisible();
    await tabTo('grid', 'Uploads');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await expect(page.getByText('1 selected')).toBeVisible();
    await keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('2 selected')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByText(/selected/)).toBeHidden();
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('Timeline')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await command('pause uploads');
    await expect(page.getByRole('navigation').getByText('Paused')).toBeVisible();
    await command('resume uploads');
    await expect(page.getByRole('navigation').getByText('Watching')).toBeVisible();
    await command('dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

    // Stop watching, asked first.
    await command('Research');
    await tabTo('button', 'More for Research');
    await keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    for (
      const stop = page.getByRole('menuitem', { name: 'Stop watching' });
      ;
      await keyboard.press('ArrowDown')
    ) {
      if (await stop.evaluate((element) => element === document.activeElement)) break;
    }
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Stop watching Research?' })).toBeVisible();
    await tabTo('button', 'Stop watching');
    await keyboard.press('Enter');
    await expect(page.getByText('No watch folder yet')).toBeVisible();
    expect(await sandbox.documents()).toHaveLength(3);
  },
);
