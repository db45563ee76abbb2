import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { usage } from '../options.ts';
import { printable } from '../output/format.ts';

/** Milliseconds between looks whether the file was moved away, as a rotation does. */
const lookEvery = 1_000;

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
  const open = () => openSync(path, 'a', 0o600);
  let file: number;
  try {
    file = open();
  } catch (error) {
    throw usage('cli.uploads.notWritten', { path: printable(path), reason: (error as Error).message });
  }
  let lookedAt = now();
  let isLosing = false;

  const reopenWhereMoved = () => {
    if (now() - lookedAt < lookEvery) return;
    lookedAt = now();
    const there = statSync(path, { throwIfNoEntry: false });
    const held = fstatSync(file);
    if (there?.ino === held.ino && there.dev === held.dev) return;
    const next = open();
    closeSync(file);
    file = next;
  };

  return {
    write(line) {
      try {
        reopenWhereMoved();
        writeSync(file, `${line}\n`);
        isLosing = false;
      } catch (error) {
        if (!isLosing) onProblem(error as Error);
        isLosing = true;
      }
    },
    close: () => closeSync(file),
  };
}
