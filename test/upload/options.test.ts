import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { FlagKind } from '#shared/settings/field.ts';
import { allFields, choicesOf } from '#shared/settings/fields.ts';
import { addFieldFlags, givenFields } from '../../src/cli/field-flags.ts';
import { addUploads, createEngine, idle } from '../support/engine-fixture.ts';

/** What stands after a flag of each kind; null where nothing does. */
const samples = {
  annotated: 'off',
  bytes: '1kB',
  choice: null,
  count: '1',
  date: '2026-01-31',
  enrichments: 'translation',
  exclude: '*.tmp',
  extensions: 'txt',
  include: '*.txt',
  list: 'a',
  number: '1',
  off: null,
  repeated: 'a',
  sources: 'file-name',
  switch: null,
  'tag-rules': 'a=b',
  text: 'a',
} satisfies Record<FlagKind, string | null>;

/** A command line with every flag. */
function everyFlag(part: 'folder' | 'upload'): string[] {
  return allFields.flatMap(([name, field]) => {
    if (field[part] === undefined || (part === 'upload' && field.upload?.flag === false)) return [];
    return field.flags.flatMap(([kind, flags]) => {
      const [flag = ''] = flags.split(' ');
      const value = kind === 'choice' ? choicesOf(name).at(-1) : samples[kind];
      return value == null ? [flag] : [flag, value];
    });
  });
}

function given<P extends 'folder' | 'upload'>(part: P) {
  const command = addFieldFlags(new Command().exitOverride(), part);
  return givenFields(command.parse(everyFlag(part), { from: 'user' }).opts(), part);
}

const wires = allFields.flatMap(([, { upload }]) => (upload?.wire ? [upload.wire.name] : []));

test('every option that the service gets arrives there, by the flags of `upload` and of a watch folder', async () => {
  const engine = await createEngine({ speed: 200 });
  const core = await engine.start('watch');
  await addUploads(core, [engine.file('by-hand.txt')], given('upload'));
  const { path } = engine.folder('watched');
  await core.calls['folders.add']({
    // Files are older than a folder whose clock runs faster than theirs.
    folder: { ...given('folder'), path, firstRun: 'upload-all' },
  });
  engine.file('watched/2026-01-31.txt', 'x'.repeat(1000));
  await core.calls['folders.reconcile']({});
  await idle(core);
  const sent = engine
    .live()
    .map(({ file_name, requested }) => [file_name, Object.keys(requested ?? {}).toSorted()]);
  const all = ['file_name', ...wires].toSorted();
  expect(Object.fromEntries(sent)).toEqual({ 'by-hand.txt': all, '2026-01-31.txt': all });
});
