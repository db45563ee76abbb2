import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addAccess, hasSetfacl } from '#core/local/testing/access-list.ts';
import { createFileGate, type FileGate } from '#core/local/file-gate.ts';
import { otherVolume } from '#core/local/testing/other-volume.ts';
import { createSetUp } from './testing/after-upload-fixture.ts';

const setUp = createSetUp(onTestFinished);

const failure = {
  kind: 'failed',
  code: 'ENRICHMENT_FAILED',
  message: 'The service could not process it.',
} as const;

test('W18: leave is the default, whatever the outcome', async () => {
  const { put, run, read } = setUp({});
  put('a.txt', 'a');
  expect(await run('a.txt', 'a')).toEqual({ kind: 'left' });
  expect(await run('a.txt', 'a', { outcome: failure })).toEqual({ kind: 'left' });
  expect(read('a.txt')).toBe('a');
});

test('W18: move keeps the tree and never writes over anything', async () => {
  const { at, put, run, files } = setUp({ afterUpload: 'move' });
  put('sub/a.txt', 'first');
  expect(await run('sub/a.txt', 'first')).toEqual({ kind: 'moved', to: at('done/sub/a.txt') });
  put('sub/a.txt', 'second');
  expect(await run('sub/a.txt', 'second')).toEqual({ kind: 'moved', to: at('done/sub/a (2).txt') });
  expect(files()).toEqual({ 'done/sub/a.txt': 'first', 'done/sub/a (2).txt': 'second' });
  expect(readdirSync(at('sub'))).toEqual([]);
});

test.each([
  ['', /cannot be its own done/],
  ['done', /lies in the watch folder as done/],
])('W18: nothing is moved to where it would be found again: a link to ./%s', async (below, why) => {
  const { at, put, run, files } = setUp({ afterUpload: 'move', doneFolder: '../link' });
  mkdirSync(at('done'));
  symlinkSync(at(below), at('../link'));
  put('a.txt', 'a');
  const { kind, detail } = (await run('a.txt', 'a')) as { kind: string; detail: string };
  expect(kind).toBe('failed');
  expect(detail).toMatch(why);
  expect(files()).toEqual({ 'a.txt': 'a' });
});

test('W18: nothing is moved into the data folder', async () => {
  const { at, put, run, contextWith } = setUp({ afterUpload: 'move', doneFolder: '../data/restore' });
  put('a.txt', 'a');
  const context = { ...contextWith(), dataDirectory: at('../data') };
  expect(await run('a.txt', 'a', { context })).toMatchObject({
    kind: 'failed',
    detail: expect.stringContaining('keeps its own files'),
  });
});

// Windows has no such modes: there a folder passes its rights on.
test.runIf(process.platform !== 'win32')(
  'W18: move takes no file out of a folder that keeps others away',
  async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const { at, put, run } = setUp({ afterUpload: 'move' });
    put('hr/deep/a.txt', 'a');
    chmodSync(at('.'), 0o750);
    chmodSync(at('hr'), 0o700);
    chmodSync(at('hr/deep'), 0o755);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) for (const name of ['.', 'hr/deep']) chownSync(at(name), 0, 12_345);
    await run('hr/deep/a.txt', 'a');
    // Whose group the directory is for, it stays for.
    if (isRoot) for (const name of ['done', 'done/hr/deep']) expect(statSync(at(name)).gid).toBe(12_345);
    const modes = ['done', 'done/hr', 'done/hr/deep'].map((name) => statSync(at(name)).mode & 0o777);
    expect(modes).toEqual([0o750, 0o700, 0o755]);
  },
);

test.runIf(hasSetfacl).each([
  ['lets one account in', { hr: ['u:65534:r-x'] }, 0o700],
  ['keeps one account out', { hr: ['u:65534:---'] }, 0o755],
  ['lets one account into what is new in the watch folder', { '.': ['d:u:65534:r-x'] }, 0o750],
])(
  'W18: only the owner gets into folders that are made where an access control list %s (needs setfacl)',
  async (_, lists: Record<string, string[]>, mode) => {
    const { at, put, run } = setUp({ afterUpload: 'move' });
    put('hr/a.txt', 'a');
    chmodSync(at('hr'), mode);
    for (const [name, entries] of Object.entries(lists)) addAccess(at(name), ...entries);
    await run('hr/a.txt', 'a');
    expect(statSync(at('done/hr')).mode & 0o777).toBe(0o700);
  },
);

