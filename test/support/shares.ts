import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forkProgram } from '#core/threads/fork-program.ts';
import type { StartProgram } from '#core/ports/programs.ts';
import { mountFuse } from './drives.ts';

/** A drive that can stop answering. */
export interface Share {
  /** Where it is mounted. */
  readonly path: string;
  /** Puts a file on it, which works also while it hangs. */
  write(name: string, content: string): void;
  hang(): void;
  goOn(): void;
}

export interface Shares {
  /** What core is told to read as the table of mounts; undefined where it reads the system's. */
  readonly mountTable: string | undefined;
  readonly startProgram: StartProgram | undefined;
  create(name: string): Promise<Share>;
}

/** Real FUSE mounts whose program is stopped. Only where `hasFuse`. `base` is a folder of the test's own. */
export function mountedShares(base: string): Shares {
  return {
    mountTable: undefined,
    startProgram: undefined,
    async create(name) {
      const [from, path] = [join(base, `from-${name}`), join(base, name)];
      mkdirSync(from);
      const { hang, goOn } = await mountFuse(from, path);
      return { path, hang, goOn, write: (file, content) => writeFileSync(join(from, file), content) };
    },
  };
}

/** Folders that a table of our own calls shares. The processes that are asked for a hung one hear nothing. */
export function pretendedShares(base: string): Shares {
  const mountTable = join(base, 'mountinfo');
  const lines: string[] = ['1 0 8:1 / / rw - ext4 /dev/pretended rw'];
  const hung = new Set<string>();
  /** Also what was asked before it hung, and is answered after. */
  const isHung = (message: unknown) => [...hung].some((path) => JSON.stringify(message).includes(path));
  const startProgram: StartProgram = (program, events) => {
    let dead = false;
    /** Of questions about a hung share: no answer ever comes. */
    const lost = new Set<unknown>();
    const started = forkProgram(program, {
      ...events,
      message(message) {
        if (!lost.has((message as { id: number }).id) && !dead) events.message(message);
      },
    });
    return {
      ...started,
      send(message) {
        if (isHung(message)) lost.add((message as { id: number }).id);
        else started.send(message);
      },
      kill() {
        dead = true;
        started.kill();
      },
    };
  };
  return {
    mountTable,
    startProgram,
    async create(name) {
      const path = join(base, name);
      mkdirSync(path);
      lines.push(`2 1 0:99 / ${path} rw - fuse.pretended ${name} rw`, '');
      writeFileSync(mountTable, lines.join('\n'));
      return {
        path,
        write: (file, content) => writeFileSync(join(path, file), content),
        hang: () => void hung.add(path),
        goOn: () => void hung.delete(path),
      };
    },
  };
}
