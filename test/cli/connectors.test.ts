import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, sluice, startService, temporaryFolder, written } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

const password = 'canary-broker-password-31';
let service: Service;
let folder: { path: string; remove: () => void };

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService('key-of-the-test');
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function run(args: readonly string[], input?: string) {
  const common = ['--base-url', service.baseUrl, '--data-dir', folder.path];
  return sluice([...args, ...common], {
    variables: { SLUICE_API_KEY: 'key-of-the-test' },
    ...(input === undefined ? {} : { input }),
  });
}

async function json(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run([...args, '--json'], input);
  expect(code, stderr).toBe(0);
  return dataOf(stdout);
}

test('a sync is waited for, and what came of it is said and is the exit code', async () => {
  const create = ['connectors', 'create', '--type', 'investment_research', '--broker-user', 'desk'];
  const good = await json([...create, '--label', 'Good', '--enrich', 'translation'], `${password}\n`);
  const bad = await json([...create, '--label', 'Bad'], 'wrong\n');
  const sync = (id: unknown) => run(['connectors', 'sync', String(id), '--since', '2026-01-05', '--wait']);
  const [done, failed] = await Promise.all([sync(good.connector_id), sync(bad.connector_id)]);
  expect(done.stdout).toMatch(/^The sync ended: succeeded, \d+ items?\n$/);
  expect(done.code).toBe(0);
  expect(failed.stdout).toMatch(/^The sync ended: failed, 0 items: The broker refused/);
  expect(failed.code).not.toBe(0);

  const { stdout } = await run(['connectors', 'list']);
  expect(stdout).toMatch(/Good +active/);
  const updated = await json(['connectors', 'update', String(good.connector_id), '--label', 'Better']);
  expect(updated).toMatchObject({ label: 'Better', enrichments: ['translation'] });

  for (const path of readdirSync(folder.path, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder.path, path);
    if (statSync(file).isFile()) expect(readFileSync(file, 'latin1'), path).not.toContain(password);
  }
  expect(written.length).toBeGreaterThan(4);
  expect(written.join('\n')).not.toContain(password);
});

test('an email connector needs allowed senders that are addresses', async () => {
  const create = ['connectors', 'create', '--type', 'email', '--label', 'Inbox'];
  const without = await run(create);
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('allowed sender')]);
  const wrong = await run([...create, '--allow-email', 'nobody']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('e-mail address')]);
  expect(await json([...create, '--allow-email', 'ann@example.com'])).toMatchObject({ type: 'email' });
});

test('a tag that is there already is not made again, and has a count of documents', async () => {
  const made = await json(['tags', 'create', 'energy']);
  const again = await json(['tags', 'create', 'energy']);
  expect(again).toMatchObject({ id: made.id, existed: true });
  expect((await run(['tags', 'list'])).stdout).toMatch(/energy +0/);
});
