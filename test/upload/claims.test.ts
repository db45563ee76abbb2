import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFixture, defaultUploadOptions } from '../support/core-fixture.ts';

test('W6: bytes that were refused before anything landed are not "there already" for the next upload', async () => {
  const fixture = await createFixture();
  try {
    await mkdir(join(fixture.directory, 'docs'));
    const path = join(fixture.directory, 'docs', 'note.txt');
    await writeFile(path, 'Oracle raised its dividend.');
    const core = fixture.createCore();
    await core.start('uploads');
    await core.calls['uploads.add']({
      paths: [path],
      options: { ...defaultUploadOptions, tags: ['no-such-tag'] },
    });
    await core.whenIdle();
    await core.calls['uploads.add']({ paths: [path], options: defaultUploadOptions });
    await core.whenIdle();
    const { rows } = await core.calls['uploads.list']({ order: 'oldest' });
    expect(rows.map((row) => [row.state, row.code])).toEqual([
      ['attention', 'UNKNOWN_TAG'],
      ['completed', null],
    ]);
  } finally {
    await fixture.close();
  }
});
