import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sluice, startService, temporaryFolder } from './support/program.ts';

test('a profile is kept while what its cancelled uploads left at the service is to be deleted', async () => {
  const service = await startService('the-key', '--enrich-seconds', '600-601');
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder.path, 'one.txt'), 'Apple reported.');
    const run = (...args: string[]) =>
      sluice([...args, '--data-dir', join(folder.path, 'data')], {
        input: 'the-key',
        directory: folder.path,
      });
    await run('profiles', 'add', 'desk', service.baseUrl);
    await run('key', 'set');
    const sent = await run('upload', 'one.txt');
    expect(sent.stderr + sent.stdout).toContain('one.txt');
    await run('uploads', 'cancel', '1');

    const refused = await run('profiles', 'remove', 'desk', '--yes');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/1 cancelled upload left at the service is to be deleted/),
    ]);
    expect((await run('profiles', 'list')).stdout).toContain('desk');
    const removed = await run('profiles', 'remove', 'desk', '--leave-uploads', '--yes');
    expect([removed.code, removed.stdout]).toEqual([0, 'Profile desk is removed.\n']);
    expect((await run('profiles', 'list')).stdout).not.toContain('desk');
  } finally {
    await service.stop();
    folder.remove();
  }
});
