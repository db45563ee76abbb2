import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeSupportBundle } from '#core/public/host.ts';
import { createRedactor } from '#core/public/redactor.ts';
import { addUploads, createEngine, idle, uploadOf } from '../support/engine-fixture.ts';

test('with an open umask and an open data folder, nothing that Sluice writes there can be read by others', async () => {
  const umask = process.umask(0);
  onTestFinished(() => {
    process.umask(umask);
  });
  const engine = await createEngine({ sandbox: { annotate: true } });
  mkdirSync(engine.dataDirectory, { recursive: true });
  chmodSync(engine.dataDirectory, 0o755);
  const core = await engine.start('watch');
  const [id = 0] = await addUploads(core, [engine.file('a.txt', 'The text of a, about Microsoft.')]);
  await idle(core);
  const { contentId } = await uploadOf(core, id);
  const saved = join(engine.directory, 'files', 'a.json');
  await core.calls['documents.annotated']({ contentId: contentId ?? '', path: saved });
  await writeSupportBundle({
    calls: core.calls,
    lines: [],
    redactor: createRedactor(),
    dataDirectory: engine.dataDirectory,
    about: {},
  });
  const written = readdirSync(engine.dataDirectory, { recursive: true }).map(String).sort();
  expect(written).toEqual(
    expect.arrayContaining(['agent.json', 'agent.lock', 'ledger.json', 'ledger.sqlite', 'ledger.sqlite-wal']),
  );
  expect(written.some((name) => name.endsWith('.json') && name.startsWith('cache'))).toBe(true);
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  const modes = Object.fromEntries(
    ['', ...written].map((name) => [
      name,
      (statSync(join(engine.dataDirectory, name)).mode & 0o077).toString(8),
    ]),
  );
  expect(modes).toEqual(Object.fromEntries(['', ...written].map((name) => [name, '0'])));
  // What a person asked for in a folder of theirs is as their umask wants it.
  expect(statSync(saved).mode & 0o777).toBe(0o666);
});

test('doctor says that the data folder is closed to others, or what of it is not', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const check = async () =>
    (await core.calls['agent.doctor']({})).checks.find(
      ({ title }) => title?.code === 'check.name.dataFolder',
    );
  if (process.platform === 'win32') return expect(await check()).toBeUndefined();
  expect(await check()).toMatchObject({ ok: true });
  chmodSync(engine.dataDirectory, 0o755);
  expect(await check()).toMatchObject({ ok: false, code: 'DATA_FOLDER_OPEN' });
});
