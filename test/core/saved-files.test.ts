import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { addUploads, createEngine, idle } from '../support/engine-fixture.ts';

type Save = (core: Core, contentId: string, path: string) => Promise<unknown>;

/** All that writes where a person said. */
const saves: [string, Save][] = [
  ['an original', (core, contentId, path) => core.calls['documents.original']({ contentId, path })],
  [
    'an annotated document',
    (core, contentId, path) => core.calls['documents.annotated']({ contentId, path }),
  ],
  [
    'a list of documents',
    (core, _contentId, path) => core.calls['documents.export']({ filter: {}, format: 'csv', path }),
  ],
];

test.each(saves)(
  '%s that is saved to the name of a link takes its place, and leaves alone what it leads to',
  async (_what, save) => {
    const engine = await createEngine({ sandbox: { annotate: true }, speed: 5 });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', 'Oracle raised its dividend.')]);
    await idle(core);
    const [document] = engine.live();
    const shared = join(engine.directory, 'shared');
    mkdirSync(shared);
    const own = join(engine.directory, 'own.txt');
    writeFileSync(own, 'of the person alone');
    const path = join(shared, 'saved');
    symlinkSync(own, path);
    await save(core, document?.id ?? '', path);
    expect(readFileSync(own, 'utf8')).toBe('of the person alone');
    expect(lstatSync(path).isFile()).toBe(true);
    expect(lstatSync(path).size).toBeGreaterThan(0);
    // Nor is anything made where a link leads that leads nowhere, and nothing half-written is left.
    const nowhere = join(engine.directory, 'nowhere');
    symlinkSync(nowhere, join(shared, 'dangling'));
    await save(core, document?.id ?? '', join(shared, 'dangling'));
    expect(existsSync(nowhere)).toBe(false);
    expect(readdirSync(shared).sort()).toEqual(['dangling', 'saved']);
  },
);
