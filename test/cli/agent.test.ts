import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataOf, errorOf, eventsOf } from './support/answer-of.ts';
import {
  type Running,
  type Service,
  sluice,
  sluiceProcess,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

let service: Service;
let folder: { path: string; remove: () => void };
let running: Running[];
const here = (name: string) => join(folder.path, name);
const variables = { SLUICE_API_KEY: 'the-right-key' };

beforeAll(async () => {
  service = await startService('the-right-key');
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = temporaryFolder();
  running = [];
  mkdirSync(here('in'));
});
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  folder.remove();
});

const common = () => ['--data-dir', here('data'), '--base-url', service.baseUrl];
const run = (...args: string[]) => sluice([...args, ...common()], { variables, directory: folder.path });
function start(...args: string[]): Running {
  const one = startSluice([...args, ...common()], { variables, directory: folder.path });
  running.push(one);
  return one;
}
/** Waits for a line of JSON with these fields. */
async function line(from: Running, fields: Record<string, unknown>): Promise<void> {
  await expect.poll(from.lines).toContainEqual(expect.objectContaining(fields));
}

test('watch uploads what is put into a folder and ends cleanly on SIGTERM', async () => {
  writeFileSync(here('in/before.txt'), 'Apple reported.');
  expect((await run('folders', 'add', 'in', '--settle', '0.3')).code).toBe(0);
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  await line(agent, { event: 'upload', data: expect.objectContaining({ phase: 'completed' }) });
  writeFileSync(here('in/later.txt'), 'Tesla reported.');
  await line(agent, {
    event: 'upload',
    data: { phase: 'completed', upload: expect.objectContaining({ fileName: 'later.txt' }) },
  });
  agent.child.kill('SIGTERM');
  const { code, stderr } = await agent.ended;
  expect([code, stderr]).toEqual([0, '']);
  const told = eventsOf(agent.stdout());
  expect(told.at(-1)).toMatchObject({
    event: 'stopped',
    data: {
      summary: { uploaded: 2, completed: 2, duplicates: 0, failed: 0 },
      folders: [{ path: here('in'), health: { mode: 'native' }, coverage: { seen: 2 } }],
    },
  });
  expect(told.find(({ event }) => event === 'folder')?.data).toMatchObject({
    path: here('in'),
    health: { mode: expect.any(String), why: expect.any(String) },
  });
  const status = await run('status', '--json');
  expect(dataOf(status.stdout).folders[0].coverage).toMatchObject({
    seen: 2,
    searchable: 2,
    inProgress: 0,
  });
});

test('watch says in plain lines what it does, and ends on SIGINT too', async () => {
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  await run('folders', 'add', 'in', '--settle', '0.3');
  const agent = start('watch');
  await expect.poll(agent.stdout).toMatch(/\d\d:\d\d:\d\d {2}completed .*one\.txt/);
  agent.child.kill('SIGINT');
  expect((await agent.ended).code).toBe(0);
  expect(agent.stdout()).toMatch(/In .* s: 1 file uploaded \(15 B\) · 1 completed\.\n$/);
});

test('a folder added while the agent runs is watched without a restart', async () => {
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  await run('folders', 'add', 'in', '--settle', '0.3');
  await line(agent, { event: 'upload', data: expect.objectContaining({ phase: 'completed' }) });
});

test('a second agent on the same data folder is refused, saying who holds it', async () => {
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  const second = await run('watch', '--json');
  expect(second.code).toBe(8);
  expect(errorOf(second.stdout)).toMatchObject({
    code: 'LEDGER_BUSY',
    message: expect.stringContaining(`process ${agent.child.pid}`),
  });
  expect(second.stderr).toContain('Stop the other agent, or use another data folder.');
});

