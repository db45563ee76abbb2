import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrMissing } from '../../support/installed.ts';
import { until } from '../../support/until.ts';

/** Kept between runs: making it takes half a minute and Debian's package source. */
const base = '/var/cache/sluice-world/base';
const packages = [
  'systemd',
  'systemd-sysv',
  'dbus',
  'ca-certificates',
  'sudo',
  'adduser',
  'libstdc++6',
  'postgresql',
];

/**
 * Whether a Debian with its own systemd can be booted here: root, `systemd-container`, `mmdebstrap`, `dbus`.
 */
export const canBootSystems =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  runOrMissing('systemd-nspawn', ['--version']) &&
  runOrMissing('dbus-daemon', ['--version']) &&
  (existsSync(base) || runOrMissing('mmdebstrap', ['--version']));

export interface Ran {
  readonly code: number | null;
  /** Standard output and standard error, in the order in which they came. */
  readonly output: string;
}

/**
 * A Debian 12 that runs, with its own files, users, services and journal. It shares this machine's network.
 */
export interface BootedSystem {
  /** Its root folder, as this machine sees it. */
  readonly root: string;
  /** Runs a script of bash there, as root. */
  run(script: string, input?: string): Ran;
  remove(): Promise<void>;
}

export async function bootSystem(): Promise<BootedSystem> {
  makeBase();
  const place = mkdtempSync(join(tmpdir(), 'sluice-system-'));
  const [root, upper, work] = ['root', 'upper', 'work'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, upper, work]) mkdirSync(folder);
  const layers = `lowerdir=${base},upperdir=${upper},workdir=${work}`;
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root]);
  // nspawn asks for a system bus even where it registers nothing.
  if (!existsSync('/run/dbus/system_bus_socket')) {
    mkdirSync('/run/dbus', { recursive: true });
    execFileSync('dbus-daemon', ['--system', '--fork']);
  }
  const parameters = ['--quiet', '--directory', root, '--register=no', '--keep-unit', '--boot'];
  const machine = spawn('systemd-nspawn', parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let console = '';
  for (const stream of [machine.stdout, machine.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      console += text;
    });
  const ended = new Promise<void>((resolve) => machine.once('close', () => resolve()));

  // Through a pipe, since what Node gives a child as standard input cannot be opened by its name.
  const enter = (script: string, input = ''): Ran => {
    const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LC_ALL=C.UTF-8'];
    const { status, stdout } = spawnSync(
      'nsenter',
      [
        ...['--target', String(leaderOf(machine.pid)), '--all', '--', '/usr/bin/env', '-i'],
        ...[...environment, 'bash', '-c', `cat | {\nexec 2>&1; cd /root\n${script}\n}`],
      ],
      { encoding: 'utf8', input, timeout: 120_000 },
    );
    return { code: status, output: stdout ?? '' };
  };
  const system: BootedSystem = {
    root,
    run: enter,
    async remove() {
      // Its number 1, with which the kernel ends all of its processes: nspawn alone would leave them behind.
      const leader = leaderOf(machine.pid);
      if (leader === undefined) machine.kill('SIGKILL');
      else process.kill(leader, 'SIGKILL');
      await ended;
      execFileSync('umount', ['--lazy', root]);
      rmSync(place, { recursive: true, force: true });
    },
  };
  try {
    await until('the system has started', () => {
      if (machine.exitCode !== null) throw new Error(`The system did not start.\n${console}`);
      if (leaderOf(machine.pid) === undefined) return false;
      return /^(?:running|degraded)/.test(enter('systemctl is-system-running').output);
    });
  } catch (error) {
    await system.remove();
    throw error;
  }
  return system;
}

/** The process that is number 1 in there. */
function leaderOf(pid = 0): number | undefined {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return undefined;
  const children = readdirSync(threads).map((id) => readFileSync(`${threads}/${id}/children`, 'utf8').trim());
  const leader = children.find((ids) => ids !== '');
  return leader === undefined ? undefined : Number(leader.split(' ')[0]);
}

function makeBase(): void {
  if (existsSync(base)) return;
  const draft = `${base}.${process.pid}`;
  mkdirSync(join(base, '..'), { recursive: true });
  execFileSync(
    'mmdebstrap',
    [
      ...['--quiet', '--variant=minbase', `--include=${packages.join(',')}`],
      // A test that needs it starts it: its port may be in use on this machine.
      ...['--customize-hook=chroot "$1" systemctl disable postgresql', 'bookworm', draft],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  try {
    renameSync(draft, base);
  } catch (error) {
    // The other file of tests that boots a system made it meanwhile.
    if (!existsSync(base)) throw error;
    rmSync(draft, { recursive: true });
  }
}
