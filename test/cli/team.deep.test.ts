import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Client } from 'pg';
import { scopeOf } from '#core/team/scope.ts';
import { type Cluster, createCluster, hasPostgres } from '../team/support/cluster.ts';
import { connectAgent, intent } from '../team/support/connect-agent.ts';
import { until } from '../support/until.ts';
import { dataOf, errorOf } from './support/answer-of.ts';
import { type Service, sluice, startService, startSluice, temporaryFolder } from './support/program.ts';

let folder: { path: string; remove: () => void };
const here = (name: string) => join(folder.path, name);
beforeEach(() => {
  folder = temporaryFolder();
  onTestFinished(folder.remove);
});

const run = (args: readonly string[], variables: Record<string, string> = {}) =>
  sluice([...args, '--data-dir', here('data')], { variables, directory: folder.path });

test.each([
  ['a password', 'postgres://anna:hidden-word@db.example.com/sluice', 'SLUICE_TEAM_PASSWORD_FILE'],
  [
    'a password that looks like a path',
    'postgres://anna:hidden/word@db.example.com/sluice',
    'postgres://host',
  ],
  ['a parameter', 'postgres://anna@db.example.com/sluice?sslmode=disable', 'PGSSLROOTCERT'],
  ['another scheme', 'https://anna@db.example.com/sluice', 'postgres://host/database'],
])('an address with %s is refused, and nothing of a password is repeated', async (_name, address, helps) => {
  for (const args of [
    ['team', 'init'],
    ['watch', '--once'],
  ]) {
    const { code, stdout, stderr } = await run([...args, '--team', address]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(helps);
    expect(stderr).not.toMatch(/hidden|word@/);
  }
  expect((await run(['team', 'init'], { SLUICE_TEAM: address })).stderr).not.toMatch(/hidden|word@/);
});

describe.runIf(hasPostgres)('a team on the command line (needs the package postgresql)', () => {
  let cluster: Cluster;
  let service: Service;
  beforeAll(async () => {
    [cluster, service] = await Promise.all([createCluster({ turnable: false }), startService('team-key')]);
  });
  afterAll(() => Promise.all([cluster.remove(), service.stop()]));

  const variables = { SLUICE_API_KEY: 'team-key' };
  const at = (user: string, database: string) => `postgres://${user}@localhost:${cluster.port}/${database}`;

  /** A database that a team was set up in, with a login that its agents have. */
  async function createdTeam(database: string): Promise<void> {
    await cluster.watcher.query(`CREATE DATABASE ${database}`);
    const made = await run(['team', 'init', '--team', at('postgres', database), '--json']);
    expect(dataOf(made.stdout)).toMatchObject({ from: 0, agentRole: `${database}_agent` });
    await cluster.watcher.query(`CREATE ROLE ${database}_anna LOGIN IN ROLE ${database}_agent`);
  }
  const isOfTeam = ({ name }: { readonly name: string }) => name === "team's database";
  const common = () => ['--base-url', service.baseUrl];

  test('a team is set up, joined, seen and left', async () => {
    await createdTeam('desk');
    const address = at('desk_anna', 'desk');
    const again = ['team', 'init', '--team', at('postgres', 'desk'), '--per-minute', '60', '--json'];
    // What is not named stays as it is.
    expect(dataOf((await run([...again, '--places', '3'])).stdout).settings).toMatchObject({
      perMinute: 60,
      places: 3,
    });
    expect(dataOf((await run(again)).stdout)).toMatchObject({
      settings: { perMinute: 60, places: 3, reserve: 0 },
      areChanged: false,
    });
    const { stdout: changed } = await run([...again.slice(0, -3), '--reserve', '6']);
    expect(changed).toMatch(/up to date.*\nThe team's limits were changed:\nAll machines/);

    const asked = async (...args: string[]) => run([...args, ...common()], variables);
    expect((await asked('team', 'status')).code).toBe(2);
    const joined = await asked('team', 'join', '--team', address, '--machine', 'ANNA', '--json');
    expect(dataOf(joined.stdout)).toMatchObject({ team: { address, machine: 'ANNA' } });
    const well = dataOf((await asked('doctor', '--json')).stdout).checks.filter(isOfTeam);
    expect(well).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(well[0].message).toMatch(/^PostgreSQL \S.* on localhost answers in \d+ ms, /);
    const nowhere = await asked('doctor', '--json', '--team', 'postgres://desk_anna@localhost:1/desk');
    expect(dataOf(nowhere.stdout).checks.filter(isOfTeam)).toMatchObject([
      { ok: false, code: 'TEAM_UNREACHABLE', said: { code: 'team.network' } },
    ]);
    expect((await asked('status')).stdout).toMatch(/Team +joined/);
    const agent = startSluice(['watch', '--data-dir', here('data'), ...common()], { variables });
    const agents = async () => dataOf((await asked('team', 'status', '--json')).stdout).agents;
    await until('it is there', async () => (await agents()).length === 1);
    agent.child.kill('SIGTERM');
    expect((await agent.ended).code).toBe(0);
    expect(dataOf((await asked('team', 'status', '--json')).stdout)).toMatchObject({
      perMinute: 60,
      places: 3,
      agents: [{ name: 'ANNA', alive: false, seenAt: expect.stringMatching(/Z$/) }],
    });
    expect((await asked('team', 'status')).stdout).toMatch(/ANNA +offline/);

    const server = connectAgent(
      { host: '127.0.0.1', port: cluster.port, user: 'desk_anna', database: 'desk' },
      'FILESRV1',
    );
    await server.pause(undefined, false);
    const { code, stderr } = await asked('team', 'release', 'FILESRV1');
    expect([code, stderr]).toEqual([2, expect.stringContaining('FILESRV1 is connected')]);
    await server.close();
    expect((await asked('team', 'release', 'ANNA')).code).toBe(2);
    expect(dataOf((await asked('team', 'release', 'ANNA', '--yes', '--json')).stdout)).toMatchObject({
      name: 'ANNA',
      claims: 0,
      slots: 0,
    });
    expect(dataOf((await asked('team', 'leave', '--yes', '--json')).stdout)).toMatchObject({ left: true });
    expect((await asked('team', 'status')).code).toBe(2);
  });

  test('one look at a folder that another machine watches ends, and names that machine', async () => {
    await createdTeam('shelf');
    const server = connectAgent(
      { host: '127.0.0.1', port: cluster.port, user: 'shelf_anna', database: 'shelf' },
      'FILESRV1',
      { scope: await scopeOf(service.baseUrl, 'team-key') },
    );
    await server.lead('folder:share', await scopeOf(service.baseUrl, 'team-key'));
    mkdirSync(here('share'));
    writeFileSync(here('share/a.txt'), 'The company reported record revenue.');
    await run(['folders', 'add', 'share', '--shared-as', 'share', ...common()], variables);
    const look = ['watch', '--once', '--team', at('shelf_anna', 'shelf'), ...common()];
    const { code, stdout } = await run(look, variables);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('share: Watched by FILESRV1. This machine takes over when FILESRV1 stops.'),
    ]);
    expect(stdout).toMatch(/0 files uploaded/);
    await server.close();
    const next = await run(look, variables);
    expect([next.code, next.stdout]).toEqual([0, expect.stringMatching(/1 file uploaded/)]);
  });

  test('the two commands of docs/team.md bring up a database and a second agent', async () => {
    await cluster.watcher.query('CREATE DATABASE research');
    const page = readFileSync(new URL('../../docs/team.md', import.meta.url), 'utf8');
    const [init = [], second = []] = (/## Two commands\n.*?```\n(.*?)\n```/s.exec(page)?.[1] ?? '')
      .replaceAll('localhost/', `localhost:${cluster.port}/`)
      .replaceAll('~/', here(''))
      .split('\n')
      .map((line) => line.split(' | ').map((command) => command.split(' ').slice(1)));
    mkdirSync(here('folder'));
    writeFileSync(here('folder/report.txt'), 'A report that says something of its own.');
    const first = { variables: { ...variables, SLUICE_DATA_DIR: here('first') } };
    expect((await sluice(['folders', 'add', here('folder'), ...common()], first)).code).toBe(0);
    expect(await sluice(init[0] ?? [], first)).toMatchObject({ code: 0, stderr: '' });
    const { stdout: exported } = await sluice(second[0] ?? [], first);
    const agent = startSluice(second[1] ?? [], { variables, input: exported });
    await until('it has sent', () => agent.stdout().includes('uploaded'));
    const team = ['--team', at('postgres', 'research')];
    const { agents } = dataOf((await sluice(['team', 'status', ...team, '--json'], first)).stdout);
    expect(agents).toMatchObject([{ alive: true }]);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toMatchObject({ code: 0, stderr: '' });
  });

  /** A team with a machine that is gone: it was about to send a file. */
  async function teamWithStranded(database: string) {
    await createdTeam(database);
    const user = `${database}_anna`;
    const scope = await scopeOf(service.baseUrl, 'team-key');
    const gone = connectAgent({ host: '127.0.0.1', port: cluster.port, user, database }, 'GONE', { scope });
    await gone.claim({ ...intent('a', 1_234), scope, fileName: 'orrin-q3.pdf' });
    await gone.close();
    const admin = new Client({ host: '127.0.0.1', port: cluster.port, user: 'postgres', database });
    await admin.connect();
    await admin.query(`UPDATE sluice.agents SET lease_until = now() - interval '1 hour'`);
    await admin.end();
    return { user, database };
  }

  test('status says which files only a machine has that is gone, to who has the key', async () => {
    const { user, database } = await teamWithStranded('lost');
    const asked = async (key: string, ...more: string[]) =>
      run(['team', 'status', '--team', at(user, database), ...common(), ...more], { SLUICE_API_KEY: key });
    const { stdout } = await asked('team-key');
    expect(stdout).toContain('1 file waits for its machine, 1.2 kB, and is sent when that is back.');
    expect(stdout).toMatch(/orrin-q3\.pdf +1\.2 kB +GONE +\d{4}-/);
    expect(dataOf((await asked('team-key', '--json')).stdout).stranded).toMatchObject({
      total: 1,
      bytes: 1_234,
      files: [{ fileName: 'orrin-q3.pdf', size: 1_234, by: { name: 'GONE' } }],
    });
    expect((await asked('another-key')).stdout).not.toMatch(/orrin/);
  });

  test('a machine and the team are paused and resumed, which status and resume tell', async () => {
    await createdTeam('quiet');
    const asked = async (...args: string[]) =>
      run([...args, ...common(), '--team', at('quiet_anna', 'quiet')], variables);
    const address = { host: '127.0.0.1', port: cluster.port, user: 'quiet_anna', database: 'quiet' };
    const server = connectAgent(address, 'FILESRV1');
    await server.pause(undefined, false);
    const named = await asked('team', 'join', '--machine', '  ANNA   2 ', '--json');
    expect(dataOf(named.stdout)).toMatchObject({ team: { machine: 'ANNA 2' } });
    const taken = await asked('team', 'join', '--machine', 'FILESRV1');
    expect(taken.stderr).toContain('A machine of the team is called FILESRV1 already.');
    expect((await asked('team', 'join', '--machine', 'ANNA')).code).toBe(0);
    mkdirSync(here('folder'));
    expect((await run(['folders', 'add', here('folder'), ...common()], variables)).code).toBe(0);
    const agent = startSluice(['watch', '--data-dir', here('data'), ...common()], { variables });
    const told = async () => (await run(['status', '--check'], variables)).stdout;
    const becomes = (words: RegExp) => until(`status says ${words}`, async () => words.test(await told()));
    await becomes(/^OK: everything is done/);

    await server.pause(
      ((await server.status()) as { agents: { agent: string; name: string }[] }).agents.find(
        ({ name }) => name === 'ANNA',
      )?.agent,
      true,
    );
    await becomes(/^OK: paused by FILESRV1 for the team; `sluice team resume` goes on/);
    const resumed = await run(['resume'], variables);
    expect([resumed.code, resumed.stdout, resumed.stderr]).toEqual([
      6,
      '',
      expect.stringContaining('still paused by FILESRV1 for the team; `sluice team resume` goes on'),
    ]);
    expect((await run(['team', 'status'], variables)).stdout).toMatch(/ANNA +paused by FILESRV1 /);
    expect((await run(['team', 'pause', '--all'], variables)).code).toBe(0);
    await becomes(/^OK: paused: ANNA paused the whole team; `sluice team resume --all` goes on/);
    expect((await run(['team', 'status'], variables)).stdout).toMatch(/FILESRV1 +paused /);
    expect((await run(['team', 'resume', '--all'], variables)).stdout).toBe(
      'The team goes on.\nStill paused, each on its own: ANNA. `sluice team resume MACHINE` lets one go on.\n',
    );
    await becomes(/^OK: paused by FILESRV1/);
    expect((await run(['team', 'resume'], variables)).stdout).toBe('ANNA is paused no more.\n');
    await becomes(/^OK: everything is done/);
    agent.child.kill('SIGTERM');
    const { stdout } = await agent.ended;
    expect(stdout.match(/Over: .* paused/g)).toHaveLength(1);

    connectAgent(address, 'FILESRV1').begin();
    await until('there are two of a name', async () =>
      /called FILESRV1\. Say which.*last seen.*last seen/s.test(
        (await run(['team', 'pause', 'FILESRV1'], variables)).stderr,
      ),
    );
    expect((await run(['team', 'status'], variables)).stdout).toMatch(/version +id\n/);
  });

  test('a password is kept for one database, and shown to nobody', async () => {
    await createdTeam('vault');
    await cluster.watcher.query(`ALTER ROLE vault_anna PASSWORD 'hidden-word'`);
    await cluster.demandPassword('vault_anna');
    const address = at('vault_anna', 'vault');
    const asked = async (args: string[], more: Record<string, string> = {}) =>
      run([...args, ...common(), '--json'], { ...variables, ...more });

    const without = await asked(['team', 'join', '--team', address]);
    expect([without.code, errorOf(without.stdout)?.code]).toEqual([4, 'TEAM_REFUSED']);
    expect(without.stderr).toMatch(/This machine was not joined.*NO_PASSWORD.*--password.*stops here/s);
    expect(without.stderr).not.toContain('continues automatically');
    expect(dataOf((await asked(['profiles', 'list'])).stdout)[0]).not.toHaveProperty('team');
    const asAgent = await asked(['team', 'init', '--team', address], { SLUICE_TEAM_PASSWORD: 'hidden-word' });
    expect([asAgent.code, errorOf(asAgent.stdout)?.message]).toEqual([4, expect.stringMatching(/owns it/)]);
    const wrong = await asked(['team', 'join', '--team', address], { SLUICE_TEAM_PASSWORD: 'wrong' });
    expect(errorOf(wrong.stdout)?.message).toContain('does not accept the user or the password');
    writeFileSync(here('password'), 'hidden-word\n', { mode: 0o600 });
    const file = { SLUICE_TEAM_PASSWORD_FILE: here('password') };
    const joined = await asked(['team', 'join', '--password', '--team', address], file);
    expect(dataOf(joined.stdout)).toMatchObject({ team: { address } });
    const seen = await asked(['team', 'status']);
    expect(seen.code).toBe(0);
    expect(statSync(here('data/keys.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(here('data/settings.json'), 'utf8')).not.toContain('hidden-word');
    for (const { stdout, stderr } of [without, joined, seen])
      expect(stdout + stderr).not.toContain('hidden-word');

    await createdTeam('elsewhere');
    await cluster.demandPassword('elsewhere_anna');
    expect((await asked(['team', 'status', '--team', at('elsewhere_anna', 'elsewhere')])).code).toBe(4);
    expect((await asked(['team', 'leave', '--yes'])).code).toBe(0);
    expect((await asked(['team', 'status', '--team', address])).code).toBe(4);
  });

  test('two agents on one folder make each document once, and both end by themselves', async () => {
    await createdTeam('shared');
    mkdirSync(here('folder'));
    for (let index = 0; index < 60; index += 1)
      writeFileSync(here(`folder/report-${index}.txt`), `Report ${index} says something of its own.`);
    const agents = ['a', 'b'].map((name) => {
      const args = ['--data-dir', here(name), ...common()];
      return {
        args,
        start: () =>
          startSluice(['watch', '--once', ...args, '--team', at('shared_anna', 'shared')], { variables }),
      };
    });
    for (const { args } of agents)
      expect((await sluice(['folders', 'add', here('folder'), ...args], { variables })).code).toBe(0);
    const audited = async () =>
      (await service.ask('audit')) as {
        documents: { readonly deleted: boolean }[];
        duplicates: object;
      };
    const { length: before } = (await audited()).documents;
    const ended = await Promise.all(agents.map(({ start }) => start().ended));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const { documents, duplicates } = await audited();
    expect(documents.filter(({ deleted }) => !deleted)).toHaveLength(before + 60);
    expect(duplicates).toEqual({});
  });
});
