import { expect, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
import { isHealthy, levelOf } from '#shared/bridge/health.ts';
import { createEngine, idle, until } from '../support/engine-fixture.ts';

test('uploads that all fail unexpectedly are no health, here or beside the agent, and fill no log', async () => {
  let isBroken = true;
  const gate = createFileGate();
  const engine = await createEngine({
    tuning: {
      gate: {
        ...gate,
        readForUpload(...given) {
          if (isBroken) throw new TypeError('a bug that nobody foresaw');
          return gate.readForUpload(...given);
        },
      },
    },
  });
  const text = (name: string) => `What ${name} says, and nobody else.`;
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  const core = await engine.start('watch');
  const beside = await engine.start('none');
  const names = ['a.txt', 'b.txt', 'c.txt'];
  for (const name of names) engine.file(`inbox/${name}`, text(name));
  const health = async (of: typeof core) => (await of.calls['agent.status']({})).health;
  for (const one of [core, beside]) {
    await until('it is reported', async () =>
      (await health(one)).findings.some(({ code }) => code === 'AGENT_FAILS'),
    );
    const found = await health(one);
    expect([found.state, levelOf(found), isHealthy(found)]).toEqual(['trouble', 'critical', false]);
    expect(found.findings).toMatchObject([
      { about: 'agent', profileId: 'test', said: { values: { work: 'uploads' } } },
    ]);
  }
  const { clock } = engine.dependencies;
  const since = clock.monotonic();
  await until('a minute passes', () => clock.monotonic() - since > 60_000);
  expect(engine.log.filter((line) => line.includes('a bug that nobody foresaw'))).toHaveLength(1);
  isBroken = false;
  // Those that were given up for it wait for a person, who tries them again.
  await core.calls['uploads.retry']({ filter: { profileId: null } });
  await until('all are in', () => engine.live().length === names.length);
  await idle(core);
  await until('it is over', async () => levelOf(await health(beside)) === 'ok');
  engine.expectExactlyOnce(names.map(text));
});
