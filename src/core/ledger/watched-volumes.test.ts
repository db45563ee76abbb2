import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createLocalFiles } from './local-files.ts';
import { createWatchedVolumes } from './watched-volumes.ts';

const grace = 1000;

function ledger() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const files = createLocalFiles(database, () => 0);
  const volumes = createWatchedVolumes(database);
  const add = (path: string, device: string, disposition: 'taken' | 'gone' = 'taken'): number => {
    const end = path.lastIndexOf('/');
    const directory = end < 0 ? '' : path.slice(0, end);
    const name = path.slice(end + 1);
    const { id } = files.upsert({
      folderId: 'f',
      directory,
      name,
      nameKey: name,
      device,
      inode: '1',
      size: 1,
      mtimeNs: '1',
      disposition: 'settling',
      reason: null,
    });
    files.setDisposition(id, disposition, null);
    return id;
  };
  const confirmed = (id: number) =>
    database.statement('SELECT confirmed FROM local_files WHERE id = ?').get(id)?.confirmed;
  const devices = () =>
    Object.fromEntries(
      files
        .list('f')
        .map(({ directory, name, device }) => [directory ? `${directory}/${name}` : name, device]),
    );
  return { database, files, volumes, add, confirmed, devices };
}

test('a delete is proved twice only by passes a grace time apart', () => {
  const { volumes, add, confirmed } = ledger();
  const id = add('a', '1', 'gone');
  volumes.confirm('f', [id], grace, 5000);
  volumes.confirm('f', [id], grace, 5999);
  expect(confirmed(id)).toBe(1);
  volumes.confirm('f', [id], grace, 6000);
  expect(confirmed(id)).toBe(2);
});

test.each([
  ['a pass that could not prove it', (volumes) => volumes.confirm('f', [], grace, 5500)],
  ['a doubt about the folder', (volumes) => volumes.clearConfirmations('f')],
] satisfies [string, (volumes: ReturnType<typeof createWatchedVolumes>) => void][])(
  'the proofs of a delete begin anew after %s',
  (_, happens) => {
    const { volumes, add, confirmed } = ledger();
    const id = add('a', '1', 'gone');
    volumes.confirm('f', [id], grace, 5000);
    happens(volumes);
    volumes.confirm('f', [id], grace, 6100);
    volumes.confirm('f', [id], grace, 6200);
    expect(confirmed(id)).toBe(1);
  },
);

test('a clock that was set back proves nothing sooner', () => {
  const { volumes, add, confirmed } = ledger();
  const id = add('a', '1', 'gone');
  volumes.confirm('f', [id], grace, 5000);
  volumes.confirm('f', [id], grace, 100);
  volumes.confirm('f', [id], grace, 1099);
  expect(confirmed(id)).toBe(1);
});

test('a file that comes back and goes again begins anew', () => {
  const { files, volumes, add, confirmed } = ledger();
  const id = add('a', '1', 'gone');
  volumes.confirm('f', [id], grace, 5000);
  files.setDisposition(id, 'taken', null);
  files.markGone({ id, folderId: 'f', directory: '', name: 'a' }, null);
  expect(confirmed(id) ?? 0).toBe(0);
});

test('a volume is renumbered without what lies on another one below it', () => {
  const { volumes, add, devices } = ledger();
  const nas = { directory: 'nas', device: '8', inode: '2', born: '', volume: 'nfs' };
  volumes.recordPass('f', [{ directory: '', device: '8', inode: '1', born: '', volume: 'ext4' }, nas], [], 0);
  for (const path of ['a', 'b/c', 'nas/d', 'nas2/e']) add(path, '8');
  for (const window of volumes.windows())
    volumes.renumber('f', { directory: '', before: '8', device: '9' }, window);
  expect(devices()).toEqual({ a: '9', 'b/c': '9', 'nas/d': '8', 'nas2/e': '9' });
});

test('since when files are away stays the same from pass to pass, and ends when they are back', () => {
  const { volumes } = ledger();
  const root = { directory: '', device: '8', inode: '1', born: '', volume: '' };
  const nas = { directory: 'nas', device: '50', inode: '2', born: '', volume: '' };
  expect(volumes.recordPass('f', [root, nas], [], 100)).toBe(false);
  volumes.recordPass('f', [root], [{ directory: 'nas', device: '50', files: 10 }], 200);
  volumes.recordPass('f', [root], [{ directory: 'nas', device: '50', files: 9 }], 300);
  expect(volumes.away('f')).toEqual([{ directory: 'nas', device: '50', files: 9, since: 200 }]);
  expect(volumes.recordPass('f', [root, nas], [], 400)).toBe(true);
  expect(volumes.away('f')).toEqual([]);
});

test('a volume that is away and whose files are all elsewhere is forgotten', () => {
  const { database, volumes } = ledger();
  const root = { directory: '', device: '8', inode: '1', born: '', volume: '' };
  volumes.recordPass(
    'f',
    [root, { directory: 'nas', device: '50', inode: '2', born: '', volume: '' }],
    [],
    0,
  );
  volumes.recordPass('f', [root], [], 1);
  expect(database.statement('SELECT directory FROM watched_volumes').all()).toEqual([{ directory: '' }]);
});

test('a volume that is given up takes along only what lay on it', () => {
  const { files, volumes, add } = ledger();
  for (const [path, device] of [
    ['nas/on it', '50'],
    ['nas/beneath', '8'],
    ['other/of the same number', '50'],
  ] as const)
    add(path, device);
  const away = { directory: 'nas', device: '50', files: 1, since: 0 };
  for (const window of volumes.windows()) volumes.giveUp('f', away, window, 'kept', 100);
  // What never was an upload is forgotten.
  expect(
    files
      .list('f')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['beneath', 'of the same number']);
});