test.runIf(hasSetfacl && otherVolume !== undefined)(
  'W18: only the owner may read a copy on another volume of a file with an access control list (needs setfacl)',
  async () => {
    const done = mkdtempSync(join(otherVolume ?? '', 'sluice-done-'));
    onTestFinished(() => rmSync(done, { recursive: true }));
    const { at, put, run } = setUp({ afterUpload: 'move', doneFolder: done });
    put('a.txt', 'a');
    chmodSync(at('a.txt'), 0o600);
    addAccess(at('a.txt'), 'u:65534:r');
    await run('a.txt', 'a');
    expect(statSync(join(done, 'a.txt')).mode & 0o777).toBe(0o600);
  },
);

test.runIf(process.platform !== 'win32')(
  'W18: a folder elsewhere that is made for moved files lets in no more than the watch folder',
  async () => {
    const umask = process.umask(0o022);
    onTestFinished(() => void process.umask(umask));
    const away = mkdtempSync(join(tmpdir(), 'sluice-done-'));
    onTestFinished(() => rmSync(away, { recursive: true }));
    const doneFolder = join(away, 'made/done');
    const { at, put, run } = setUp({ afterUpload: 'move', doneFolder });
    put('a.txt', 'a');
    chmodSync(at('a.txt'), 0o644);
    chmodSync(at('.'), 0o750);
    expect(await run('a.txt', 'a')).toEqual({ kind: 'moved', to: join(doneFolder, 'a.txt') });
    const modes = [join(away, 'made'), doneFolder].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
  },
);

test.runIf(process.geteuid?.() === 0 && otherVolume !== undefined)(
  'W18: a copy on another volume has the group of its file, whose permissions are for that group (root)',
  async () => {
    const done = mkdtempSync(join(otherVolume ?? '', 'sluice-done-'));
    onTestFinished(() => rmSync(done, { recursive: true }));
    const { at, put, run } = setUp({ afterUpload: 'move', doneFolder: done });
    put('a.txt', 'a');
    chownSync(at('a.txt'), 0, 12_345);
    chmodSync(at('a.txt'), 0o640);
    await run('a.txt', 'a');
    const { gid, mode } = statSync(join(done, 'a.txt'));
    expect([gid, mode & 0o777]).toEqual([12_345, 0o640]);
  },
);

test('W18: a place on another volume gets a whole copy with its time, and never one over anything', async () => {
  // Where the system has no second volume this is an ordinary move.
  const done = mkdtempSync(join(otherVolume ?? tmpdir(), 'sluice-done-'));
  onTestFinished(() => rmSync(done, { recursive: true }));
  const { at, put, run, files } = setUp({ afterUpload: 'move', doneFolder: done });
  put('sub/a.txt', 'first');
  utimesSync(at('sub/a.txt'), 1_700_000_000, 1_700_000_000);
  expect(await run('sub/a.txt', 'first')).toEqual({ kind: 'moved', to: join(done, 'sub/a.txt') });
  expect(statSync(join(done, 'sub/a.txt')).mtimeMs).toBe(1_700_000_000_000);
  put('sub/a.txt', 'second');
  expect(await run('sub/a.txt', 'second')).toEqual({ kind: 'moved', to: join(done, 'sub/a (2).txt') });
  expect(readdirSync(join(done, 'sub')).sort()).toEqual(['a (2).txt', 'a.txt']);
  expect(files()).toEqual({});
});

test('W18: a drive in the watch folder that has the done folder is waited for too', async () => {
  const { at, gate, put, run, files } = setUp({ afterUpload: 'move', doneFolder: 'nas/done' });
  let isMounted = true;
  const stat: FileGate['patient']['stat'] = async (path, ...how) => {
    const seen = await gate.patient.stat(path, ...how);
    return seen && isMounted && path.startsWith(at('nas')) ? { ...seen, device: 'the drive' } : seen;
  };
  const steps = { patient: { ...gate.patient, stat } };
  mkdirSync(at('nas'));
  put('a.txt', 'first');
  expect(await run('a.txt', 'first', { steps })).toMatchObject({ kind: 'moved' });
  rmSync(at('nas/done'), { recursive: true });
  isMounted = false;
  put('a.txt', 'second');
  const detail = `The drive at ${at('nas')} is not there. If it is gone for good, choose another folder.`;
  expect(await run('a.txt', 'second', { steps })).toMatchObject({ kind: 'failed', detail });
  expect(files()).toEqual({ 'a.txt': 'second' });
});

