import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findingKey, type Health } from '#shared/bridge/health.ts';
import { type ExitClass, exitCodes } from '#shared/errors/catalog-entry.ts';
import { expectTextToSay, readStatus } from '../truth/status-says.ts';
import { type Service, sluice, startService, startSluice, temporaryFolder } from './support/program.ts';
import { eventsOf } from './support/answer-of.ts';

interface Place {
  readonly service: Service;
  readonly inbox: string;
}

interface State {
  readonly name: string;
  readonly key?: string;
  /** Before the agent begins. */
  readonly file?: readonly [name: string, content: string];
  /** Once it watches. */
  readonly happens?: (place: Place) => Promise<void> | void;
  readonly state: Health['state'];
  readonly code?: string;
  readonly exit: ExitClass;
}

const states: readonly State[] = [
  { name: 'all is in', file: ['a.txt', 'Apple reported.'], state: 'idle', exit: 'ok' },
  {
    name: 'the key is rejected',
    key: 'a-key-nobody-knows',
    file: ['a.txt', 'Apple reported.'],
    state: 'trouble',
    code: 'KEY_REJECTED',
    exit: 'authorization',
  },
  { name: 'a file is incomplete', file: ['a.pdf', '%PDF-1.7 and no end'], state: 'waiting', exit: 'ok' },
  { name: 'a file is refused', file: ['a.exe', 'MZ\0\0'], state: 'attention', exit: 'partial' },
  {
    name: 'the service is gone',
    happens: async ({ service, inbox }) => {
      await service.stop();
      writeFileSync(join(inbox, 'a.txt'), 'Apple reported.');
    },
    state: 'held',
    code: 'UNREACHABLE',
    exit: 'unreachable',
  },
  {
    name: 'the folder is gone',
    happens: ({ inbox }) => renameSync(inbox, `${inbox}-elsewhere`),
    state: 'trouble',
    code: 'FOLDER_MISSING',
    exit: 'localFile',
  },
];

// As a tuple, because a name in `$name` is cut off.
test.each(states.map((one) => [one.name, one] as const))(
  'T-5, T-7: %s: status says so beside the agent, as text and as JSON, as watch does, and ends by it',
  async (_name, { key = 'the-right-key', file, happens, state, code, exit }) => {
    const folder = temporaryFolder();
    const service = await startService('the-right-key');
    onTestFinished(async () => {
      await service.stop();
      folder.remove();
    });
    const inbox = join(folder.path, 'in');
    mkdirSync(inbox);
    if (file) writeFileSync(join(inbox, file[0]), file[1]);
    const common = ['--data-dir', join(folder.path, 'data'), '--base-url', service.baseUrl];
    const given = { variables: { SLUICE_API_KEY: key }, directory: folder.path };
    const run = (...args: string[]) => sluice([...args, ...common], given);
    expect((await run('folders', 'add', 'in', '--settle', '0.3', '--label', 'inbox')).code).toBe(0);
    const agent = startSluice(['watch', '--json', ...common], given);
    onTestFinished(async () => {
      agent.child.kill('SIGKILL');
      await agent.ended;
    });
    await expect.poll(agent.lines).toContainEqual(expect.objectContaining({ event: 'started' }));
    await happens?.({ service, inbox });
    const status = async () => readStatus((await run('status', '--json')).stdout);
    const seen = { searchable: 0, waiting: 0, attention: 0 };
    await expect
      .poll(async () => {
        const said = await status();
        Object.assign(seen, said.folders[0]?.coverage);
        // An agent that has not come to the file yet is idle too.
        const isThere = happens !== undefined || code !== undefined || seen.searchable + seen.attention > 0;
        return isThere || seen.waiting > 0 ? said.health.state : 'not there yet';
      })
      .toBe(state);
    const text = await run('status');
    const json = await run('status', '--json');
    const said = readStatus(json.stdout);
    expect([text.code, json.code, text.stderr, json.stderr]).toEqual([
      exitCodes[exit],
      exitCodes[exit],
      '',
      '',
    ]);
    expect(said.health.findings.map((finding) => finding.code)).toEqual(code === undefined ? [] : [code]);
    expect(said.agent?.process).toBe(agent.child.pid);
    expectTextToSay(text.stdout, said);
    // The agent says what is otherwise than well, and says nothing of what is.
    const told = () =>
      eventsOf(agent.stdout()).findLast(({ event }) => event === 'health')?.data as
        | { health: Health }
        | undefined;
    const keys = said.health.findings.map(findingKey);
    await expect.poll(() => told()?.health.findings.map(findingKey) ?? []).toEqual(keys);
  },
);
