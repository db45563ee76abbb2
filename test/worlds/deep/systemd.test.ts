import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { canMakeDebianWorlds, createDebianWorld, type DebianWorld } from '../support/debian-world.ts';
import { blocksOf, commandsOf } from '../support/doc-blocks.ts';
import { apiKey } from '../support/fixture.ts';
import { runMainJourney, type World } from '../support/journey.ts';
import { sha256 } from '../support/service.ts';

describe.runIf(canMakeDebianWorlds)('the Debian package under systemd (root, systemd-nspawn)', () => {
  let world: DebianWorld;
  let service: DebianWorld['service'];
  let system: DebianWorld['system'];
  const inside = (script: string, input?: string) => world.inside(script, input);
  const hello = 'A report that lies there before the agent comes.\n';

  beforeAll(async () => {
    world = await createDebianWorld();
    ({ service, system } = world);
    inside('addgroup research && mkdir -p -m 2770 /srv/research && chgrp research /srv/research');
    writeFileSync(join(system.root, 'srv/research/a.txt'), hello);
  });
  afterAll(() => world?.remove());

  const live = async () => (await service.state()).landed.filter(({ deleted }) => !deleted);

  test('agent-on-a-server.md: every block, as it is written, in its order', async () => {
    const [install, key, groups, configuration, start, edit, dropIn, look, ...rest] =
      blocksOf('agent-on-a-server.md');
    expect(rest).toEqual([]);
    for (const command of commandsOf(must(install))) inside(command);
    for (const command of commandsOf(must(key))) inside(command, `${apiKey}\n`);
    for (const command of commandsOf(must(groups))) inside(command);
    writeFileSync(join(system.root, 'etc/sluice/sluice.yaml'), must(configuration).text);

    const [validate, preview, enable, ...more] = commandsOf(must(start)) as [string, string, string];
    expect(more).toEqual([]);
    inside(validate);
    expect(inside(preview)).toContain('a.txt');
    expect((await service.state()).landed, 'a preview uploads nothing').toEqual([]);
    inside(enable);
    await until('the file is at the service', async () => {
      const seen = await live();
      return seen.length === 1 && seen[0]?.sha256 === sha256(hello) && seen[0].status === 'completed';
    });

    const editor = join(system.root, 'usr/local/bin/world-editor');
    writeFileSync(editor, '#!/bin/sh\ncat /root/drop-in > "$1"\n', { mode: 0o755 });
    writeFileSync(join(system.root, 'root/drop-in'), must(dropIn).text);
    // systemctl opens an editor on a terminal only.
    for (const command of commandsOf(must(edit)))
      inside(
        `SYSTEMD_EDITOR=/usr/local/bin/world-editor script -qec '${command.replace('sudo ', 'sudo -E ')}' /dev/null`,
      );
    expect(inside('systemctl show --property ReadWritePaths sluice')).toContain('/srv/research');
    for (const command of commandsOf(must(look))) {
      // One of them follows the journal until Ctrl+C.
      const { code, output } = system.run(
        command.includes(' -f') ? `timeout --preserve-status 2 ${command}` : command,
      );
      expect([0, 143], `${command}\n${output}`).toContain(code);
    }
    expect(inside('sudo sluice-agent status --check')).toMatch(/^OK/);
  });

  test('the main journey, with files moved by the test and an agent that systemd starts', async () => {
    mkdirSync(join(system.root, 'srv/journey'));
    inside('chown sluice:sluice /srv/journey');
    const journey: World = {
      folder: join(system.root, 'srv/journey'),
      folderInside: '/srv/journey',
      service,
      before: [sha256(hello)],
      run: async (...command) => {
        const quoted = command.map((part) => `'${part}'`).join(' ');
        const { code, output } = system.run(`sudo sluice-agent ${quoted}`);
        return { code, stdout: output, stderr: '' };
      },
      async watch(later = 0) {
        copyFileSync(
          new URL('../support/clock-ahead.mjs', import.meta.url),
          join(system.root, 'srv/clock-ahead.mjs'),
        );
        const shift = later === 0 ? '' : `--import=file:///srv/clock-ahead.mjs?hours=${later}`;
        const dropIn = '/run/systemd/system/sluice.service.d/clock.conf';
        inside(
          `mkdir -p $(dirname ${dropIn}); printf '[Service]\\nEnvironment="NODE_OPTIONS=${shift}"\\n' > ${dropIn}`,
        );
        inside('systemctl daemon-reload; systemctl reset-failed sluice; systemctl start sluice');
        return {
          kill: async () =>
            void inside('systemctl kill --signal=SIGKILL sluice; systemctl stop sluice; true'),
          async stop() {
            inside('systemctl stop sluice');
            return Number(inside('systemctl show --property ExecMainStatus --value sluice'));
          },
        };
      },
    };
    await runMainJourney(journey);
  });

  test('systemd restarts an agent that was killed, and a reload takes a changed configuration', async () => {
    inside('systemctl reset-failed sluice; systemctl start sluice');
    const before = inside('systemctl show --property MainPID --value sluice');
    inside('systemctl kill --kill-whom=main --signal=SIGKILL sluice');
    await until('another process runs', () => {
      const now = inside('systemctl show --property MainPID --value sluice');
      return now !== '0' && now !== before && system.run('systemctl is-active sluice').code === 0;
    });
    inside('mkdir -p -m 0755 /srv/second && echo "Another folder, by a reload." > /srv/second/r.txt');
    const file = join(system.root, 'etc/sluice/sluice.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n  - path: /srv/second\n    profile: Research\n`);
    inside('systemctl reload sluice || { journalctl -u sluice -n 30 --no-pager; false; }');
    await until('the file of the new folder is at the service', async () =>
      (await live()).some(({ sha256: hash }) => hash === sha256('Another folder, by a reload.\n')),
    );
  });

  test('the group of a folder can use what the service moves and saves there', async () => {
    inside('adduser --disabled-password --gecos "" anna && adduser anna research');
    inside('mkdir /srv/team && chgrp research /srv/team && chmod 0770 /srv/team');
    const dropIn = join(system.root, 'etc/systemd/system/sluice.service.d/team.conf');
    writeFileSync(dropIn, '[Service]\nReadWritePaths=/srv/team\n');
    const file = join(system.root, 'etc/sluice/sluice.yaml');
    const folder = '{ path: /srv/team, profile: Research, afterUpload: move, saveAnnotated: beside }';
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n  - ${folder}\n`);
    inside('systemctl daemon-reload && systemctl restart sluice');
    inside(`sudo -u anna sh -c 'umask 027; echo Ours. > /srv/team/a.txt; chgrp research /srv/team/a.txt'`);
    inside(`sudo -u anna sh -c 'umask 022; echo Mine. > /srv/team/b.txt'`);
    const seen = 'cd /srv/team && cat done/a.txt done/b.txt a.txt.annotated.json b.txt.annotated.json';
    await until('all of it is there', () => system.run(seen).code === 0);
    expect(inside(`sudo -u anna sh -c '${seen}'`)).toMatch(/Ours\.\nMine\./);
  });

  test('an upgrade keeps the service running, removal keeps the data, purge removes it', () => {
    inside('apt-get install --reinstall --yes ./sluice-agent_0.2.0-1_amd64.deb');
    expect(inside('systemctl is-active sluice')).toBe('active');
    inside('apt-get remove --yes sluice-agent && test -d /var/lib/sluice && test -d /etc/sluice');
    inside('apt-get purge --yes sluice-agent && test ! -e /var/lib/sluice && test ! -e /etc/sluice');
    expect(system.run('systemctl is-active sluice').output.trim()).toBe('inactive');
  });
});

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The page has fewer blocks than this test runs.');
  return value;
}