test('W18: a watch folder that is on another drive now is used as it is', async () => {
  const { at, gate, put, run } = setUp({ afterUpload: 'move', doneFolder: 'done' });
  let isMounted = true;
  const stat: FileGate['patient']['stat'] = async (path, ...how) => {
    const seen = await gate.patient.stat(path, ...how);
    return seen && isMounted && path.startsWith(at('.')) ? { ...seen, device: 'the drive' } : seen;
  };
  const steps = { patient: { ...gate.patient, stat } };
  put('a.txt', 'first');
  expect(await run('a.txt', 'first', { steps })).toMatchObject({ kind: 'moved' });
  isMounted = false;
  put('b.txt', 'second');
  expect(await run('b.txt', 'second', { steps })).toMatchObject({ kind: 'moved' });
});

test('W18: while the drive of the done folder is away nothing is put beneath its mount point', async () => {
  const { base, gate, put, run, files } = setUp({ afterUpload: 'move', doneFolder: '../nas/done' });
  let isMounted = true;
  const stat: FileGate['patient']['stat'] = async (path, ...how) => {
    const seen = await gate.patient.stat(path, ...how);
    const isBelow = isMounted && path.startsWith(join(base, 'nas'));
    return seen && isBelow ? { ...seen, device: 'the drive' } : seen;
  };
  const steps = { patient: { ...gate.patient, stat } };
  mkdirSync(join(base, 'nas'));
  put('a.txt', 'first');
  expect(await run('a.txt', 'first', { steps })).toMatchObject({ kind: 'moved' });
  rmSync(join(base, 'nas/done'), { recursive: true });
  isMounted = false;
  put('a.txt', 'second');
  const mount = join(base, 'nas');
  expect(await run('a.txt', 'second', { steps })).toMatchObject({
    kind: 'failed',
    detail: `The drive at ${mount} is not there. If it is gone for good, choose another folder.`,
  });
  expect(readdirSync(mount)).toEqual([]);
  expect(files()).toEqual({ 'a.txt': 'second' });
  // The drive is back, and only the folder is missing: Sluice creates it.
  isMounted = true;
  expect(await run('a.txt', 'second', { steps })).toEqual({ kind: 'moved', to: join(mount, 'done/a.txt') });
});

test('W18: delete and trash only the bytes that were uploaded', async () => {
  const { put, run, read, files } = setUp({ afterUpload: 'delete' });
  put('a.txt', 'changed since');
  expect(await run('a.txt', 'what was uploaded')).toEqual({ kind: 'changed' });
  expect(read('a.txt')).toBe('changed since');
  expect(await run('a.txt', 'changed since')).toEqual({ kind: 'deleted' });
  expect(files()).toEqual({});
  // After a crash it runs again.
  expect(await run('a.txt', 'changed since')).toEqual({ kind: 'changed' });
});

test('W18: a file that was only touched since is still the one that was uploaded', async () => {
  const { put, run, files } = setUp({ afterUpload: 'delete' });
  put('a.txt', 'a');
  expect(await run('a.txt', 'a', { mtimeNs: '1' })).toEqual({ kind: 'deleted' });
  put('b.txt', 'b');
  expect(await run('b.txt', 'c', { mtimeNs: '1' })).toEqual({ kind: 'changed' });
  expect(files()).toEqual({ 'b.txt': 'b' });
});

test('W18: trash goes to the system under its own name, and its failure leaves the file with a reason', async () => {
  const { gate, put, run, files, at } = setUp({ afterUpload: 'trash' });
  put('a.txt', 'a');
  const withTrash = (trash: (path: string, original: string) => Promise<void>): Partial<FileGate> => ({
    trashAside: (aside, examined) => gate.trashAside(aside, examined, trash),
  });
  const no = withTrash(() => Promise.reject(new Error('no trash on this volume')));
  expect(await run('a.txt', 'a', { steps: no })).toEqual({
    kind: 'failed',
    code: 'AFTER_UPLOAD_FAILED',
    detail: 'no trash on this volume',
  });
  expect(files()).toEqual({ 'a.txt': 'a' });
  const trashed: string[] = [];
  const yes = withTrash(async (path, original) => {
    trashed.push(path.split('/').at(-1) ?? '', original);
    rmSync(path);
  });
  expect(await run('a.txt', 'a', { steps: yes })).toEqual({ kind: 'trashed' });
  expect(trashed).toEqual(['a.txt', at('a.txt')]);
  expect(readdirSync(at(''))).toEqual([]);
});

