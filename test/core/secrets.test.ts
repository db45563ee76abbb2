import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addUploads, createEngine, idle, until } from '../support/engine-fixture.ts';

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/**
 * What must never be on disk or in a line: the key, and any part that makes an upload address or a link work.
 */
const secrets = (key: string) => new RegExp(`${key}|Signature=|X-Amz-|Expires=|/uploads/[A-F0-9]{32}\\?`);

test.each(['spec', 'field'] as const)(
  'S3, S4: no key and no upload address in any file or line, whatever goes wrong (%s)',
  async (profile) => {
    const key = 'canary-key-4f1d9c77';
    const engine = await createEngine({
      sandbox: {
        profile,
        apiKey: key,
        enrichSeconds: [1, 2],
        faults: [
          { match: { origin: 'storage', method: 'PUT', nth: 1 }, kind: 'expired' },
          { match: { origin: 'storage', method: 'PUT', nth: 3 }, kind: 'reset-after' },
          { match: { origin: 'storage', method: 'PUT', nth: 5 }, kind: 'status', status: 500 },
          { match: { origin: 'storage', method: 'GET', nth: 1 }, kind: 'expired' },
          { match: { origin: 'api', nth: 4 }, kind: 'bad-json' },
          { match: { origin: 'api', nth: 7 }, kind: 'html' },
          { match: { origin: 'api', nth: 9 }, kind: 'reset' },
          { match: { origin: 'api', nth: 11 }, kind: 'truncated' },
        ],
      },
    });
    const core = await engine.start();
    await addUploads(
      core,
      Array.from({ length: 8 }, (_, index) => engine.file(`${index}.txt`)),
    );
    // While everything is under way, when most is known, and at the end.
    const look = () => {
      for (const path of filesBelow(engine.dataDirectory))
        expect(readFileSync(path, 'latin1'), path).not.toMatch(secrets(key));
      for (const line of engine.log) expect(line).not.toMatch(secrets(key));
    };
    await until('some landed', () => {
      look();
      return engine.live().length > 2;
    });
    await idle(core);
    const [first] = (await core.calls['uploads.list']({})).rows;
    await core.calls['documents.annotated']({ contentId: first?.contentId ?? '' });
    const shown = JSON.stringify([
      await core.calls['agent.status']({}),
      await core.calls['uploads.list']({}),
      await core.calls['uploads.show']({ id: first?.id ?? 0 }),
      await core.calls['agent.doctor']({}),
    ]);
    expect(shown).not.toMatch(secrets(key));
    await engine.giveKey(`${key}-rejected`);
    await addUploads(core, [engine.file('last.txt')]);
    await expect(core.whenIdle()).rejects.toMatchObject({ code: 'KEY_REJECTED' });
    await core.stop();
    look();
    expect(engine.log.length).toBeGreaterThan(30);
    expect(engine.sandbox.audit().leaked_keys).toEqual([]);
  },
);
