import type { StartProgram } from '#core/ports/programs.ts';
import { forkProgram } from '#core/threads/fork-program.ts';
import type { DoubtfulMounts } from './doubtful-mounts.ts';
import { type VolumeCall, VolumeProcess } from './volume-process.ts';
import type { OperationName } from './volume-protocol.ts';

/** The drives that may hang, each in a process of its own. */
export interface Volumes extends DoubtfulMounts {
  /**
   * Has the process of the drive mounted there do an operation. @throws AppError `DRIVE_NOT_ANSWERING`, and
   * as the operation
   */
  ask(mount: string, operation: OperationName, args: readonly unknown[], call?: VolumeCall): Promise<unknown>;
  /** Since when the drive that a path lies on does not answer, ms since the epoch. */
  silentSince(path: string): number | undefined;
}

export interface OwnedVolumes extends Volumes {
  onChange(listener: () => void): void;
  /** Ends every process within so long, ms: by then what can end by itself has ended. */
  end(graceMs: number): void;
}

/**
 * How long a drive may keep silent, real ms: longer than a disk of a NAS takes to start turning, shorter than
 * people take to ask what is wrong.
 */
const usualLimitMs = 15_000;

export interface VolumesOptions {
  readonly start?: StartProgram | undefined;
  readonly limitMs?: number | undefined;
  readonly mounts: DoubtfulMounts;
}

export function createVolumes({
  start = forkProgram,
  limitMs = usualLimitMs,
  mounts,
}: VolumesOptions): OwnedVolumes {
  const processes = new Map<string, VolumeProcess>();
  const listeners: (() => void)[] = [];
  let ended = false;

  function processOf(mount: string): VolumeProcess {
    let process = processes.get(mount);
    if (!process) {
      const onChange = () => {
        for (const listener of listeners) listener();
      };
      process = new VolumeProcess({ mount, start, limitMs, onChange });
      if (ended) process.end();
      processes.set(mount, process);
    }
    return process;
  }

  return {
    ...mounts,
    ask: (mount, operation, args, call) => processOf(mount).ask(operation, args, call),
    silentSince(path) {
      if (processes.size === 0) return undefined;
      const mount = mounts.of(path);
      return mount === undefined ? undefined : processes.get(mount)?.silentSince;
    },
    onChange: (listener) => void listeners.push(listener),
    end(graceMs) {
      const end = () => {
        ended = true;
        for (const process of processes.values()) process.end();
      };
      if (graceMs === 0) end();
      else setTimeout(end, graceMs).unref();
    },
  };
}
