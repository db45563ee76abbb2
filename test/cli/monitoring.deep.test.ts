import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runOrMissing } from '../support/installed.ts';
import { until } from '../support/until.ts';
import {
  type Running,
  type Service,
  sluice,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

interface Place {
  readonly here: (name: string) => string;
  readonly service: Service;
  readonly run: (...args: string[]) => ReturnType<typeof sluice>;
  readonly start: (...args: string[]) => Running;
}

/** A data folder with a watch folder `in`, and a sandbox. */
async function place(): Promise<Place> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const service = await startService('the-right-key');
  onTestFinished(() => service.stop());
  const here = (name: string) => join(folder.path, name);
  const common = ['--data-dir', here('data'), '--base-url', service.baseUrl];
  const given = { variables: { SLUICE_API_KEY: 'the-right-key' }, directory: folder.path };
  mkdirSync(here('in'));
  const run = (...args: string[]) => sluice([...args, ...common], given);
  expect((await run('folders', 'add', 'in', '--settle', '0.2')).code).toBe(0);
  return {
    here,
    service,
    run,
    start(...args) {
      const running = startSluice(['watch', ...args, ...common], given);
      onTestFinished(async () => {
        running.child.kill('SIGKILL');
        await running.ended;
      });
      return running;
    },
  };
}

/** Where the agent says that it serves its metrics. */
async function metricsOf(agent: Running): Promise<string> {
  await until('metrics are served', () => agent.stdout().includes('/metrics'));
  return /http:\S+\/metrics/.exec(agent.stdout())?.[0] ?? '';
}

test('O5: status --check says in a line and by its code how the agent does: with one, without one, with nothing set up', async () => {
  const { here, run, start } = await place();
  const empty = await sluice(['status', '--check', '--data-dir', here('other')]);
  expect([empty.code, empty.stdout]).toEqual([
    6,
    expect.stringMatching(/^UNKNOWN: no service is set up yet/),
  ]);
  const without = await run('status', '--check');
  expect([without.code, without.stderr]).toEqual([6, '']);
  expect(without.stdout).toMatch(
    /^CRITICAL: nothing is watched or sent now.* \| seen=0 .*attention=0 queue=0\n$/,
  );
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  start('--metrics', '0');
  await until('all is well', async () => {
    const { code, stdout } = await run('status', '--check');
    return (
      code === 0 && /^OK: everything is done · 1 of 1 file searchable \| seen=1 searchable=1 /.test(stdout)
    );
  });
  writeFileSync(here('in/bad.exe'), 'MZ\0\0');
  await until('a file needs somebody', async () =>
    (await run('status', '--check')).stdout.startsWith('WARNING: '),
  );
  renameSync(here('in'), here('elsewhere'));
  await until('the folder is missed', async () =>
    (await run('status', '--check')).stdout.startsWith('CRITICAL: '),
  );
  const json = await run('status', '--check', '--json');
  expect(json.code).toBe(7);
  expect(json.stdout).toContain('"code":"FOLDER_MISSING"');
});

test('status --check counts the watch folders that are paused', async () => {
  const { run } = await place();
  expect((await run('status', '--check')).stdout).not.toContain('paused');
  expect((await run('folders', 'edit', 'in', '--pause')).code).toBe(0);
  const { stdout } = await run('status', '--check');
  expect(stdout).toContain(' · 1 of 1 watch folder is paused · 0 of 0 files searchable');
});

test('status --check says of an agent that hangs that it does, and status too', async () => {
  const { here, run, start } = await place();
  const agent = start();
  await until('it watches', async () => (await run('status', '--check')).code === 0);
  agent.child.kill('SIGSTOP');
  expect((await run('status', '--check')).stdout).toMatch(/^OK/);
  const report = here('data/agent.report.json');
  const longAgo = readFileSync(report, 'utf8').replaceAll(/"(at|end)":\d+/g, `"$1":${Date.now() - 300_000}`);
  writeFileSync(report, longAgo);
  const check = await run('status', '--check');
  expect(check.stdout).toMatch(
    new RegExp(
      `^CRITICAL: stands until you act · .*\\(process ${agent.child.pid} on .*\\) has not reported for more than a minute`,
    ),
  );
  expect(check.code).toBe(8);
  expect((await run('status')).stdout).toMatch(
    /! .*has not reported for more than a minute\. Since .* End its process/,
  );
  // One that slept with the whole machine is asked again, and found to go on.
  agent.child.kill('SIGCONT');
  await until('it goes on', async () => (await run('status', '--check')).code === 0);
});

