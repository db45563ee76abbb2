import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { events, pageCalls } from '#shared/bridge/contract.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import { exitRows } from '../../src/cli/help/exit-meanings.ts';
import type { RecordedRequest } from '../../src/sandbox/http/recorder.ts';
import { until } from '../support/until.ts';
import { answerOf, eventsOf } from './support/answer-of.ts';
import { type Service, sluice, startService, startSluice, temporaryFolder } from './support/program.ts';

/**
 * What scripts, monitoring and services rely on, as files beside this one. A difference is a change for them: it is
 * intended and in CHANGELOG.md, or it is a mistake. `vitest run test/cli/surface.test.ts -u` writes the files.
 */
const kept = (name: string) => join(import.meta.dirname, 'surface', `${name}.txt`);
const lines = (all: Iterable<string>) => `${[...all].join('\n')}\n`;

test('names of the bridge, exit codes and error codes', async () => {
  const codes = Object.entries(errorCatalog).map(
    ([code, { exit, action }]) => `error ${code}: ${exit}, ${action ?? 'no action'}`,
  );
  await expect(
    lines([
      ...Object.keys(pageCalls).map((name) => `call ${name}`),
      ...Object.keys(events).map((name) => `event ${name}`),
      ...exitRows().map(({ code, names }) => `exit ${code}: ${names.join(', ')}`),
      ...codes.sort(),
    ]),
  ).toMatchFileSnapshot(kept('names'));
});

/** Each value in it by its path, with its type: `data[].path: string`. Lists show all shapes of their items. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${path}[]: empty`] : value.flatMap((one) => shapeOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, one]) =>
    shapeOf(one, path === '' ? name : `${path}.${/^\w+$/.test(name) ? name : '*'}`),
  );
}
/** Whether a look came while the service worked on the document depends on when it came. */
const byChance = 'data.events[].detail.status: string';
const shapesOf = (value: unknown) =>
  [...new Set(shapeOf(value))]
    .filter((line) => line !== byChance)
    .sort()
    .map((line) => `  ${line}`);

interface Place {
  readonly service: Service;
  readonly here: (name: string) => string;
  /** The arguments as the file shows them, and those that belong to this run. */
  readonly run: (shown: string, ...own: string[]) => Promise<unknown>;
  readonly shapes: string[];
}

async function place(): Promise<Place> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const service = await startService('the-right-key');
  onTestFinished(() => service.stop());
  const here = (name: string) => join(folder.path, name);
  mkdirSync(here('in'));
  const shapes: string[] = [];
  return {
    service,
    here,
    shapes,
    async run(shown, ...own) {
      const common = ['--data-dir', here('data'), '--base-url', service.baseUrl, '--json'];
      const ended = await sluice([...shown.split(' '), ...own, ...common], {
        variables: { SLUICE_API_KEY: 'the-right-key' },
        directory: folder.path,
      });
      const answer = answerOf(ended.stdout);
      shapes.push(`${shown} -> ${ended.code}`, ...shapesOf(answer));
      return answer.data;
    },
  };
}

test('answers and events in JSON, metrics, and what the service is asked for', async () => {
  const { service, here, run, shapes } = await place();
  const write = (name: string, text: string) => writeFileSync(here(name), text);
  write('in/a.txt', 'Apple Inc. reported strong growth. Microsoft rose.');
  write('in/b.txt', 'Oracle warned of weak demand.');
  write('in/c.exe', 'MZ\0\0');
  await run('folders add in --settle 0 --label research');
  await run('folders preview research');
  const agent = startSluice(
    [
      ...'watch --json --metrics 127.0.0.1:0 --data-dir'.split(' '),
      here('data'),
      '--base-url',
      service.baseUrl,
    ],
    { variables: { SLUICE_API_KEY: 'the-right-key' }, directory: here('.') },
  );
  onTestFinished(() => void agent.child.kill('SIGKILL'));
  const happened = () => eventsOf(agent.stdout());
  await until('both are in', () => happened().filter(({ data }) => data?.phase === 'completed').length === 2);
  const address = /http:[^"]+\/metrics/.exec(agent.stdout())?.[0] ?? '';
  const metrics = (await (await fetch(address)).text()).split('\n').filter((line) => /^sluice_/.test(line));
  shapes.push('metrics', ...new Set(metrics.map((line) => `  ${line.replaceAll(/"[^"]*"| .*/g, '')}`)));
  agent.child.kill('SIGTERM');
  await agent.ended;
  for (const [event, all] of Map.groupBy(happened(), (one) => one.event))
    shapes.push(`watch: ${event}`, ...shapesOf(all.map(({ data }) => data)));
  await run('status');
  const [first] = (await run('uploads list --state completed')) as {
    readonly id: number;
    readonly contentId: string;
  }[];
  if (first === undefined) throw new Error('Nothing was uploaded.');
  await run('uploads show', String(first.id));
  await run('folders list');
  await run('folders files research --place searchable');
  await run('folders files research --place attention');
  await run('documents list');
  await run('documents show', first.contentId);
  await run('documents tag --add q3', first.contentId);
  await run('documents share', first.contentId);
  await run('documents annotated --output annotated.json', first.contentId);
  await run('documents original --output original.txt', first.contentId);
  await run('tags list');
  await run('tags create quarterly');
  await run('connectors list');
  await run('connectors create --type email --label Inbox --allow-email a@example.com');
  await run('search growth');
  await run('quotas');
  await run('executions');
  await run('profiles list');
  await run('profiles add Second https://second.example.com');
  await run('network show');
  await run('notes list');
  await run('cite show', `sluice://document/${first.contentId}`);
  await run('pause');
  await run('resume');
  await run('retry');
  await run('upload --wait in/a.txt missing.txt');
  await run('backup backup.sluice');
  await run('folders edit research --settle 1 --pause');
  await run('folders remove research --yes');
  await run('documents delete --yes', first.contentId);
  await run('uploads list');
  await run('nonsense');
  const asked = (await service.ask('requests?limit=100000')) as { readonly requests: RecordedRequest[] };
  const requests = asked.requests.map(
    ({ origin, method, route, path, status, headerNames }) =>
      `${origin} ${method} ${route ?? path}: ${status} (${headerNames.toSorted().join(', ')})`,
  );
  await expect(lines(shapes)).toMatchFileSnapshot(kept('answers'));
  await expect(lines([...new Set(requests)].sort())).toMatchFileSnapshot(kept('requests'));
});
