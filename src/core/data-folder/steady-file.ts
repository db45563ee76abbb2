import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';

const { O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;

/**
 * A small text file that is overwritten in place. Its blocks are allocated early, so a disk that fills up
 * later stops no write. A reader may find halves of two texts, so the text must make that detectable.
 */
export interface SteadyFile {
  /** @throws the system's error; on a full disk only if the file had to be created or to grow */
  write(text: string): void;
  close(): void;
}

/**
 * Opens the file at the first write, and again if it was removed or replaced. Removes a link in its place:
 * another account that can write to the folder could otherwise have any of the user's files overwritten.
 *
 * @param size bytes to allocate; a longer text makes the file grow
 */
export function createSteadyFile(path: string, size: number): SteadyFile {
  let file: number | undefined;
  /** Bytes that an earlier text may still occupy. */
  let used = 0;

  function open(): number {
    if (file !== undefined && isSameFile(file, path)) return file;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path, { force: true });
    const opened = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    if (file !== undefined) closeSync(file);
    file = opened;
    used = fstatSync(file).size;
    return file;
  }

  return {
    write(text) {
      const descriptor = open();
      const length = Buffer.byteLength(text) + 1;
      const allocated = fstatSync(descriptor).size;
      const wanted = length <= size ? size : 2 * length;
      try {
        if (allocated < Math.max(size, length)) allocate(descriptor, allocated, wanted);
      } catch (error) {
        // The blocks that exist may be enough.
        if (allocated < length) throw error;
      }
      const buffer = Buffer.alloc(Math.max(length, used), ' ');
      buffer.write(`${text}\n`);
      writeAll(descriptor, buffer, 0);
      used = length;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Reads the text without the padding. Undefined if the file does not exist or cannot be read. */
export function readSteadyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

function isSameFile(descriptor: number, path: string): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  const open = fstatSync(descriptor);
  return there?.ino === open.ino && there.dev === open.dev;
}

/** Syncs once: a file system may promise blocks and find them missing only when it writes them. */
function allocate(descriptor: number, from: number, to: number): void {
  writeAll(descriptor, Buffer.alloc(to - from, ' '), from);
  fsyncSync(descriptor);
}

function writeAll(descriptor: number, buffer: Buffer, at: number): void {
  for (let done = 0; done < buffer.length; )
    done += writeSync(descriptor, buffer, done, buffer.length - done, at + done);
}
