import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { json, startLocalServer } from '#core/service/testing/local-server.ts';
import { startAgent } from './support/agent.ts';
import { enter } from './support/page.ts';

const startService = () => startLocalServer((_, response) => json(response, 200, []));

/** The keys that a service received, each once. */
const received = ({ seen }: Awaited<ReturnType<typeof startService>>) => [
  ...new Set(seen.map(({ headers }) => headers['x-api-key'])),
];

/** A page of an agent with a profile, started with secrets from outside. */
async function pageWith(variables: Record<string, string>, baseUrl: string) {
  const before = await startAgent();
  const first = await enter(before.addresses()[0] as string);
  const saved = (await first.call('profiles.save', { profile: { name: 'P', baseUrl } })).json();
  await before.stop();
  const agent = await startAgent(before.directory, {}, {}, variables);
  const page = await enter(agent.addresses()[0] as string);
  return { agent, page, profileId: (saved.value as { id: string }).id };
}

test('a profile that a page removes and makes anew sends no key from outside to another address', async () => {
  await using good = await startService();
  await using evil = await startService();
  const { agent, page, profileId } = await pageWith({ SLUICE_API_KEY: 'canary-key-3' }, good.url);
  await page.call('key.test', { profileId });
  expect(received(good)).toEqual(['canary-key-3']);
  const made = { name: 'P', baseUrl: good.url, agentsUrl: evil.url };
  expect((await page.call('profiles.remove', { profileId })).json()).toMatchObject({ ok: true });
  // An import would make it known without addresses.
  const text = JSON.stringify({ version: 1, profiles: [{ ...made, id: profileId }], folders: [] });
  for (const [name, input] of [
    ['settings.import', { mode: 'keep', text }],
    ['profiles.save', { profile: made }],
  ] as const)
    expect((await page.call(name, input)).json()).toMatchObject({ error: { code: 'LEAVE_NEEDED' } });
  // Also where the person lets it use that address, the key stays.
  await page.call('host.askLeave', { call: 'profiles.save', input: { profile: made } });
  const [, code] = /"event":"leave","data":\{"code":"(\d{6})"/.exec(agent.written()) ?? [];
  await page.call('host.giveLeave', { code });
  expect((await page.call('profiles.save', { profile: made })).json()).toMatchObject({ ok: true });
  const asked = (await page.call('operations.call', { name: 'workflow.executions' })).json();
  expect(asked).toMatchObject({ ok: false, error: { code: 'KEY_NOT_FOR_THIS_ADDRESS' } });
  expect(received(evil)).toEqual([]);
});

test("no page lets another database ask for the password of the team's", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { page } = await pageWith({ SLUICE_TEAM_PASSWORD: 'canary-password-1' }, 'http://127.0.0.1:9');
  const address = `postgres://team@127.0.0.1:${(server.address() as AddressInfo).port}/team`;
  const refused = { ok: false, error: { code: 'LEAVE_NEEDED' } };
  expect((await page.call('team.test', { address })).json()).toMatchObject(refused);
  expect(connections).toBe(0);
});