test('W18: failures go to their folder with a reason, if the watch folder has one', async () => {
  const { at, put, run, read } = setUp({ afterUpload: 'delete', failedFolder: 'failed' });
  put('sub/a.pdf', 'broken');
  const result = await run('sub/a.pdf', 'broken', { outcome: failure });
  expect(result).toEqual({ kind: 'moved', to: at('failed/sub/a.pdf') });
  expect(read('failed/sub/a.pdf.reason.txt')).toContain('The service could not process it.');
  expect(read('failed/sub/a.pdf.reason.txt')).toContain('ENRICHMENT_FAILED');
});

test('the reason of a failure steers no terminal', async () => {
  const { put, run, read } = setUp({ afterUpload: 'delete', failedFolder: 'failed' });
  put('a.pdf', 'broken');
  await run('a.pdf', 'broken', { outcome: { ...failure, message: 'a\u001b[2Jb\u202ec' } });
  expect(read('failed/a.pdf.reason.txt')).toContain('\na\\x1b[2Jb\\u202ec\n');
});

test('W18: a place that cannot be written to is said, and the file stays', async () => {
  const { put, run, files } = setUp({ afterUpload: 'move', doneFolder: 'blocked' });
  put('blocked', 'a file where the folder should be');
  put('a.txt', 'a');
  expect(await run('a.txt', 'a')).toMatchObject({ kind: 'failed', code: 'AFTER_UPLOAD_FAILED' });
  expect(files()).toEqual({ 'a.txt': 'a', blocked: 'a file where the folder should be' });
});

const actions = [
  { afterUpload: 'delete' },
  { afterUpload: 'move' },
  { afterUpload: 'trash' },
  { failedFolder: 'failed' },
] as const;

describe.each(actions)(
  'a file that is saved while it is decided about ($afterUpload$failedFolder)',
  (wanted) => {
    const outcome = 'failedFolder' in wanted ? failure : ({ kind: 'completed' } as const);
    const noTrash = () => Promise.reject(new Error('nothing may be trashed here'));

    function fixture() {
      const made = setUp(wanted);
      made.put('a.txt', 'what was uploaded');
      /** A program saves a newer version the careful way: beside, then renamed. */
      const saveAnew = () => {
        made.put('new.tmp', 'a newer version');
        renameSync(made.at('new.tmp'), made.at('a.txt'));
      };
      const trashAside: FileGate['trashAside'] = (aside, examined) =>
        made.gate.trashAside(aside, examined, noTrash);
      const run = (steps: Partial<FileGate>) =>
        made.run('a.txt', 'what was uploaded', { outcome, steps: { trashAside, ...steps } });
      return { ...made, run, saveAnew };
    }

    test('keeps the newer version that was renamed over it just before it was set aside', async () => {
      const made = fixture();
      const setAside: FileGate['setAside'] = (aside) => {
        made.saveAnew();
        return made.gate.setAside(aside);
      };
      expect(await made.run({ setAside })).toEqual({ kind: 'changed' });
      expect(made.files()).toEqual({ 'a.txt': 'a newer version' });
    });

    test('keeps the newer version that is saved while the older one is read', async () => {
      const made = fixture();
      const examineAside: FileGate['examineAside'] = async (aside) => {
        made.saveAnew();
        return made.gate.examineAside(aside);
      };
      await made.run({ examineAside });
      expect(made.files()['a.txt']).toBe('a newer version');
    });

    test('is left, with what was written into it while it was read', async () => {
      const made = fixture();
      const examineAside: FileGate['examineAside'] = (aside) =>
        made.gate.examineAside(aside, () =>
          appendFileSync(join(aside.directory, aside.aside, aside.name), ', and more'),
        );
      expect(await made.run({ examineAside })).toMatchObject({ kind: 'changed' });
      expect(Object.values(made.files())).toEqual([expect.stringContaining(', and more')]);
    });

    test('is left with an edit whose size and time hide it', async () => {
      const made = fixture();
      const { atime, mtime } = statSync(made.at('a.txt'));
      utimesSync(made.at('a.txt'), atime, mtime);
      const examineAside: FileGate['examineAside'] = async (aside) => {
        const examined = await made.gate.examineAside(aside);
        const path = join(aside.directory, aside.aside, aside.name);
        writeFileSync(path, 'WHAT WAS UPLOADED');
        utimesSync(path, atime, mtime);
        return examined;
      };
      await made.run({ examineAside });
      expect(made.files()).toEqual({ 'a.txt': 'WHAT WAS UPLOADED' });
    });

    test('gets a number when it is put back and its name is taken: nothing is written over', async () => {
      const made = fixture();
      const examineAside: FileGate['examineAside'] = async (aside) => {
        made.saveAnew();
        appendFileSync(join(aside.directory, aside.aside, aside.name), ', and more');
        return made.gate.examineAside(aside);
      };
      expect(await made.run({ examineAside })).toEqual({ kind: 'changed' });
      expect(made.files()).toEqual({
        'a.txt': 'a newer version',
        'a (2).txt': 'what was uploaded, and more',
      });
      expect(await made.restart()).toBe(0);
    });
  },
);

