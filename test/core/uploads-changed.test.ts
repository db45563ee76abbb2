import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { addUploads, createEngine, until } from '../support/engine-fixture.ts';

/** A paused agent over an empty folder, and how many uploads it had when it last told that they changed. */
async function paused() {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  await core.calls['folders.reconcile']({});
  expect(await totalOf(core)).toBe(0);
  let told = 0;
  core.on('uploads.changed', () => {
    void totalOf(core).then((total) => {
      told = total;
    });
  });
  return { engine, told: () => told };
}

async function totalOf({ calls }: Core): Promise<number> {
  return (await calls['uploads.list']({ limit: 1 })).total;
}

test('that a file was taken is told while nothing may be sent', async () => {
  const { engine, told } = await paused();
  engine.file('inbox/a.txt');
  await until('it is told', () => told() === 1);
});

test('what another process adds is told while nothing may be sent', async () => {
  const { engine, told } = await paused();
  const beside = await engine.start('none');
  await addUploads(beside, [engine.file('elsewhere/a.txt')]);
  await until('it is told', () => told() === 1);
});
