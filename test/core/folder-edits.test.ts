import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../support/engine-fixture.ts';

test('two edits of a watch folder at the same time both take effect', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const path = join(engine.directory, 'inbox');
  mkdirSync(path, { recursive: true });
  const { id: folderId } = await core.calls['folders.add']({ folder: { path, share: true } });
  const edit = (changes: object) => core.calls['folders.edit']({ folderId, changes });
  const leaveOut = (glob: string) => core.calls['folders.edit']({ folderId, changes: {}, leaveOut: [glob] });
  await Promise.all([edit({ paused: true }), edit({ share: false }), edit({ label: 'desk' })]);
  await Promise.all([leaveOut('*.png'), leaveOut('*.mov')]);
  const filters = ['*.mov', '*.png'].map((glob) => ({ action: 'exclude', glob }));
  expect(engine.settings.get().folders).toMatchObject([
    { paused: true, share: false, label: 'desk', filters },
  ]);
});