test.runIf(process.platform === 'linux')(
  'W18: a file that a program has open for writing is not deleted under it',
  async () => {
    const { at, put, run, files } = setUp({ afterUpload: 'delete' });
    put('a.txt', 'a');
    const handle = openSync(at('a.txt'), 'r+');
    expect(await run('a.txt', 'a')).toMatchObject({ kind: 'failed' });
    closeSync(handle);
    expect(files()).toEqual({ 'a.txt': 'a' });
    // What was seen lately is forgotten within a second; another gate has seen nothing.
    expect(await run('a.txt', 'a', { steps: createFileGate() })).toEqual({ kind: 'deleted' });
  },
);

describe('hard links', () => {
  test.each(['delete', 'move', 'trash'] as const)(
    'W18: every name of one file is handled when all are due at once (%s)',
    async (afterUpload) => {
      const { at, put, run, files, contextWith, gate } = setUp({ afterUpload });
      const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
      put('0.txt', 'once');
      for (const name of names.slice(1)) linkSync(at('0.txt'), at(name));
      const trashAside: FileGate['trashAside'] = (aside, examined) =>
        gate.trashAside(aside, examined, async (path) => rmSync(path));
      const context = contextWith({ trashAside });
      const results = await Promise.all(
        names.map((name, index) => run(name, 'once', { context, uploadId: index + 1 })),
      );
      const kind = { delete: 'deleted', move: 'moved', trash: 'trashed' }[afterUpload];
      expect(results.map((result) => result.kind)).toEqual(names.map(() => kind));
      expect(Object.keys(files()).sort()).toEqual(
        afterUpload === 'move' ? names.map((name) => `done/${name}`).sort() : [],
      );
    },
  );

  const steps = [
    ['while it is read', 'examineAside'],
    ['just before its end', 'deleteAside'],
  ] as const;

  test.each(steps)(
    'W18: a file whose bytes stay the same is tried again when it is touched %s',
    async (_, step) => {
      const { put, run, files, gate } = setUp({ afterUpload: 'delete' });
      put('a.txt', 'a');
      const touch = ({ directory, aside, name }: Parameters<FileGate['deleteAside']>[0]) => {
        const path = join(directory, aside, name);
        const before = statSync(path, { bigint: true }).ctimeNs;
        // Kernels may count such times in steps of milliseconds.
        while (statSync(path, { bigint: true }).ctimeNs === before) chmodSync(path, 0o640);
      };
      const touching: Partial<FileGate> = {
        examineAside: (aside) => gate.examineAside(aside, () => touch(aside)),
        deleteAside: (aside, examined) => {
          touch(aside);
          return gate.deleteAside(aside, examined);
        },
      };
      expect(await run('a.txt', 'a', { steps: { [step]: touching[step] } })).toMatchObject({
        kind: 'failed',
      });
      expect(files()).toEqual({ 'a.txt': 'a' });
      expect(await run('a.txt', 'a')).toEqual({ kind: 'deleted' });
    },
  );
});

