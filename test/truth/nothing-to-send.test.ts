import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { createEngine, type EngineFixture, type EngineOptions, until } from '../support/engine-fixture.ts';

/** An agent whose watch folder is empty. */
async function idleAgent(options: EngineOptions): Promise<{ engine: EngineFixture; core: Core }> {
  const engine = await createEngine({ speed: 100, ...options });
  const folder = engine.folder('inbox');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  return { engine, core: await engine.start('watch') };
}

async function gistOf(core: Core): Promise<string> {
  const { state, findings } = (await core.calls['agent.status']({})).health;
  return [state, ...findings.map(({ code, said }) => code ?? said.code)].join(' ');
}

const becomes = (core: Core, gist: string) =>
  until(`it is ${gist}`, async () => (await gistOf(core)) === gist);

test('T-5: a rejected key is said though there is nothing to send, until it is set right', async () => {
  const { engine, core } = await idleAgent({ key: 'a-key-nobody-knows' });
  await becomes(core, 'trouble KEY_REJECTED');
  await engine.giveKey(engine.sandbox.apiKey);
  await becomes(core, 'idle');
});

test('T-5: another key beside an idle agent is tried, and said to be rejected', async () => {
  const { engine, core } = await idleAgent({});
  await until('the key was accepted', () => engine.requests({ origin: 'api' }).length === 1);
  await engine.giveKey('a-key-nobody-knows');
  await becomes(core, 'trouble KEY_REJECTED');
});

test('T-7: a service that is not there is said though there is nothing to send, until it is back', async () => {
  const { engine, core } = await idleAgent({
    sandbox: { faults: [{ match: {}, kind: 'status', status: 503 }] },
  });
  await becomes(core, 'held SERVICE_FAILED');
  engine.sandbox.faults.replace([]);
  await becomes(core, 'idle');
  await engine.sandbox.stop();
  await becomes(core, 'held UNREACHABLE');
});

test('a start with a key that was accepted before asks nothing until ten minutes were quiet', async () => {
  const { engine, core } = await idleAgent({ random: () => 0.5 });
  const asked = () => engine.requests({ origin: 'api' });
  await until('it asked', () => asked().length === 1);
  await core.stop();
  const { clock } = engine.dependencies;
  const from = clock.monotonic();
  await engine.start('watch');
  await until('it asked again', () => asked().length === 2, 120_000);
  expect(clock.monotonic() - from).toBeGreaterThanOrEqual(10 * 60_000);
  expect(new Set(asked())).toEqual(new Set(['GET /contents/v1/documents 200']));
});
