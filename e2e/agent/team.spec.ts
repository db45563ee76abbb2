import { agentUser, createCluster, hasPostgres } from '../../test/team/support/cluster.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/agent.ts';
import { faultsOfGeometry } from '../support/geometry.ts';
import { windows } from '../support/windows.ts';
import { journey } from '../support/journey.ts';

/** On a PostgreSQL of the test's own; where there is none, `test/team` says so. */
if (hasPostgres)
  test(
    'a machine joins a team in Settings, is on its page, pauses the team and lets it go on',
    journey,
    async ({ agent, connected }) => {
      const cluster = await createCluster();
      try {
        const { page } = connected;
        const { name } = await cluster.createTeam();
        await connected.open('#/settings/team');
        const section = page.locator('#team');
        await section
          .getByLabel('Address of the team’s database')
          .fill(`postgres://${agentUser}@127.0.0.1:${cluster.port}/${name}`);
        await section.getByLabel('What the others call this machine').fill('ANNA-LAPTOP');
        await connected.button('Test the connection').click();
        await expect(page.getByLabel('Code')).toBeVisible();
        const [, code = ''] = /"event":"leave","data":\{"code":"(\d{6})"/.exec(agent.written()) ?? [];
        await page.getByLabel('Code').fill(code);
        await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
        await expect(section.getByText(/^It answers: no machine has joined/)).toBeVisible();
        await connected.button('Join').click();
        await expect(page.getByText('This machine belongs to the team now.')).toBeVisible();

        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
        const machine = page.getByRole('row', { name: /ANNA-LAPTOP/ });
        await expect(machine.getByText('this machine')).toBeVisible();
        await expect(machine.getByText('Connected')).toBeVisible();
        await expectAccessible(page);

        await connected.button('Pause the team').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Pause the team' }).click();
        await expect(page.getByText(/^ANNA-LAPTOP paused the whole team/)).toBeVisible();
        await expect(page.getByRole('status').getByText('Paused')).toBeVisible();
        await expectAccessible(page);
        for (const { name: size, ...viewport } of windows) {
          await page.setViewportSize(viewport);
          await expect
            .soft(async () => expect(await faultsOfGeometry(page), size).toEqual([]))
            .toPass({ timeout: 5_000 });
        }
        await connected.button('Resume the team').click();
        await expect(machine.getByText('Connected')).toBeVisible();
      } finally {
        await cluster.remove();
      }
    },
  );
