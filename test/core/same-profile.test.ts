import { expect, test } from 'vitest';
import { createEngine } from '../support/engine-fixture.ts';

test('a second service of the same name and address does not replace the first in use', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const { baseUrl, agentsUrl } = engine.sandbox;
  const given = { name: 'My service', baseUrl, agentsUrl };
  const save = () => core.calls['profiles.save']({ profile: given });
  const { id } = await save();
  await core.calls['profiles.save']({ profile: { id, requestsPerMinute: 60 } });
  // As after a set-up that was not finished: the same profile again, with what was set.
  expect(await save()).toMatchObject({ id, requestsPerMinute: 60 });

  const folder = engine.folder('inbox', { profileId: id });
  await engine.settings.update((current) => ({ ...current, folders: [folder] }));
  const before = engine.settings.get();
  // The page would set the key next, and the folder's files would go to that key's account.
  await expect(save()).rejects.toMatchObject({ code: 'USAGE', spoken: { values: { name: given.name } } });
  expect(engine.settings.get()).toEqual(before);
  const other = await core.calls['profiles.save']({ profile: { ...given, name: 'Other account' } });
  expect(other.id).not.toBe(id);

  // Uploads by hand count too.
  await engine.settings.update((current) => ({ ...current, folders: [], activeProfileId: id }));
  await core.calls['uploads.add']({ paths: [engine.file('a.txt', 'text')], options: {} });
  await expect(save()).rejects.toMatchObject({ code: 'USAGE' });
});
