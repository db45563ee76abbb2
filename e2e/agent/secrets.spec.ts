import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/agent.ts';
import { RunningAgent } from '../support/running-agent.ts';
import { heapOf } from '../support/heap.ts';
import type { Place } from '../support/place.ts';
import { SluicePages } from '../support/sluice-pages.ts';

// What it writes is all that its process writes.
test.use({ ownProcess: true, ownWindow: true });

const password = 'canary-broker-password-5d81';
/** The parameter that makes an upload address of the sandbox a secret, with its value. */
const signature = /Signature=[\w%-]{16,}/;

/** Files that Sluice wrote and that are no place for a secret: all but the file of keys. */
const written = ({ dataDirectory, everything }: Place) =>
  [...everything(dataDirectory)].filter(([path]) => path !== join(dataDirectory, 'keys.json'));

test('a key, a broker password and upload addresses are nowhere but where they belong', async ({
  sluice,
  agent,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  const key = sandbox.apiKey;
  // Typed as a person types it, saved, and the field is empty again.
  await sluice.button('Connect').click();
  await page.getByLabel('Name', { exact: true }).fill('canary-profile-name');
  await page.getByLabel('Address of the service').fill(sandbox.baseUrl);
  await page.getByLabel('API key', { exact: true }).pressSequentially(key);
  await sluice.button('Check the connection').click();
  await sluice.button('Continue').click();
  await sluice.button('Add a folder later').click();
  await page.waitForURL(/#\/home$/);
  await sluice.open('#/settings/key');
  await page.getByLabel('New key').pressSequentially(key);
  await sluice.button('Set').click();
  await expect(page.getByLabel('New key')).toHaveValue('');
  await expect(page.getByRole('region', { name: 'API key' }).getByRole('listitem').first()).toBeVisible();
  const memory = await heapOf(page);
  expect(memory).toContain('canary-profile-name');
  expect(memory.includes(key)).toBe(false);

  await sluice.open('#/connectors/new?type=investment_research');
  await await page.getByRole('textbox', { name: 'Label' }).fill('Broker');
  await page.getByRole('textbox', { name: 'User' }).fill('analyst');
  await page.getByRole('textbox', { name: 'Password' }).pressSequentially(password);
  await sluice.button('Create it').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Broker' })).toBeVisible();
  expect((await heapOf(page)).includes(password)).toBe(false);
  // Addresses are made, used, refused and used again, so that failures have something to tell.
  await sandbox.faults([
    { match: { origin: 'storage' }, kind: 'reset', times: 1 },
    { match: { origin: 'storage' }, kind: 'status', status: 500, times: 1 },
    { match: { origin: 'storage' }, kind: 'expired', times: 1 },
  ]);
  for (const name of ['a', 'b', 'c']) place.file(`Research/${name}.txt`, `Orrin reported, says ${name}.`);
  await sluice.value('folders.add', { folder: { path: place.folder('Research'), settleSeconds: 0.1 } });
  await sluice.open('#/home');
  await sluice.expectUploads('completed', 3);
  const { path: bundle } = await sluice.value('host.supportBundle', {});
  await page.reload();
  await expect(page.getByText('Everything is done.')).toBeVisible();
  const later = await heapOf(page);
  expect(later.includes(key) || later.includes(password) || signature.test(later)).toBe(false);
  await agent.stop();

  expect(readFileSync(bundle, 'utf8')).toContain('"keyPresent": true');
  const found: string[] = [];
  for (const [path, text] of [...written(place), ['what it wrote', agent.written()]] as const) {
    if (text.includes(key)) found.push(`key in ${path}`);
    if (text.includes(password)) found.push(`broker password in ${path}`);
    if (signature.test(text)) found.push(`upload address in ${path}`);
  }
  expect(found).toEqual([]);
  // The canaries sing: the key is where it belongs, for the owner only, and the sandbox knows the password's
  // connector.
  const keys = join(place.dataDirectory, 'keys.json');
  expect(readFileSync(keys, 'utf8')).toContain(key);
  expect(statSync(keys).mode & 0o777).toBe(0o600);
});

test('a crash tells what happened, and no secret', async ({ place, sandbox, page }) => {
  const address = `${sandbox.baseUrl}/bucket/file?X-Amz-Signature=0123456789abcdef0123456789abcdef`;
  const crash = place.file(
    'crash.mjs',
    `process.on('SIGUSR2', () => setImmediate(() => {
      throw new Error('canary-crash: ' + process.env.CANARY_KEY + ' at ' + process.env.CANARY_ADDRESS);
    }));`,
  );
  const agent = new RunningAgent(place, {
    ownProcess: true,
    variables: {
      NODE_OPTIONS: `--import=file://${crash}`,
      CANARY_KEY: sandbox.apiKey,
      CANARY_ADDRESS: address,
    },
  });
  await agent.start();
  const sluice = new SluicePages(page, agent);
  await sluice.enter();
  await sluice.connect(sandbox);
  agent.program.signal('SIGUSR2');
  await agent.program.ended();
  const said = agent.written();
  expect(said).toContain('canary-crash: ');
  expect(said.includes(sandbox.apiKey)).toBe(false);
  expect(said).not.toContain('0123456789abcdef');
  const everywhere = written(place).filter(([, text]) => text.includes(sandbox.apiKey));
  expect(everywhere.map(([path]) => path)).toEqual([]);
});
