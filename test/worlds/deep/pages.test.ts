import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../../cli/support/answer-of.ts';
import { until } from '../../support/until.ts';
import { canMakeDebianWorlds, createDebianWorld, type DebianWorld } from '../support/debian-world.ts';
import { blocksOf, commandsOf, type DocBlock } from '../support/doc-blocks.ts';
import { apiKey } from '../support/fixture.ts';

/**
 * The pages whose commands an administrator copies, run as they are written: on a Debian with the package
 * installed, where the hosts that the pages name are there. `agent-on-a-server.md` has a test of its own
 * (`systemd.test.ts`).
 */
describe.runIf(canMakeDebianWorlds)('pages of docs, block by block (root, systemd-nspawn)', () => {
  let world: DebianWorld;
  let service: DebianWorld['service'];
  let system: DebianWorld['system'];
  const withKey = (script: string) => `export SLUICE_API_KEY=${apiKey}\n${script}`;
  const inside = (script: string) => world.inside(withKey(script));

  beforeAll(async () => {
    world = await createDebianWorld();
    ({ service, system } = world);
    inside('dpkg --install /root/sluice-agent_*.deb');
    mkdirSync(join(system.root, 'root/Research'));
    writeFileSync(join(system.root, 'root/Research/a.txt'), 'A report.');
    inside(
      'sluice doctor --base-url https://content.example.com/v1; sluice folders add ~/Research --settle 0.2',
    );
    inside('sluice watch --once');
  });
  afterAll(() => world?.remove());

  test('backup.md', async () => {
    const [backups, restore, ...rest] = blocksOf('backup.md') as [DocBlock, DocBlock];
    expect(rest).toEqual([]);
    inside('mkdir -p /mnt/backups');
    for (const command of commandsOf(backups)) inside(command);
    writeFileSync(join(system.root, 'root/Research/b.txt'), 'A report after the backup.');
    inside('sluice watch --once');
    const [archive = ''] = readdirSync(join(system.root, 'mnt/backups'));
    for (const command of commandsOf(restore))
      inside(`${command.replace(/sluice-backup-\S+\.tar/, archive)} --yes`);
    inside('sluice resume; sluice watch --once');
    const { landed } = await service.state();
    expect(landed.map(({ name }) => name).toSorted()).toEqual(['a.txt', 'b.txt']);
  });

  test('configuration.md: the commands, and its example as a file', () => {
    const [commands, example, policy, ...rest] = blocksOf('configuration.md') as [
      DocBlock,
      DocBlock,
      DocBlock,
    ];
    expect(rest).toEqual([]);
    for (const command of commandsOf(commands)) {
      // The last one runs until it is ended.
      const isAgent = command.startsWith('sluice watch');
      const { code, output } = system.run(
        withKey(isAgent ? `timeout --preserve-status 5 ${command}` : command),
      );
      expect(code, `${command}\n${output}`).toBe(0);
    }
    writeFileSync(join(system.root, 'root/example.yaml'), example.text);
    inside('sluice validate example.yaml');
    mkdirSync(join(system.root, 'etc/sluice'), { recursive: true });
    writeFileSync(join(system.root, 'etc/sluice/policy.json'), policy.text);
    const { reason, network } = JSON.parse(policy.text) as Record<string, { certificates: string }>;
    inside(`install -D /usr/local/share/ca-certificates/world.crt ${network?.certificates}`);
    const [said, shared] = ['status', 'folders add /root --share'].map((command) =>
      system.run(withKey(`sluice ${command}`)),
    );
    inside('rm /etc/sluice/policy.json');
    expect(said?.output).toContain(reason);
    expect(shared, shared?.output).toMatchObject({
      code: 3,
      output: expect.stringContaining(String(reason)),
    });
  });

  test('network.md has no commands to run', () => expect(blocksOf('network.md')).toEqual([]));

  test('team.md: a second agent joins by the two commands', async () => {
    const [commands, ...rest] = blocksOf('team.md') as [DocBlock];
    expect(rest).toEqual([]);
    // As the page assumes: a server on this machine that lets its administrator in, with an empty database.
    const version = readdirSync(join(system.root, 'etc/postgresql'))[0] ?? '';
    const rules = `/etc/postgresql/${version}/main/pg_hba.conf`;
    inside(
      `printf 'local all all trust\\nhost all all 127.0.0.1/32 trust\\nhost all all ::1/128 trust\\n' > ${rules}`,
    );
    inside('systemctl start postgresql && createdb --username postgres research');
    const before = (await service.state()).landed.length;
    const [init, second, ...more] = commandsOf(commands) as [string, string];
    expect(more).toEqual([]);
    inside(init);
    inside('sluice team join --team postgres://postgres@localhost/research');
    const [, agent = ''] = /--data-dir (\S+)/.exec(second) ?? [];
    system.run(withKey(`(${second}) > /root/second.log 2>&1 &`));
    inside('sluice watch --once');
    await until('both are in the team, and the second agent knows what became of every file', () => {
      const team = system.run(withKey('sluice team status --json'));
      const status = system.run(withKey(`sluice status --json --data-dir ${agent}`));
      if (team.code !== 0 || status.code !== 0) return false;
      const { coverage } = dataOf(status.output).folders[0];
      return (
        dataOf(team.output).agents.length === 2 && coverage.seen === before && coverage.searchable === before
      );
    });
    expect((await service.state()).landed, 'the second agent sends nothing again').toHaveLength(before);
  });
});