test('T1: status says which agent watches, and that none does once it was killed', async () => {
  await run('folders', 'add', 'in');
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  const during = await run('status');
  expect(during.stdout).toMatch(
    new RegExp(`Agent +process ${agent.child.pid} on .+ watches and uploads, since`),
  );
  const health = async () => dataOf((await run('folders', 'list', '--json')).stdout)[0].health;
  // What the agent itself says of its folder, as soon as it said so.
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ mode: 'native' });
  agent.child.kill('SIGKILL');
  await agent.ended;
  expect((await run('status')).stdout).toMatch(/Agent +none is running; start one with `sluice watch`/);
  expect(await health()).toMatchObject({
    mode: 'off',
    why: expect.stringContaining('No agent is watching now'),
  });
  expect(dataOf((await run('status', '--json')).stdout)).toMatchObject({ agent: null });
});

test('an upload while an agent runs is handed over to it, and can be waited for', async () => {
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  writeFileSync(here('one.txt'), 'Apple reported.');
  writeFileSync(here('two.txt'), 'Tesla reported.');
  const left = await run('upload', 'two.txt', '--json');
  expect([left.code, dataOf(left.stdout).uploads]).toEqual([0, 1]);
  const waited = await run('upload', 'one.txt', '--wait', '--json');
  expect([waited.code, waited.stderr]).toEqual([0, expect.stringContaining('This command waits for it.')]);
  expect(dataOf(waited.stdout)).toMatchObject({ uploads: 1, completed: 1 });
  await line(agent, {
    event: 'upload',
    data: { phase: 'completed', upload: expect.objectContaining({ fileName: 'two.txt' }) },
  });
});

// A script may delete its files after 0.
test.each([
  [['--wait'], { completed: 1 }],
  [[], { waiting: 0, failed: 0 }],
])('when the agent dies, an upload goes on by itself: %j', async (flags, sums) => {
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  // Stopped, the agent holds the data folder and does nothing.
  agent.child.kill('SIGSTOP');
  writeFileSync(here('one.txt'), 'Apple reported.');
  const waiting = start('upload', 'one.txt', ...flags, '--json');
  await expect.poll(waiting.stderr).toContain('This command waits for it.');
  agent.child.kill('SIGKILL');
  const { code, stdout, stderr } = await waiting.ended;
  expect([code, dataOf(stdout)], stderr).toMatchObject([0, { uploads: 1, ...sums }]);
  expect(stderr).toContain('The other process exited. This command continues the uploads.');
});

test('watch --once ends by itself when everything seen is in', async () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(here(`in/${name}.txt`), `Document ${name} of Apple.`);
  await run('folders', 'add', 'in', '--settle', '0.3');
  const once = await run('watch', '--once', '--json');
  expect(once.code, once.stderr).toBe(0);
  expect(eventsOf(once.stdout).at(-1)).toMatchObject({
    event: 'stopped',
    data: { summary: { completed: 3 } },
  });
});

test('watch --once over a folder that is not there is no success, and says so where all else is silent', async () => {
  writeFileSync(here('in/a.txt'), 'Document a of Apple.');
  await run('folders', 'add', 'in', '--settle', '0.3');
  mkdirSync(here('mount'));
  await run('folders', 'add', 'mount', '--settle', '0.3');
  rmSync(here('mount'), { recursive: true });
  const once = await run('watch', '--once', '--quiet');
  expect([once.code, once.stdout]).toEqual([7, '']);
  expect(once.stderr).toMatch(/mount: The watch folder is not there\./);
  expect((await run('uploads', 'list')).stdout).toMatch(/completed .*a\.txt/);
});

test('watch --once says which files need a person where all else is silent', async () => {
  writeFileSync(here('in/a.txt'), 'Document a of Apple.');
  writeFileSync(Buffer.from(here('in/b\xe9.txt'), 'latin1'), 'Document b of Apple.');
  await run('folders', 'add', 'in', '--settle', '0.3');
  // Cron sends no mail about a code alone.
  expect(await run('watch', '--once', '--quiet')).toEqual({
    code: 6,
    stdout: '',
    stderr: expect.stringMatching(/^ +1 {2}The name of the file is not text/),
  });
});

