import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { startListener } from '../monitoring/support.ts';
import { canManageServices, type Manager, startManaged } from '../support/service-manager.ts';
import { until } from '../support/until.ts';
import {
  type Running,
  type Service,
  sluice,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** An agent on a busy machine is no agent that hangs. */
const watchdogMs = 8_000;

interface Managed {
  readonly manager: Manager;
  readonly service: Service;
  readonly put: (name: string) => void;
  /** Files of the folder that are searchable, as the running agent's metrics have it. */
  readonly metric: (name: string) => Promise<number>;
  readonly check: () => Promise<string>;
}

/** An agent under a service manager that watches a folder, serves metrics and tells a webhook. */
async function manage(webhook: string): Promise<Managed> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const service = await startService('the-right-key');
  onTestFinished(() => service.stop());
  const inbox = join(folder.path, 'in');
  mkdirSync(inbox);
  const common = ['--data-dir', join(folder.path, 'data'), '--base-url', service.baseUrl];
  const variables = { SLUICE_API_KEY: 'the-right-key', SLUICE_WEBHOOK_SECRET: secret };
  await sluice(['folders', 'add', inbox, '--settle', '0.2', ...common], { variables });
  let running: Running | undefined;
  const manager = await startManaged({
    directory: folder.path,
    watchdogMs,
    start: (more) => {
      const flags = ['--metrics', '127.0.0.1:0', '--attention-webhook', webhook, '--attention-window', '0'];
      running = startSluice(['watch', '--json', ...flags, ...common], {
        variables: { ...variables, ...more },
      });
      return running;
    },
  });
  onTestFinished(() => manager.stop());
  return {
    manager,
    service,
    put: (name) => writeFileSync(join(inbox, name), `Apple reported ${name}.`),
    async metric(name) {
      const address = running?.stdout().match(/"address":"(http:[^"]+)"/)?.[1];
      if (address === undefined) return Number.NaN;
      const text = await fetch(address).then(
        (answer) => answer.text(),
        () => '',
      );
      return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    },
    check: async () => (await sluice(['status', '--check', ...common], { variables })).stdout,
  };
}

const documents = async ({ ask }: Service) =>
  ((await ask('audit')) as { documents: { duplicateOf?: unknown }[] }).documents;

test.runIf(canManageServices())(
  'O5, O6: an agent tells its service manager how it does; killed, or hung until the watchdog kills it, it comes back (needs systemd-notify)',
  async () => {
    const { origin, heard } = await startListener();
    const { manager, put, metric, check, service } = await manage(`${origin}/hook`);
    await until('it is ready', () => manager.counts.ready === 1);
    put('one.txt');
    await until('one is searchable', async () => (await metric('sluice_folder_searchable_files')) === 1);
    await until('its sentence is told', () => manager.messages.includes('STATUS=everything is done'));
    await until(
      'it is fed again and again',
      () => manager.messages.filter((one) => one === 'WATCHDOG=1').length > 2,
    );
    expect(manager.counts).toEqual({ started: 1, ready: 1, watchdogKills: 0 });

    process.kill(manager.pid(), 'SIGKILL');
    put('two.txt');
    await until('it came back', () => manager.counts.ready === 2);
    await until('two are searchable', async () => (await metric('sluice_folder_searchable_files')) === 2);
    expect(await check()).toMatch(/^OK: everything is done/);
    expect(manager.counts.watchdogKills).toBe(0);

    process.kill(manager.pid(), 'SIGSTOP');
    put('three.txt');
    await until('the watchdog killed it', () => manager.counts.watchdogKills === 1);
    await until('it came back again', () => manager.counts.ready === 3);
    await until('three are searchable', async () => (await metric('sluice_folder_searchable_files')) === 3);
    expect(await documents(service)).toHaveLength(3);

    // What needs a person is told the same way by all.
    put('four.exe');
    await until('the webhook heard', () => heard.length === 1);
    const { body, headers } = heard[0] as (typeof heard)[number];
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'attention.needed',
      data: { attention: { total: 1, groups: [{ count: 1 }] } },
    });
    expect(await metric('sluice_attention')).toBe(1);
    expect(await check()).toMatch(/^WARNING: .*1 thing to decide/);

    await manager.stop();
    expect(manager.messages.at(-1)).toBe('STOPPING=1');
    expect(manager.counts.started).toBe(3);
  },
);

test.runIf(canManageServices())(
  'a configuration that is read anew is told before and after, whether it was taken or not (needs systemd-notify)',
  async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const config = join(folder.path, 'sluice.yaml');
    const write = (more: string) =>
      writeFileSync(
        config,
        `version: 1\nprofiles:\n  - name: Desk\n    baseUrl: http://127.0.0.1:9\n${more}`,
      );
    write('');
    const manager = await startManaged({
      directory: folder.path,
      watchdogMs,
      start: (variables) =>
        startSluice(['watch', '--data-dir', join(folder.path, 'data'), '--config', config], { variables }),
    });
    onTestFinished(() => manager.stop());
    const told = () => manager.messages.filter((message) => /READY|RELOADING/.test(message));
    await until('it is ready', () => manager.counts.ready === 1);
    for (const [time, text] of ['    requestsPerMinute: 100\n', '    requestsPerMinuet: 100\n'].entries()) {
      write(text);
      process.kill(manager.pid(), 'SIGHUP');
      await until('it was read anew', () => manager.counts.ready === time + 2);
    }
    expect(told()).toEqual([
      'READY=1',
      expect.stringMatching(/^RELOADING=1\tMONOTONIC_USEC=\d+$/),
      'READY=1',
      expect.stringMatching(/^RELOADING=1\tMONOTONIC_USEC=\d+$/),
      'READY=1',
    ]);
    expect(manager.counts.started).toBe(1);
  },
);

test('where systemd-notify is missing that is said once, and the agent works', async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const service = await startService('the-right-key');
  onTestFinished(() => service.stop());
  const agent = startSluice(
    ['watch', '--json', '--data-dir', join(path, 'data'), '--base-url', service.baseUrl],
    {
      variables: {
        PATH: path,
        SLUICE_API_KEY: 'the-right-key',
        NOTIFY_SOCKET: join(path, 'notify.socket'),
        WATCHDOG_USEC: '300000',
      },
    },
  );
  await until('it is said', () => agent.stderr().includes('systemd-notify'));
  agent.child.kill('SIGTERM');
  const { code, stderr } = await agent.ended;
  expect(code).toBe(0);
  expect(stderr.match(/systemd-notify is missing/g)).toHaveLength(1);
});
