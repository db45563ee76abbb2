import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildDeb } from '../../scripts/build-deb.ts';
import { findOrBuildPackage } from '../../scripts/build-package.ts';
import { lintDeb } from '../../scripts/lint-deb.ts';
import { version } from '../../src/shared/version.ts';
import { dataOf } from '../cli/support/answer-of.ts';
import { startListener } from '../monitoring/support.ts';
import { projectRoot } from '../support/project-copy.ts';
import { canManageServices, startManaged } from '../support/service-manager.ts';
import { until } from '../support/until.ts';
import { findOrBuildApp } from './support/built-app.ts';
import { hasProgram } from './support/has-program.ts';
import { canOverlay, inOverlay } from './support/overlay.ts';

const isDebian = process.platform === 'linux' && hasProgram('dpkg-deb') && hasProgram('dpkg');
const isRoot = process.getuid?.() === 0;

describe.runIf(isDebian)('the Debian package of the agent', () => {
  let place: string;
  let deb: string;
  let tarball: string;
  let tree: string;

  beforeAll(async () => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-agent-deb-')));
    const pages = join(findOrBuildApp(join(place, 'out')), 'renderer');
    tarball = await findOrBuildPackage({ pages, to: place });
    deb = buildDeb({ tarball, to: place, compression: 'none' });
    tree = join(place, 'tree');
    execFileSync('dpkg-deb', ['--extract', deb, tree]);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const run = (file: string, ...parameters: string[]) => spawnSync(file, parameters, { encoding: 'utf8' });
  const field = (name: string) =>
    execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();
  const below = (folder: string) => readdirSync(join(tree, folder)).toSorted();
  const read = (file: string) => readFileSync(join(tree, file), 'utf8');

  test('says what it is, and what Node was linked with', () => {
    expect([field('Package'), field('Version')]).toEqual(['sluice-agent', `${version}-1`]);
    expect(field('Depends')).toMatch(/^libc6 \(>= 2\.\d+\), libgcc-s1, libstdc\+\+6 \(>= 5\.2\), /);
    expect(Number(field('Installed-Size'))).toBeGreaterThan(100_000);
  });

  test('is built twice the same', () => {
    const again = buildDeb({ tarball, to: join(place, 'again'), compression: 'none' });
    const sum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(sum(again)).toBe(sum(deb));
    rmSync(again);
  });

  test('belongs to root, and only root may look at the key', () => {
    const lines = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.filter((line) => !/ root\/root /.test(line))).toEqual([]);
    const modes = (path: string) => lines.find((line) => line.endsWith(` ${path}`))?.slice(0, 10);
    expect(modes('./etc/sluice/credentials/')).toBe('drwx------');
    // A proxy's password and secret addresses are in it.
    expect(modes('./etc/sluice/environment')).toBe('-rw-r-----');
    expect(modes('./usr/lib/sluice/node')).toBe('-rwxr-xr-x');
    expect(lines.filter((line) => /^.....w|^........w/.test(line) && !line.startsWith('l'))).toEqual([]);
  });

  test('brings a Node of its own, off the path, and starts with it', () => {
    expect(readlinkSync(join(tree, 'usr/bin/sluice'))).toBe('../lib/sluice/bin/sluice.js');
    expect(read('usr/lib/sluice/bin/sluice.js').split('\n')[0]).toBe('#!/usr/lib/sluice/node');
    expect(below('usr/bin')).toEqual(['sluice']);
    const started = run(join(tree, 'usr/lib/sluice/node'), join(tree, 'usr/bin/sluice'), '--version');
    expect(started).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  test('holds the pages of the manual, completions, licences and changes', () => {
    expect(below('usr/share/man/man1')).toEqual(
      expect.arrayContaining(['sluice.1.gz', 'sluice-folders.1.gz']),
    );
    expect(below('usr/share/man/man8')).toEqual(['sluice-agent.8.gz']);
    for (const file of [
      'usr/share/bash-completion/completions/sluice',
      'usr/share/zsh/vendor-completions/_sluice',
      'usr/share/fish/vendor_completions.d/sluice.fish',
    ])
      expect(read(file)).toContain('folders');
    const copyright = read('usr/share/doc/sluice-agent/copyright');
    for (const name of [
      'Copyright (c) 2025 Sluice contributors',
      'Node.js contributors',
      'chokidar@',
      'react-dom@',
    ])
      expect(copyright).toContain(name);
    expect(below('usr/share/doc/sluice-agent')).toEqual([
      'agent-on-a-server.md.gz',
      'changelog.Debian.gz',
      'changelog.gz',
      'configuration.md.gz',
      'copyright',
      'environment.md.gz',
      'monitoring.md.gz',
    ]);
  });

  test('has the licence of the Node that is in it', () => {
    // npm leaves the whole of Node's package there only when it installs for the first time.
    const whole = join(projectRoot, `node_modules/node/node_modules/node-linux-${process.arch}/LICENSE`);
    const kept = readFileSync(join(projectRoot, 'resources/licences/node.txt'), 'utf8');
    if (existsSync(whole)) expect(kept).toBe(readFileSync(whole, 'utf8'));
    expect(read('usr/share/doc/sluice-agent/copyright')).toContain(kept.trim());
  });

  test.runIf(hasProgram('man'))('groff finds nothing wrong with the page written by hand', () => {
    const { stderr } = spawnSync(
      'man',
      ['--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', join(tree, 'usr/share/man/man8/sluice-agent.8.gz')],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '80', MANROFFSEQ: '' },
      },
    );
    expect(stderr).toBe('');
  });

  test.runIf(hasProgram('systemd-analyze'))(
    'the unit is one that systemd takes, and exposes at most 2.0 of 10',
    () => {
      const unit = join(tree, 'usr/lib/systemd/system/sluice.service');
      // What it starts lies elsewhere than on a machine.
      const tried = join(place, 'sluice.service');
      writeFileSync(
        tried,
        readFileSync(unit, 'utf8').replace('/usr/bin/sluice', join(tree, 'usr/lib/sluice/node')),
      );
      const verified = run('systemd-analyze', 'verify', '--man=no', tried);
      expect([verified.status, verified.stderr]).toEqual([0, '']);
      const { status, stdout } = run('systemd-analyze', 'security', '--offline=yes', '--threshold=20', unit);
      expect(stdout).toMatch(/exposure level for sluice\.service: [01]\.\d/i);
      expect(status).toBe(0);
    },
  );

  test.runIf(isRoot)(
    'installs, runs, is removed and purged below another root, where systemd does not run',
    () => {
      const root = join(place, 'root');
      for (const folder of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'etc'])
        mkdirSync(join(root, folder), { recursive: true });
      for (const file of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', file), '');
      const dpkg = (...parameters: string[]) =>
        run(
          'dpkg',
          `--root=${root}`,
          '--force-script-chrootless',
          '--force-depends',
          '--log=/dev/null',
          ...parameters,
        );
      const has = (path: string) => existsSync(join(root, path));

      expect(dpkg('--install', deb)).toMatchObject({ status: 0 });
      expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toMatch(
        /^sluice:x:\d+:\d+:Sluice agent:\/var\/lib\/sluice:\/usr\/sbin\/nologin$/m,
      );
      const [, uid, gid] =
        /^sluice:x:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8')) ?? [];
      const data = statSync(join(root, 'var/lib/sluice'));
      expect([data.uid, data.mode & 0o777]).toEqual([Number(uid), 0o700]);
      const variables = statSync(join(root, 'etc/sluice/environment'));
      expect([variables.uid, variables.gid, variables.mode & 0o777]).toEqual([0, Number(gid), 0o640]);

      const sluice = (...parameters: string[]) =>
        spawnSync(
          join(root, 'usr/lib/sluice/node'),
          [join(root, 'usr/lib/sluice/bin/sluice.js'), ...parameters],
          {
            encoding: 'utf8',
            cwd: place,
            env: { PATH: '/usr/bin:/bin', HOME: place, TMPDIR: place, LC_ALL: 'C.UTF-8' },
          },
        );
      expect(sluice('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
      const papers = join(place, 'papers');
      mkdirSync(papers);
      writeFileSync(join(papers, 'outlook.txt'), 'Microsoft raised its outlook.');
      expect(sluice('demo', '--folder', papers)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^completed +outlook\.txt/m),
      });
      expect(sluice('doctor', '--data-dir', join(place, 'data')).stdout).toContain(
        `${process.versions.node}, which came with Sluice (${join(root, 'usr/lib/sluice/node')})`,
      );

      writeFileSync(join(root, 'etc/sluice/credentials/api-key'), 'secret\n');
      writeFileSync(join(root, 'etc/sluice/environment'), '# mine\n');
      expect(dpkg('--remove', 'sluice-agent')).toMatchObject({ status: 0 });
      expect([has('usr/lib/sluice'), has('etc/sluice/environment'), has('var/lib/sluice')]).toEqual([
        false,
        true,
        true,
      ]);
      expect(dpkg('--purge', 'sluice-agent')).toMatchObject({ status: 0 });
      expect(['etc/sluice', 'var/lib/sluice', 'var/cache/sluice', 'usr/bin/sluice'].filter(has)).toEqual([]);
    },
  );

  test.runIf(canManageServices())(
    'its agent works as the unit says under a service manager, comes back when it is killed, and metrics and webhook tell how it is',
    async () => {
      const node = join(tree, 'usr/lib/sluice/node');
      const launcher = join(tree, 'usr/bin/sluice');
      const unit = read('usr/lib/systemd/system/sluice.service');
      const [, command = ''] = /^ExecStart=\/usr\/bin\/sluice (.+)$/m.exec(unit) ?? [];
      const here = join(place, 'service');
      const [inbox, credentials] = [join(here, 'in'), join(here, 'credentials')];
      for (const folder of [inbox, credentials]) mkdirSync(folder, { recursive: true });
      const variables = {
        PATH: '/usr/bin:/bin',
        HOME: here,
        TMPDIR: place,
        SLUICE_DATA_DIR: join(here, 'data'),
        CREDENTIALS_DIRECTORY: credentials,
      };
      const { origin, heard } = await startListener();
      const watched = {
        ...variables,
        SLUICE_WATCH_METRICS: '127.0.0.1:0',
        SLUICE_WATCH_ATTENTION_WEBHOOK: `${origin}/hook`,
        SLUICE_WATCH_ATTENTION_WINDOW: '0',
      };

      const sandbox = spawn(node, [launcher, 'sandbox', '--json', '--enrich-seconds', '0.1-0.3'], {
        env: { ...variables, SLUICE_SANDBOX_API_KEY: 'the-right-key' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void sandbox.kill('SIGTERM'));
      let said = '';
      sandbox.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      await until('the sandbox listens', () => said.includes('\n'));
      const { baseUrl } = dataOf(said);

      const configuration = join(tree, 'etc/sluice/sluice.yaml');
      writeFileSync(
        configuration,
        `version: 1
profiles: [{ name: Desk, baseUrl: "${baseUrl}", key: { credential: api-key } }]
folders: [{ path: "${inbox}", profile: Desk, settleSeconds: 0.2 }]
`,
      );
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      writeFileSync(join(credentials, 'api-key'), 'the-right-key\n', { mode: 0o600 });
      writeFileSync(join(credentials, 'webhook-secret'), `${secret}\n`, { mode: 0o600 });
      let written = '';
      const parameters = command
        .replace('/var/lib/sluice', join(here, 'data'))
        .split(' ')
        .map((word) => word.replace(/^\/etc\//, `${tree}/etc/`));
      const manager = await startManaged({
        directory: here,
        watchdogMs: 120_000,
        start: (more) => {
          const child = spawn(node, [launcher, ...parameters], {
            env: { ...watched, ...more },
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          written = '';
          child.stdout.setEncoding('utf8').on('data', (text: string) => {
            written += text;
          });
          return { child, ended: once(child, 'exit') };
        },
      });
      onTestFinished(() => manager.stop());
      const check = () =>
        spawnSync(node, [launcher, 'status', '--check'], { env: variables, encoding: 'utf8' }).stdout;

      const metric = async (name: string) => {
        const [, address] = /Metrics: (http\S+)/.exec(written) ?? [];
        const answer = address === undefined ? undefined : await fetch(address).catch(() => undefined);
        const text = (await answer?.text().catch(() => '')) ?? '';
        return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
      };

      await until('it is ready', () => manager.counts.ready === 1);
      writeFileSync(join(inbox, 'one.txt'), 'Apple reported.');
      await until('one is searchable', async () => (await metric('sluice_folder_searchable_files')) === 1);
      process.kill(manager.pid(), 'SIGKILL');
      writeFileSync(join(inbox, 'two.txt'), 'Tesla reported.');
      await until('it came back', () => manager.counts.ready === 2);
      await until('two are searchable', async () => (await metric('sluice_folder_searchable_files')) === 2);
      expect(check()).toMatch(/^OK: .*seen=2 searchable=2 waiting=0 attention=0/);
      expect(heard).toEqual([]);
      writeFileSync(join(inbox, 'three.exe'), 'MZ');
      await until('the webhook heard', () => heard.length === 1);
      const [{ body = '', headers = {} } = {}] = heard;
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'attention.needed',
        data: { attention: { total: 1 } },
      });
      expect(await metric('sluice_attention')).toBe(1);
      await manager.stop();
      expect(manager.counts).toEqual({ started: 2, ready: 2, watchdogKills: 0 });
    },
  );

  test.runIf(canOverlay())(
    'installs on this very system as dpkg does it, and leaves nothing but its user',
    () => {
      const { status, output, changed } = inOverlay(
        place,
        `set -e
       dpkg --no-triggers --force-unsafe-io --force-depends --install ${deb}
       export HOME=/tmp/home
       test "$(sluice --version)" = ${version}
       sluice-agent doctor > /tmp/doctor || true
       grep 'came with Sluice (/usr/lib/sluice/node)' /tmp/doctor
       sluice-agent apply /etc/sluice/sluice.yaml
       test "$(stat -c %U /var/lib/sluice)" = sluice
       test -n "$(ls /var/lib/sluice)"
       printf 'key\\n' > /etc/sluice/credentials/api-key
       dpkg --no-triggers --force-unsafe-io --force-depends --install ${deb}
       test -s /etc/sluice/credentials/api-key
       dpkg --no-triggers --remove sluice-agent
       test -d /var/lib/sluice
       dpkg --no-triggers --purge sluice-agent
       ! command -v sluice`,
      );
      expect(status, output).toBe(0);
      const others =
        /^\/(?:tmp|proc|dev|run)\/|^\/var\/(?:lib\/dpkg|log|cache)\/|^\/etc\/(?:passwd|shadow|group|gshadow|\.pwd\.lock|subuid|subgid)/;
      expect(changed.filter((path) => !others.test(path))).toEqual([]);
    },
  );

  test.runIf(hasProgram('lintian'))('lintian finds nothing that is not overridden with a reason', () => {
    const raw = join(place, 'raw');
    execFileSync('dpkg-deb', ['--raw-extract', deb, raw]);
    // It looks into Node for half a minute; `npm run package:deb` lets it.
    copyFileSync('/bin/true', join(raw, 'usr/lib/sluice/node'));
    rmSync(join(raw, 'DEBIAN/md5sums'));
    const without = join(place, 'without-node.deb');
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', raw, without]);
    expect(lintDeb(without, 'no-md5sums-control-file')).toEqual([]);
  });

  test('a reason stands above each override', () => {
    const lines = readFileSync(join(projectRoot, 'resources/debian/lintian-overrides'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.filter((line, at) => !line.startsWith('#') && !lines[at - 1]?.startsWith('# '))).toEqual([]);
  });
});
