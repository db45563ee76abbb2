import { joinRelative, nameKey } from '#core/local/names.ts';
import type { Placed } from '../../ledger/ledger-view.ts';
import { absolute, type RootView } from './root-context.ts';

/**
 * Decides about rows whose names were not found (W8, W9). Everything found so far is written first, so that
 * what was moved is known as moved; then each is looked for once more. Nothing is concluded when the root
 * itself is gone, nor of a file whose volume is not there: those are told to `hold`, and stay as they are.
 */
export async function concludeMissing(
  root: RootView,
  ids: readonly number[],
  rootIsThere: () => Promise<boolean>,
  signal: AbortSignal,
  hold: (row: Placed) => void = () => undefined,
): Promise<{ concluded: number; held: number }> {
  if (ids.length === 0) return { concluded: 0, held: 0 };
  const { places, outbox } = root;
  const { view } = root.thread;
  await outbox.flush();
  if (!(await rootIsThere())) return { concluded: 0, held: 0 };
  await places.refresh();
  let concluded = 0;
  let held = 0;
  for (const id of ids) {
    signal.throwIfAborted();
    const row = view.byId(id);
    if (row?.folderId !== root.folder.id || row.disposition === 'gone') continue;
    const stat = await root.look.stat(absolute(root, row.directory, row.name));
    const isWalked = root.directories.has(joinRelative(row.directory, row.name));
    if (stat && isWalked) {
      // What was left out or unreadable as a whole, and is walked now. A file that became a directory is
      // gone.
      if (row.disposition === 'taken')
        outbox.add({ kind: 'missing', place: row, isDoubtful: places.isDoubtful(row) });
      else outbox.add({ kind: 'left-out', id });
    } else if (
      stat &&
      row.nameKey === nameKey(row.name, root.volume.foldsCase) &&
      stat.kind !== 'directory'
    ) {
      // Back again, as in the save dance of an office program: whoever noticed it looks at it.
      if (root.directories.has(row.directory)) root.discovered(row.directory, row.name);
      else outbox.add({ kind: 'left-out', id });
      // It is yet to be told whether it is the file that was there, or one of another drive.
      if (places.isDoubtful(row)) continue;
    } else if (stat?.kind === 'directory' && row.nameKey.endsWith('/')) {
      // Still left out: another name for the same row is on its way.
      root.discovered(row.directory, row.name);
    } else {
      const fate = await places.fateOf(row);
      if (fate === 'unclear') continue;
      if (fate === 'out-of-sight') {
        hold(row);
        held++;
        continue;
      }
      outbox.add({ kind: 'missing', place: row, isDoubtful: places.isDoubtful(row) });
    }
    concluded++;
    await outbox.room();
  }
  return { concluded, held };
}

/**
 * Pending deletes that this pass proves once more: the directory, or what is left of the path to it, was
 * listed and is itself.
 */
export async function confirmedDeletes(root: RootView): Promise<number[]> {
  const rows = await provenNow(root, root.thread.view.pendingDeletes(root.folder.id));
  if (rows.length === 0) return [];
  // A drive that was pulled since it was looked at leaves nothing under their names either.
  await root.places.refresh();
  return (await provenNow(root, rows)).map(({ id }) => id);
}

async function provenNow(root: RootView, rows: readonly Placed[]): Promise<Placed[]> {
  const proven: Placed[] = [];
  for (const row of rows) {
    if ((await root.places.fateOf(row)) !== 'deleted') continue;
    const nearest = await root.places.nearest(row.directory);
    if (nearest && root.directories.has(nearest.directory) && !isBelow(nearest.directory, root.unreadable)) {
      proven.push(row);
    }
  }
  return proven;
}

/**
 * Rows in directories that a complete walk did not come to: missing, or left out now. Unreadable ones are
 * kept.
 */
export function* unvisitedRows(root: RootView): Generator<number> {
  for (const directory of root.thread.view.directories(root.folder.id)) {
    if (root.directories.has(directory) || isBelow(directory, root.unreadable)) continue;
    for (const row of root.thread.view.inDirectory(root.folder.id, directory)) {
      if (row.disposition === 'gone') continue;
      if (root.places.isAway(directory, row.device)) root.places.hold({ directory, device: row.device });
      else yield row.id;
    }
  }
}

function isBelow(directory: string, parents: ReadonlySet<string>): boolean {
  if (parents.size === 0) return false;
  for (let end = directory.length; end > 0; end = directory.lastIndexOf('/', end - 1)) {
    if (parents.has(directory.slice(0, end))) return true;
  }
  return parents.has('');
}
