import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '#core/create-core.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import type { FaultRule } from '../../../src/sandbox/http/fault-rule.ts';
import { defaultUploadOptions } from '../../../test/support/core-fixture.ts';
import type { CrashPlace } from './crash-place.ts';

/** Something people do with Sluice that takes uploads through states where a crash may meet them. */
export interface CrashScenario {
  readonly name: string;
  readonly engine: 'watch' | 'uploads';
  readonly faults?: readonly FaultRule[];
  /** Before core starts: files, folders. */
  readonly prepare?: (place: CrashPlace) => Promise<void> | void;
  /** In the first life. Whatever it throws after a crash is the crash's. */
  readonly act: (place: CrashPlace, core: Core) => Promise<void>;
  /** In the life after, before it is waited for: what a person does who finds it so. */
  readonly afterwards?: (place: CrashPlace, core: Core) => Promise<void>;
  /** When that life has nothing more to do: files that are lost, by name. */
  readonly atTheEnd?: (place: CrashPlace) => readonly string[];
}

const enrich = { origin: 'api', method: 'POST', path: '^/contents/v1/documents$' } as const;
const remove = { origin: 'api', method: 'DELETE' } as const;
const put = { origin: 'storage', method: 'PUT' } as const;

async function add(place: CrashPlace, core: Core, paths: readonly string[]): Promise<number[]> {
  const { ids } = await core.calls['uploads.add']({ paths: [...paths], options: defaultUploadOptions });
  place.told.added.push(...paths);
  return ids;
}

async function cancel(place: CrashPlace, core: Core, id: number): Promise<void> {
  const { count } = await core.calls['uploads.cancel']({ filter: { ids: [id], profileId: 'test' } });
  if (count > 0) place.told.cancelled.push(id);
}

/** Until an upload is in one of these states; a crash ends the wait. */
async function reaches(place: CrashPlace, core: Core, id: number, states: readonly string[]): Promise<void> {
  let dead = false;
  void place.died.then(() => {
    dead = true;
  });
  for (;;) {
    if (dead) return;
    const { upload } = await core.calls['uploads.show']({ id });
    if (states.includes(upload.state)) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A watch folder at `files/<name>`. */
async function addFolder(
  place: CrashPlace,
  name: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const path = join(place.files, name);
  mkdirSync(path, { recursive: true });
  const folder = watchFolderSchema.parse({
    id: name,
    path,
    profileId: 'test',
    settleSeconds: 0.05,
    ...changes,
  });
  await place.settings.update((settings) => ({ ...settings, folders: [...settings.folders, folder] }));
}

function changePlaces(place: CrashPlace): void {
  place.file('inbox/a.txt', 'the other');
  place.file('inbox/b.txt', 'the one');
}

export const crashScenarios: readonly CrashScenario[] = [
  {
    name: 'two files and a duplicate are sent',
    engine: 'uploads',
    async act(place, core) {
      await add(place, core, [
        place.file('a.txt', 'first'),
        place.file('b.txt', 'second'),
        place.file('c.txt', 'first'),
      ]);
      await core.whenIdle();
    },
  },
  {
    name: 'answers are lost',
    engine: 'uploads',
    faults: [
      { match: enrich, kind: 'reset-after', times: 1 },
      { match: put, kind: 'status-after', status: 500, times: 1 },
      { match: put, kind: 'reset', afterBytes: 2, times: 1 },
    ],
    async act(place, core) {
      await add(place, core, [place.file('a.txt', 'first'), place.file('b.txt', 'second')]);
      await core.whenIdle();
    },
  },
  {
    name: 'one is cancelled for whom another waits',
    engine: 'uploads',
    async act(place, core) {
      const [id = 0] = await add(place, core, [place.file('a.txt', 'the same')]);
      await reaches(place, core, id, ['processing', 'completed']);
      const [waits = 0] = await add(place, core, [place.file('b.txt', 'the same')]);
      await reaches(place, core, waits, ['duplicate']);
      await cancel(place, core, id);
      await core.whenIdle();
    },
  },
  {
    name: 'one is cancelled in the middle of its PUT',
    engine: 'uploads',
    faults: [{ match: put, kind: 'slow', delayMs: 5_000 }],
    async act(place, core) {
      const [id = 0] = await add(place, core, [
        place.file('a.txt', 'unwanted'),
        place.file('b.txt', 'wanted'),
      ]);
      await reaches(place, core, id, ['putting']);
      await cancel(place, core, id);
      await core.whenIdle();
    },
  },
  {
    name: 'a new version replaces the old one',
    engine: 'watch',
    async prepare(place) {
      await addFolder(place, 'inbox', { changed: 'replace' });
      place.file('inbox/a.txt', 'version one');
    },
    async act(place, core) {
      await core.whenIdle();
      writeFileSync(join(place.files, 'inbox/a.txt'), 'version two, which is longer');
      await core.calls['folders.reconcile']({});
      await core.whenIdle();
    },
    async afterwards(place) {
      writeFileSync(join(place.files, 'inbox/a.txt'), 'version two, which is longer');
    },
  },
  {
    name: 'two files change places',
    engine: 'watch',
    faults: [{ match: remove, kind: 'reset-after', times: 1 }],
    async prepare(place) {
      await addFolder(place, 'inbox', { changed: 'replace' });
      place.file('inbox/a.txt', 'the one');
      place.file('inbox/b.txt', 'the other');
    },
    async act(place, core) {
      await core.whenIdle();
      changePlaces(place);
      await core.calls['folders.reconcile']({});
      await core.whenIdle();
    },
    async afterwards(place) {
      changePlaces(place);
    },
  },
  {
    name: 'files are moved away once they are in',
    engine: 'watch',
    async prepare(place) {
      await addFolder(place, 'archive', { afterUpload: 'move' });
      for (const name of ['a', 'b']) place.file(`archive/${name}.txt`, `the text of ${name}`);
    },
    async act(_place, core) {
      await core.whenIdle();
    },
    // Not before all is done: from a crash in the quarantine until it is put back, a file is in neither
    // place.
    atTheEnd: (place) =>
      ['a.txt', 'b.txt'].filter(
        (name) => !['archive', 'archive/done'].some((folder) => existsSync(join(place.files, folder, name))),
      ),
  },
];
