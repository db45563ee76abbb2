import { closeSync, constants, fstatSync, lstatSync, openSync, statSync, writeSync } from 'node:fs';
import { isOfUser } from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { usage } from '../options.ts';
import { printable } from '../output/format.ts';

/** Milliseconds between looks whether the file was moved away, as a rotation does. */
const lookEvery = 1_000;
/** A pipe that nobody reads, or that is full, would hold all work: it takes no line then. */
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
const append = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

export interface LogFile {
  /** Appends a line. A disk that is full stops no work: what cannot be written is left out. */
  write(line: string): void;
  close(): void;
}

interface LogFileOptions {
  /** Milliseconds, of a clock that is never set. */
  readonly now: () => number;
  /** Told once for as long as it lasts: lines are being lost. */
  readonly onProblem: (error: Error) => void;
}

/**
 * Opens a log file to append to; a new one is for its owner only. When it was moved away or removed, a new
 * one is begun at the same place, so that a rotation needs no signal.
 *
 * @throws AppError `USAGE` when it cannot be opened: who asked for a log wants to know that there is none
 */
export function openLogFile(path: string, { now, onProblem }: LogFileOptions): LogFile {
  const open = () => {
    // Of a pipe or file of another account that account would read the log.
    const follows = mayFollow(path);
    const opened = openSync(path, append | (follows ? 0 : O_NOFOLLOW), 0o600);
    if (follows || isOfUser(fstatSync(opened).uid)) return opened;
    closeSync(opened);
    throw new AppError('FILE_SWAPPED', { detail: path });
  };
  let file: number;
  try {
    file = open();
  } catch (error) {
    throw usage('cli.uploads.notWritten', { path: printable(path), reason: (error as Error).message });
  }
  let lookedAt = now();
  let isLosing = false;
  /** Whether what is written goes to where the path leads. */
  let isThere = true;

  const reopenWhereMoved = () => {
    if (now() - lookedAt < lookEvery) return;
    lookedAt = now();
    const there = statSync(path, { throwIfNoEntry: false });
    const held = fstatSync(file);
    isThere = there?.ino === held.ino && there.dev === held.dev;
    if (isThere) return;
    const next = open();
    closeSync(file);
    file = next;
    isThere = true;
  };

  return {
    write(line) {
      try {
        reopenWhereMoved();
        writeSync(file, `${line}\n`);
        if (isThere) isLosing = false;
      } catch (error) {
        if (!isLosing) onProblem(error as Error);
        isLosing = true;
      }
    },
    close: () => closeSync(file),
  };
}

/**
 * Whether root or this user made the link at the path, such as /dev/stderr. Another account that can write to
 * the folder must not lead the log into other files of this user.
 */
function mayFollow(path: string): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  return there?.isSymbolicLink() === true && isOfUser(there.uid);
}