describe('links', () => {
  test.each(['delete', 'move', 'trash'] as const)(
    'a folder swapped for a link: %s reaches nothing outside',
    async (afterUpload) => {
      const { base, at, put, run } = setUp({ afterUpload });
      put('sub/a.txt', 'a');
      mkdirSync(join(base, 'outside'));
      writeFileSync(join(base, 'outside/a.txt'), 'a');
      const { atime, mtime } = statSync(at('sub/a.txt'));
      utimesSync(join(base, 'outside/a.txt'), atime, mtime);
      rmSync(at('sub'), { recursive: true });
      symlinkSync(join(base, 'outside'), at('sub'));
      expect(await run('sub/a.txt', 'a')).toMatchObject({ kind: 'failed' });
      expect(readdirSync(join(base, 'outside'))).toEqual(['a.txt']);
    },
  );

  test.each(['done', 'done/sub'])('%s that is a link leads no file out', async (place) => {
    const { base, at, put, run, files } = setUp({ afterUpload: 'move' });
    mkdirSync(join(base, 'outside'));
    put('sub/a.txt', 'a');
    mkdirSync(join(at(place), '..'), { recursive: true });
    symlinkSync(join(base, 'outside'), at(place));
    const result = await run('sub/a.txt', 'a');
    expect(result).toMatchObject({ kind: 'failed', detail: expect.stringContaining('is a link') });
    expect(readdirSync(join(base, 'outside'))).toEqual([]);
    rmSync(at(place));
    expect(files()).toEqual({ 'sub/a.txt': 'a' });
  });

  test('a link is no file of its own: it is left, and so is what it leads to', async () => {
    const { at, put, run, files } = setUp({ afterUpload: 'delete', followLinks: true });
    put('a.txt', 'a');
    symlinkSync(at('a.txt'), at('link.txt'));
    expect(await run('link.txt', 'a')).toEqual({ kind: 'changed' });
    expect(files()).toEqual({ 'a.txt': 'a', 'link.txt': 'a' });
  });

  test('a reason is written neither through a link nor over a file', async () => {
    const { base, at, put, run, read } = setUp({ failedFolder: 'failed' });
    writeFileSync(join(base, 'mine.txt'), 'mine');
    mkdirSync(at('failed'));
    symlinkSync(join(base, 'mine.txt'), at('failed/a.pdf.reason.txt'));
    put('failed/a.pdf.reason (2).txt', 'a note of somebody');
    put('a.pdf', 'broken');
    expect(await run('a.pdf', 'broken', { outcome: failure })).toMatchObject({ kind: 'moved' });
    expect(read('failed/a.pdf.reason.txt')).toBe('mine');
    expect(read('failed/a.pdf.reason (2).txt')).toBe('a note of somebody');
    expect(read('failed/a.pdf.reason (3).txt')).toContain('ENRICHMENT_FAILED');
  });
});

test('a stop while a large file is read gives it its name back at once', async () => {
  const { put, run, files, gate, restart } = setUp({ afterUpload: 'delete' });
  put('a.txt', 'a');
  const end = new AbortController();
  const examineAside: FileGate['examineAside'] = (aside, onHashed) => {
    end.abort(new Error('enough'));
    return gate.examineAside(aside, onHashed);
  };
  expect(await run('a.txt', 'a', { steps: { examineAside }, signal: end.signal })).toMatchObject({
    kind: 'failed',
    detail: 'enough',
  });
  expect(files()).toEqual({ 'a.txt': 'a' });
  expect(await restart()).toBe(0);
});

test.each(['lately', 'now'] as const)(
  'W18: a file that a program has open for writing (%s) is not deleted, and has its name',
  async (asked) => {
    const { put, run, files, ledger } = setUp({ afterUpload: 'delete' });
    put('a.txt', 'a');
    const isOpenForWriting: FileGate['isOpenForWriting'] = async (_file, when) => when === asked;
    expect(await run('a.txt', 'a', { steps: { isOpenForWriting } })).toMatchObject({ kind: 'failed' });
    expect(files()).toEqual({ 'a.txt': 'a' });
    expect(ledger.files.findAside(1)).toBeUndefined();
  },
);

test('W18: a file is written down before it is set aside, and until it is settled', async () => {
  const { gate, put, run, ledger } = setUp({ afterUpload: 'delete' });
  put('a.txt', 'a');
  const written: unknown[] = [];
  const setAside: FileGate['setAside'] = async (place) => {
    written.push(ledger.files.findAside(1)?.place);
    return gate.setAside(place);
  };
  expect(await run('a.txt', 'a', { steps: { setAside } })).toEqual({ kind: 'deleted' });
  expect(written).toMatchObject([{ name: 'a.txt' }]);
  expect(ledger.files.findAside(1)).toBeUndefined();
});
