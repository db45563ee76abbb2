import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from '#core/public/host.ts';
import { type Receiver, receiverId } from './tell-attention.ts';

/** A command that takes longer is ended, with all that it started, ms. */
const usualLimit = 30_000;
/** Of what it writes, so much of the end is told where it fails, characters. */
const tailLength = 400;

/**
 * Runs a command for each message, which it gets as JSON on stdin; it took it when it ends with 0. The shell
 * is given the command as it was written, and nothing of what happened: no name of a file is ever part of a
 * line.
 */
export function commandReceiver(
  command: string,
  variables: Readonly<Record<string, string | undefined>>,
  directory: string,
  limitMs = usualLimit,
): Receiver {
  return {
    name: 'command',
    id: receiverId('command', command),
    async deliver({ body }, signal) {
      const isWindows = process.platform === 'win32';
      const child = spawn(command, {
        shell: true,
        cwd: directory,
        env: childEnvironment(variables),
        stdio: ['pipe', 'pipe', 'pipe'],
        // With its own group, all that the shell started can be ended; Windows has none.
        detached: !isWindows,
        windowsHide: true,
      });
      const end = () => {
        try {
          if (isWindows || child.pid === undefined) child.kill('SIGKILL');
          else process.kill(-child.pid, 'SIGKILL');
        } catch {
          // All of it has ended already.
        }
      };
      let tail = '';
      const hear = (chunk: Buffer) => {
        tail = (tail + chunk.toString('utf8')).slice(-tailLength);
      };
      // Read to its end and mostly dropped: a command that writes much would else wait for us.
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      // One that does not read what it is given is no failure of the pipe's.
      child.stdin.on('error', () => undefined);
      child.stdin.end(`${body}\n`);
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        end();
      }, limitMs);
      signal.addEventListener('abort', end, { once: true });
      try {
        const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
        if (isLate) throw new Error(`it did not end within ${limitMs / 1000} s`);
        if (code !== 0)
          throw new Error(`it ended with ${by ?? code}${tail.trim() === '' ? '' : `: ${tail.trim()}`}`);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        // What it left behind in its group, and holds our pipes.
        end();
        child.stdout.destroy();
        child.stderr.destroy();
      }
    },
  };
}
