import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import { type Ended, type Running, sluiceProcess, startSluice } from '../../cli/support/program.ts';
import { sha256, type WorldService } from './service.ts';

/** How commands and agents run in a world: as which user, on which machine, with which variables. */
export interface World {
  /** The watch folder, as this test writes into it. */
  readonly folder: string;
  /** Its path as the agent knows it, where that is another. */
  readonly folderInside?: string;
  readonly service: WorldService;
  /** SHA-256 of documents that the service has from before. */
  readonly before?: readonly string[];
  /** Runs a command to its end. */
  run(...parameters: string[]): Promise<Ended>;
  /**
   * Starts `sluice watch` and returns once it watches.
   *
   * @param later how many hours its clock is ahead, where the world can turn it
   */
  watch(later?: number): Promise<{ kill(): Promise<void>; stop(): Promise<number | null> }>;
}

/** Real filings where the shared folder lies beside the clone; the journey does not need them. */
const corpus = new URL('../../../../shared/corpus/', import.meta.url);

/**
 * What every world has to get right, from the first file to a restart after SIGKILL: watch, upload,
 * searchable, edit, save by renaming, rename over an uploaded file, delete. At its end the service has each
 * content exactly once and nothing else, and Sluice reports that all is well.
 */
export async function runMainJourney(world: World): Promise<void> {
  const { folder, service } = world;
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  // A folder of its own for each journey through one service.
  const label = `journey ${folder}`;
  const original = `The first report of ${label}: revenue rose.`;
  write('a.txt', original);
  write('notes/b.txt', `A note of ${label}.`);
  write('Größe & Währung.csv', `metric;value of ${label}\nrevenue;1\n`);
  const filing = new URL('oracle-8-k.html', corpus);
  if (existsSync(filing)) copyFileSync(filing, join(folder, 'filing.html'));

  const path = world.folderInside ?? folder;
  const added = await world.run(
    ...[
      'folders',
      'add',
      path,
      '--settle',
      '0.2',
      '--changed',
      'replace',
      '--local-delete',
      'delete',
      '--json',
    ],
  );
  expect(added, added.stderr).toMatchObject({ code: 0 });
  let agent = await world.watch();
  await arrives(world, 'the first files');

  write('a.txt', `${original} An edit in place.`);
  await arrives(world, 'an edit');

  const saved = `A note of ${label}, saved by renaming.`;
  write('notes/.b.txt.swp', saved);
  renameSync(join(folder, 'notes/.b.txt.swp'), join(folder, 'notes/b.txt'));
  await arrives(world, 'a save by renaming');

  write('c.txt', `A third text of ${label}.`);
  await arrives(world, 'a third file');
  renameSync(join(folder, 'c.txt'), join(folder, 'a.txt'));
  await arrives(world, 'a rename over an uploaded file');

  // A document follows a deleted file once two complete passes, a minute apart, have missed the file. A start
  // makes a pass, so agents whose clocks are hours ahead need no minutes.
  rmSync(join(folder, 'notes/b.txt'));
  for (const hours of [1, 2, 3]) {
    await agent.kill();
    agent = await world.watch(hours);
    write(`after-${hours}.txt`, `Written for the agent ${hours} hours later, in ${label}.`);
    await arrivesBut(world, `a file for the agent ${hours} hours later`, saved);
  }
  await arrives(world, 'a deletion');
  await agent.kill();
  write('d.txt', `Written while no agent ran, in ${label}.`);
  agent = await world.watch();
  await arrives(world, 'a file from before the restart');
  // Sluice learns of the last statuses by its own looks.
  let status: Ended | undefined;
  await until('Sluice reports that all is well', async () => {
    status = await world.run('status', '--check');
    return status.code === 0;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${status?.stdout}${status?.stderr}`);
  });
  expect(await agent.stop()).toBe(0);
  const { landed, leakedKeys } = await service.state();
  const hashes = landed.map(({ sha256: hash }) => hash);
  expect(hashes, 'each content goes up once').toEqual([...new Set(hashes)]);
  expect(leakedKeys).toBe(0);
}

/** Waits until the documents at the service are the files of the folder, byte for byte, and all completed. */
export function arrives(world: World, what: string): Promise<void> {
  return arrivesBut(world, what);
}

/** The same, where the service may still have one document more. */
async function arrivesBut(world: World, what: string, mayStay = ''): Promise<void> {
  const wanted = filesOf(world.folder).map((name) => sha256(readFileSync(join(world.folder, name))));
  const expected = [...new Set([...wanted, ...(world.before ?? [])])].toSorted();
  let seen: string[] = [];
  await until(
    `${what}: the service has the files of the folder`,
    async () => {
      const { landed } = await world.service.state();
      seen = landed.flatMap(({ deleted, status, sha256: hash }) =>
        deleted ? [] : [status === 'completed' ? hash : `${hash} ${status}`],
      );
      const known = seen.filter((hash) => hash !== sha256(mayStay)).toSorted();
      return JSON.stringify(known) === JSON.stringify(expected);
    },
    60_000,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\nexpected: ${expected.join(' ')}\nseen: ${seen.toSorted().join(' ')}`);
  });
}

function filesOf(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    const name = join(below, entry.name);
    return entry.isDirectory() ? filesOf(folder, name) : [name];
  });
}

export interface PlainWorldOptions {
  readonly service: WorldService;
  /** Where the data folder and the watch folder lie. */
  readonly place: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly parameters?: readonly string[];
}

/** A world on this machine: the built program, its own data folder, the service's address and authority. */
export function plainWorld({ service, place, variables, parameters = [] }: PlainWorldOptions): World {
  const folder = join(place, 'in');
  mkdirSync(folder, { recursive: true });
  const authority = service.authority === undefined ? [] : ['--ca-file', service.authority];
  const common = [
    '--data-dir',
    join(place, 'data'),
    '--base-url',
    service.baseUrl,
    ...authority,
    ...parameters,
  ];
  return {
    folder,
    service,
    run: (...command) => sluiceProcess([...command, ...common], { variables, directory: place }),
    watch: (later) =>
      watching(
        startSluice(['watch', '--json', ...common], {
          variables: clockAhead(variables, later),
          directory: place,
        }),
      ),
  };
}

/** Variables for a process whose clock is hours ahead. */
export function clockAhead(
  variables: Readonly<Record<string, string>>,
  hours = 0,
): Readonly<Record<string, string>> {
  if (hours === 0) return variables;
  const module = new URL(`clock-ahead.mjs?hours=${hours}`, import.meta.url).href;
  return { ...variables, NODE_OPTIONS: `${variables.NODE_OPTIONS ?? ''} --import=${module}`.trim() };
}

/** Waits until an agent watches. */
export async function watching(running: Running) {
  const { child, ended } = running;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await until('the agent watches', () => {
    if (isOver) throw new Error(`The agent ended.\n${running.stdout()}\n${running.stderr()}`);
    return running.lines().some(({ event }) => event === 'started');
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    return (await ended).code;
  };
  return { kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}
