import type { FileStat } from '#core/local/look.ts';
import { createSettleQueue, type Held, type SettleQueue } from '../settle/settle-queue.ts';
import { findUnfinished } from '../settle/unfinished.ts';
import { handOver, seenFile } from './compare.ts';
import { placeIn, type RootView, type WaitingFile } from './root-context.ts';

/**
 * The files of one root that wait to become quiet. One queue a root, so that a mount that hangs holds up no
 * other.
 */
export function createRootSettle(root: RootView, failed: (error: unknown) => void): SettleQueue<WaitingFile> {
  const { thread } = root;
  type Reason = Held | 'FILE_UNREADABLE' | 'STILL_CHANGING';
  const see = (file: WaitingFile, stat: FileStat, reason: Reason, dueAt: number | null = null) => {
    const disposition = reason === 'FILE_UNREADABLE' ? 'unreadable' : 'settling';
    root.outbox.add({ kind: 'seen', file: { ...seenFile(root, file, stat), disposition, reason, dueAt } });
  };
  return createSettleQueue<WaitingFile>({
    clock: thread.clock,
    steady: thread.steady,
    writers: thread.writers,
    failed,
    stat: ({ path }) => root.look.stat(path, root.folder.followLinks),
    unfinished: ({ path, trustHoles }, stat) =>
      findUnfinished(thread.gate, placeIn(root, path), stat, trustHoles),
    async settled(file, stat) {
      if (await root.look.readable(file.path)) await handOver(root, file, stat);
      else if (await root.look.absent(file.path)) root.discovered(file.directory, file.name);
      else see(file, stat, 'FILE_UNREADABLE');
      thread.changed();
    },
    vanished: ({ directory, name }) => root.discovered(directory, name),
    unreadable: (file, stat) => see(file, stat, 'FILE_UNREADABLE'),
    held: (file, stat, reason, dueAt) => see(file, stat, reason, dueAt),
    stillChanging: (file, stat) => see(file, stat, 'STILL_CHANGING'),
    waits: thread.limits,
    stillChangingAfter: thread.limits.stillChangingAfter,
  });
}