test('watch --once is no success when the settings are damaged or missing', async () => {
  await run('folders', 'add', 'in', '--settle', '0.3');
  writeFileSync(here('data/settings.json'), '{');
  const once = () =>
    sluice(['watch', '--once', '--quiet', '--data-dir', here('data')], { directory: folder.path });
  expect(await once()).toMatchObject({ code: 9 });
  expect(await once()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No service is set up yet'),
  });
});

test('watch --once ends, and takes the files, where a .sluiceignore is a pipe or endless', async () => {
  for (const name of ['a', 'b']) {
    mkdirSync(here(`in/${name}`), { recursive: true });
    writeFileSync(here(`in/${name}/${name}.txt`), `Document ${name} of Apple.`);
  }
  execFileSync('mkfifo', [here('in/a/.sluiceignore')]);
  symlinkSync('/dev/zero', here('in/b/.sluiceignore'));
  await run('folders', 'add', 'in', '--settle', '0.3');
  const once = await run('watch', '--once', '--json');
  expect(once.code, once.stderr).toBe(0);
  expect(eventsOf(once.stdout).at(-1)).toMatchObject({
    event: 'stopped',
    data: { summary: { completed: 2 } },
  });
});

test('W2: what is held back is named with its reason and time, and taken when a person says so', async () => {
  await run('folders', 'add', 'in', '--settle', '0.3', '--label', 'inbox');
  const agent = start('watch', '--json');
  await line(agent, { event: 'started' });
  writeFileSync(here('in/half.pdf'), '%PDF-1.7 never ends');
  await line(agent, {
    event: 'waiting',
    data: expect.objectContaining({
      path: 'half.pdf',
      reason: 'pdf-end',
      dueAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    }),
  });
  const listed = await run('folders', 'files', 'inbox');
  expect(listed.stdout).toMatch(/half\.pdf +waits +It ends without %%EOF.* Taken at/);
  expect(listed.stdout).toContain('sluice folders take inbox FILE');
  for (const command of [['status'], ['folders', 'list']])
    expect((await run(...command)).stdout).toMatch(/1 file of inbox held back: It ends without %%EOF/);
  const unknown = await run('folders', 'take', 'inbox', 'whole.pdf');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('No file whole.pdf is known')]);
  const taken = await run('folders', 'take', 'inbox', 'in/half.pdf');
  expect([taken.code, taken.stdout], taken.stderr).toEqual([0, '1 file will be taken as found now.\n']);
  await line(agent, {
    event: 'upload',
    data: expect.objectContaining({ upload: expect.objectContaining({ fileName: 'half.pdf' }) }),
  });
  const again = await run('folders', 'take', 'inbox', 'half.pdf');
  expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('half.pdf does not wait')]);
  expect((await run('folders', 'files', 'inbox')).stdout).toBe('No files wait there.\n');
  // Told once, though it was looked at again and again.
  expect(agent.lines().filter(({ event }) => event === 'waiting')).toHaveLength(1);
});

test('W2: folders take needs the agent that watches the folder', async () => {
  await run('folders', 'add', 'in', '--settle', '0.3', '--first-run', 'choose', '--label', 'inbox');
  writeFileSync(here('in/a.txt'), 'Apple reported.');
  await run('watch', '--once');
  const { code, stderr } = await run('folders', 'take', 'inbox', 'a.txt');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('This needs the agent that watches the folder'),
  ]);
});

test('W2: watch --once and demo say in plain lines why they still wait', async () => {
  await run('folders', 'add', 'in', '--settle', '0.3');
  writeFileSync(here('in/page.html'), '<html><p>It may end so.');
  // A time of its own that is not believed: it waits from when it is found.
  utimesSync(here('in/page.html'), new Date('2100-01-01'), new Date('2100-01-01'));
  const once = await run('watch', '--once');
  expect(once.stdout).toMatch(
    /\d {2}waits +.*in\/page\.html {2}It ends without <\/html>\. Taken at \d\d:\d\d/,
  );
  expect(once.stdout.match(/ waits /g)).toHaveLength(1);
  expect(once.stdout).toMatch(/ completed .*page\.html/);
  writeFileSync(here('in/half.pdf'), '%PDF-1.7 never ends');
  const demo = startSluice(['demo', '--folder', here('in')]);
  running.push(demo);
  await expect.poll(demo.stdout).toMatch(/^waits +half\.pdf {2}It ends without %%EOF.* Taken at/m);
  demo.child.kill('SIGINT');
});

