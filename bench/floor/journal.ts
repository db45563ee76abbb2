import { type FileHandle, open } from 'node:fs/promises';

/** The least that remembers across a power cut what was begun: lines at the end of a file. */
export interface Journal {
  note(line: string): Promise<unknown>;
  /** Resolves when what was noted so far is on the disk; who asks while one is under way shares the next. */
  sync(): Promise<void>;
}

export async function openJournal(path: string): Promise<Journal> {
  const file: FileHandle = await open(path, 'a');
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = file.datasync().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    note: (line) => file.write(`${line}\n`),
    sync() {
      if (running === undefined) return begin();
      next ??= running.then(begin);
      return next;
    },
  };
}