test('O5: --metrics serves metrics, readiness and health to this machine, by ids and codes', async () => {
  const { here, run, start, service } = await place();
  mkdirSync(here('in/Secret Project'));
  writeFileSync(here('in/Secret Project/plan.txt'), 'Apple reported.');
  writeFileSync(here('in/bad.exe'), 'MZ\0\0');
  const agent = start('--metrics', '127.0.0.1:0');
  const address = await metricsOf(agent);
  const origin = new URL(address).origin;
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, { headers });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  await until('the one is in, and the other needs a person', async () => {
    const { text } = await read('/metrics');
    return ['searchable', 'attention'].every((kind) =>
      new RegExp(`folder_${kind}_files\\{.*\\} 1$`, 'm').test(text),
    );
  });
  const plain = await read('/metrics');
  expect(plain.type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(plain.text).toMatch(/^sluice_attention\{code="[A-Z_]+",place="\w+",folder=".*"\} 1$/m);
  expect(plain.text).toMatch(/^sluice_folder_seen_files\{.*\} 2$/m);
  expect(plain.text).toMatch(/^sluice_uploaded_bytes_total\{profile="[\w-]+"\} 1[59]$/m);
  expect(plain.text).toMatch(/^sluice_requests_left\{.*\} \d+$/m);
  const open = await read('/metrics', {
    accept: 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
  });
  expect(open.type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(open.text).toMatch(/# TYPE sluice_uploaded_bytes counter\n/);
  expect(open.text).toMatch(/\n# EOF\n$/);
  for (const secret of ['Secret', 'plan', 'bad.exe', here(''), 'the-right-key', service.baseUrl])
    expect(plain.text + open.text).not.toContain(secret);

  expect(await read('/ready')).toMatchObject({ status: 200, text: 'ready\n' });
  expect(await read('/healthy')).toMatchObject({ status: 200, text: expect.stringMatching(/^healthy\n/) });
  expect((await read('/nothing')).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  // A page of the web that had its name lead here learns nothing.
  expect((await read('/healthy', { origin: 'https://evil.example' })).status).toBe(403);

  renameSync(here('in'), here('elsewhere'));
  await until('it is not healthy', async () => (await read('/healthy')).status === 503);
  const { text } = await read('/healthy');
  expect(text).toMatch(/^not healthy\n.*\n- .*\/in: .* \(FOLDER_MISSING, since /);
  const json = JSON.parse((await read('/healthy', { accept: 'application/json' })).text);
  expect(json).toMatchObject({ healthy: false, level: 'critical', findings: [{ code: 'FOLDER_MISSING' }] });
  expect((await read('/ready')).status).toBe(200);
  expect((await read('/metrics')).text).toMatch(/^sluice_healthy 0$/m);
  await until('who looks from beside knows it', async () =>
    (await run('status', '--check')).stdout.startsWith('CRITICAL'),
  );
});

test('metrics for other machines are asked for in words, and a port that is taken stops no upload', async () => {
  const { here, run, start } = await place();
  const refused = await run('watch', '--metrics', '0.0.0.0:0');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--metrics-remote')]);
  expect((await run('watch', '--metrics', 'nowhere')).stderr).toContain('127.0.0.1:9469');
  expect((await run('watch', '--attention-webhook', 'http://hooks.example/x')).code).toBe(2);
  const open = await run('watch', '--ping-url', 'http://hc.example/the-secret-uuid');
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('--ping-url: reports go to https')]);
  expect(open.stdout + open.stderr).not.toContain('the-secret-uuid');
  const unsigned = await run('watch', '--attention-webhook', 'https://hooks.example/the-secret-path');
  expect([unsigned.code, unsigned.stderr]).toEqual([2, expect.stringContaining('SLUICE_WEBHOOK_SECRET')]);
  expect(unsigned.stderr).not.toContain('the-secret-path');
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  const agent = start('--metrics', `${(other.address() as AddressInfo).port}`);
  await until('it is uploaded', () => agent.stdout().includes('completed'));
  expect(agent.stderr()).toContain('Metrics are not served');
});

test('O6: what tells a person may hang, fail or be gone: files go on being uploaded', async () => {
  const { here, start } = await place();
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  writeFileSync(here('in/bad.exe'), 'MZ\0\0');
  const agent = start(
    ...['--on-attention', 'echo asked >> asked; yes & sleep 1000', '--attention-window', '0'],
    ...['--ping-url', `http://127.0.0.1:${port}/the-uuid`, '--metrics', '0'],
  );
  await until('the command runs', () => existsSync(here('asked')));
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  await until('it is uploaded', () => agent.stdout().includes('completed'));
  expect((await fetch(await metricsOf(agent))).status).toBe(200);
  agent.child.kill('SIGTERM');
  expect((await agent.ended).code).toBe(0);
  expect(agent.stderr()).toContain('The ping was not heard');
  expect(agent.stderr()).not.toContain('the-uuid');
});

const hasPromtool = runOrMissing('promtool', ['--version']);
const hasPrometheus = hasPromtool && runOrMissing('prometheus', ['--version']);

test.runIf(hasPromtool)(
  'promtool finds nothing to say about the metrics (needs the package prometheus)',
  async () => {
    const { here, start } = await place();
    writeFileSync(here('in/one.txt'), 'Apple reported.');
    writeFileSync(here('in/bad.exe'), 'MZ\0\0');
    const address = await metricsOf(start('--metrics', '0'));
    const read = async () => (await fetch(address)).text();
    await until('there is something to count', async () => (await read()).includes('sluice_attention{'));
    const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [promtool.stdout, promtool.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    promtool.stdin.end(await read());
    expect([(await once(promtool, 'close'))[0], said]).toEqual([0, '']);
  },
);

test.runIf(hasPrometheus)('O5: Prometheus reads both formats (needs the package prometheus)', async () => {
  const { here, start } = await place();
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  const address = new URL(await metricsOf(start('--metrics', '0')));
  // One asks for OpenMetrics, as Prometheus does by itself; the other gets the text format alone, by way of a
  // server that asks for nothing else.
  const formats: string[] = [];
  const relay = createServer(async (_request, response) => {
    const answer = await fetch(address, { headers: { accept: 'text/plain' } });
    formats.push(answer.headers.get('content-type') ?? '');
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  const targets = { openmetrics: address.host, text: `127.0.0.1:${(relay.address() as AddressInfo).port}` };
  const jobs = Object.entries(targets).map(([name, target]) => ({
    job_name: name,
    static_configs: [{ targets: [target] }],
  }));
  writeFileSync(
    here('prometheus.yml'),
    JSON.stringify({ global: { scrape_interval: '200ms', scrape_timeout: '200ms' }, scrape_configs: jobs }),
  );
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const prometheus = spawn(
    'prometheus',
    [
      ...['--config.file', here('prometheus.yml'), '--storage.tsdb.path', here('tsdb')],
      ...['--web.listen-address', `127.0.0.1:${port}`, '--log.level', 'error'],
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    prometheus.kill('SIGKILL');
    await once(prometheus, 'exit');
  });
  const ask = async (query: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return Object.fromEntries(data.result.map(({ metric, value }) => [metric.job ?? '', value[1]]));
  };
  const both = (value: string) => ({ openmetrics: value, text: value });
  await expect.poll(() => ask('sluice_folder_searchable_files').catch(String)).toEqual(both('1'));
  expect(await ask('up')).toEqual(both('1'));
  expect(await ask('sluice_healthy')).toEqual(both('1'));
  expect(await ask('sluice_uploaded_bytes_total')).toEqual(both('15'));
  expect(new Set(formats)).toEqual(new Set(['text/plain; version=0.0.4; charset=utf-8']));
});