test('files from before are chosen with folders choose', async () => {
  for (const name of ['a', 'b']) writeFileSync(here(`in/${name}.txt`), `Document ${name} of Apple.`);
  await run('folders', 'add', 'in', '--settle', '0.3', '--first-run', 'choose');
  const held = await run('watch', '--once', '--json');
  expect(eventsOf(held.stdout).at(-1)).toMatchObject({ data: { summary: { uploaded: 0 } } });
  const chosen = await run('folders', 'choose', 'in', 'in/a.txt', '--json');
  expect([chosen.code, chosen.stdout], chosen.stderr).toEqual([0, '{"version":1,"data":{"count":1}}\n']);
  // The other one still waits for a person.
  expect((await run('watch', '--once')).code).toBe(6);
  expect((await run('folders', 'choose', 'in', '--none')).stdout).toBe('1 file decided.\n');
  expect((await run('watch', '--once')).code).toBe(0);
  const uploads = await run('uploads', 'list', '--json');
  expect(dataOf(uploads.stdout)).toMatchObject([{ fileName: 'a.txt', state: 'completed' }]);
});

test('demo takes a folder in, prints its line and leaves nothing behind', async () => {
  mkdirSync(here('tmp'));
  writeFileSync(here('in/one.txt'), 'Apple and Microsoft reported.');
  writeFileSync(here('in/two.txt'), 'Apple and Microsoft reported.');
  const demo = await sluiceProcess(['demo', '--folder', here('in'), '--json'], {
    variables: { TMPDIR: here('tmp') },
  });
  expect([demo.code, demo.stderr]).toEqual([0, '']);
  const summary = dataOf(demo.stdout);
  expect(summary).toMatchObject({ seen: 3, uploaded: 2, completed: 2, duplicates: 1, failed: 0 });
  expect(Object.keys(summary)).toEqual([
    ...[
      'seen',
      'uploaded',
      'completed',
      'duplicates',
      'failed',
      'requests',
      'requestsPerDocument',
      'seconds',
    ],
    'topEntities',
  ]);
  expect(summary.requestsPerDocument).toBe(Math.round((summary.requests / 2) * 100) / 100);
  expect(summary.topEntities).toContainEqual({ name: 'Apple Inc.', documents: 2 });
  expect(readdirSync(here('tmp'))).toEqual([]);
  expect(readdirSync(here('in'))).toEqual(['one.txt', 'two.txt']);
});

test('demo fails when a file cannot be completed', async () => {
  writeFileSync(here('in/broken.pdf'), 'this is no PDF');
  const demo = await sluice(['demo', '--folder', here('in'), '--json']);
  expect(demo.code).toBe(6);
  expect(dataOf(demo.stdout)).toMatchObject({ seen: 2, completed: 1, failed: 1 });
  expect(demo.stderr).toContain('Not every file was completed');
});

test('an interrupted demo leaves nothing behind', async () => {
  mkdirSync(here('tmp'));
  for (let index = 0; index < 50; index += 1) writeFileSync(here(`in/${index}.txt`), `Document ${index}.`);
  const demo = startSluice(['demo', '--folder', here('in')], { variables: { TMPDIR: here('tmp') } });
  running.push(demo);
  await expect.poll(demo.stdout).toContain('uploaded');
  demo.child.kill('SIGINT');
  expect((await demo.ended).code).toBe(6);
  expect(readdirSync(here('tmp'))).toEqual([]);
});
