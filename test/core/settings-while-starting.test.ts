import { expect, test } from 'vitest';
import { createCore } from '#core/create-core.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { createEngine, until } from '../support/engine-fixture.ts';

test('settings that change while the engines start are taken up', async () => {
  const engine = await createEngine();
  const [profile] = engine.settings.get().profiles;
  if (profile === undefined) throw new Error('no profile');
  let isChanged = false;
  const core = createCore({
    ...engine.dependencies,
    teamAccess: {
      // Asked for while the engine of the first profile is made.
      get team() {
        if (!isChanged) {
          isChanged = true;
          void engine.settings.update((settings) => ({
            ...settings,
            profiles: [
              ...settings.profiles,
              { ...profile, id: 'second' as typeof profile.id, name: 'Second' },
            ],
          }));
        }
        return undefined;
      },
    },
  });
  atTestEnd(() => core.stop());
  await core.start('uploads');
  await until('the second profile has an engine', async () => {
    const { health } = await core.calls['agent.status']({});
    return Object.keys(health.services).length === 2;
  });
  expect(isChanged).toBe(true);
});
