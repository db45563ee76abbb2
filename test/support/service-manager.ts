import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** Whether this machine has what a service needs to speak to its manager, and Perl to be one. */
export function canManageServices(): boolean {
  try {
    execFileSync('systemd-notify', ['--version'], { stdio: 'ignore' });
    execFileSync('perl', ['-MIO::Socket::UNIX', '-e', '1'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Prints each message of the socket as a line. Node opens none of this kind; Debian is never without Perl.
 * `recv` lets go of the descriptor that comes with a barrier, for which who sends it waits.
 */
const listener = `
  $| = 1;
  my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die $!;
  print "listening\\n";
  while (defined $socket->recv(my $text, 65536)) { $text =~ s/\\n/\\t/g; print "$text\\n" }
`;

interface ManagerOptions {
  /** For the socket. */
  readonly directory: string;
  readonly watchdogMs: number;
  /** Starts the service with these variables beside its own. */
  readonly start: (variables: Record<string, string>) => { child: ChildProcess; ended: Promise<unknown> };
}

export interface Manager {
  /** What the service said, in order. */
  readonly messages: string[];
  /** How often each thing happened. */
  readonly counts: { started: number; ready: number; watchdogKills: number };
  /** The process that runs now. */
  pid(): number;
  /** Asks it to end, and starts no other. */
  stop(): Promise<void>;
}

/** A service manager as systemd is for Type=notify with Restart=on-failure: as small as a test needs it. */
export async function startManaged({ directory, watchdogMs, start }: ManagerOptions): Promise<Manager> {
  const socket = join(directory, 'notify.socket');
  const messages: string[] = [];
  const counts = { started: 0, ready: 0, watchdogKills: 0 };
  let child: ChildProcess;
  let isStopping = false;
  let watchdog: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const guard = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      counts.watchdogKills += 1;
      child.kill('SIGKILL');
    }, watchdogMs);
  };
  const hear = (line: string) => {
    // What waits for this is answered by letting go of what came with it.
    if (line === 'BARRIER=1') return;
    messages.push(line);
    if (line.includes('READY=1')) counts.ready += 1;
    if (/READY=1|WATCHDOG=1/.test(line)) guard();
  };
  const run = () => {
    counts.started += 1;
    const service = start({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: String(watchdogMs * 1000) });
    child = service.child;
    ended = service.ended.then(() => {
      clearTimeout(watchdog);
      if (!isStopping) run();
    });
  };

  const relay = spawn('perl', ['-MSocket', '-MIO::Socket::UNIX', '-e', listener, socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  relay.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  await until('the manager listens', () => messages.includes('listening'));
  run();
  return {
    messages,
    counts,
    pid: () => child.pid as number,
    async stop() {
      if (isStopping) return;
      isStopping = true;
      child.kill('SIGTERM');
      await ended;
      relay.kill();
      await once(relay, 'exit');
      rmSync(socket, { force: true });
    },
  };
}
