import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerSchema, eventSchema } from '../../src/cli/output/frame-schema.ts';
import { exitCodes } from '#shared/errors/catalog-entry.ts';
import {
  type Ended,
  type RunOptions,
  type Service,
  sluice,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
/** README leads to it. */
const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');

/** The commands of the page's table, one each: `folders add|list` is two. */
function commandsShown(): string[] {
  const table = page.slice(page.indexOf('| command | what it does |'));
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, shown]) => shown ?? ''))
    .flatMap((shown) => {
      const [command = '', rest = ''] = shown.replaceAll('\\|', '|').split(' ');
      const isGroup = /^[a-z|-]+$/.test(rest);
      return isGroup ? rest.split('|').map((sub) => `${command} ${sub}`) : [command];
    });
}

test.each(['en', 'de'])('every command that a sentence (%s) tells somebody to run exists', (language) => {
  const locale = new URL(`../../resources/locales/${language}.json`, import.meta.url);
  const named = [...readFileSync(locale, 'utf8').matchAll(/[`„]sluice( [a-z][a-z-]*)( [a-z][a-z-]*)?/g)];
  expect(named.length).toBeGreaterThan(50);
  const known = new Set([...page.matchAll(/\*\*`(sluice [^`<[]+?) ?[`<[]/g)].map(([, command]) => command));
  const isGroup = (name: string) => [...known].some((command) => command?.startsWith(`${name} `));
  const missing = named
    .map(([, command = '', sub = '']) => `sluice${command}${isGroup(`sluice${command}`) ? sub : ''}`)
    .filter((name) => !known.has(name) && !isGroup(name));
  expect(missing).toEqual([]);
});

interface Step {
  readonly args: readonly string[];
  readonly exit?: keyof typeof exitCodes;
  readonly input?: string;
  /** What it writes is for a shell. */
  readonly isText?: true;
  /** What it writes is a file, which stands there as it is (docs/scripting.md). */
  readonly isFile?: true;
  /** Runs until it is told to end. */
  readonly ends?: 'SIGTERM';
}

/** A moment of these decades in milliseconds, which no answer tells so. */
const epochTime = /"\w+":\s*1[5-9]\d{11}(?!\d)/;
const key = 'the-right-key';
/** Where no team's database is. */
const nobody = 'postgres://nobody@127.0.0.1:1/research';
const folder = temporaryFolder();
const here = (name: string) => join(folder.path, name);
let service: Service;
let contentId = '';
let connectorId = '';
const where = () => ['--data-dir', here('data'), '--base-url', service.baseUrl];
const common = () => [...where(), '--agents-url', service.agentsUrl, '--profile-name', 'desk', '--json'];

/** In the order in which they can be run. */
const steps: Readonly<Record<string, () => Step>> = {
  sandbox: () => ({ args: ['--enrich-seconds', '0.1-0.3'], ends: 'SIGTERM' }),
  demo: () => ({ args: ['--folder', here('demo')] }),
  'folders add': () => ({ args: ['in', '--settle', '0.3', '--label', 'inbox'] }),
  'folders preview': () => ({ args: ['inbox', '--hash'] }),
  watch: () => ({ args: ['--once'] }),
  'folders list': () => ({ args: [] }),
  'folders files': () => ({ args: ['inbox'] }),
  // Nothing is held back here, and nothing has vanished; that is said.
  'folders take': () => ({ args: ['inbox', 'one.txt'], exit: 'usage' }),
  'folders choose': () => ({ args: ['inbox', '--all'] }),
  'folders decide': () => ({ args: ['inbox', '--keep'], exit: 'usage' }),
  'folders edit': () => ({ args: ['inbox', '--settle', '0.5'] }),
  upload: () => ({ args: ['two.txt', '--wait'] }),
  status: () => ({ args: [], exit: 'partial' }),
  retry: () => ({ args: [] }),
  pause: () => ({ args: [] }),
  resume: () => ({ args: [] }),
  'uploads list': () => ({ args: [] }),
  'uploads show': () => ({ args: ['1'] }),
  'uploads cancel': () => ({ args: ['1'] }),
  'uploads pause': () => ({ args: ['1'] }),
  'uploads resume': () => ({ args: ['1'] }),
  'uploads top': () => ({ args: ['1'] }),
  'uploads resolve': () => ({ args: ['1', '--choice', 'keep'] }),
  'uploads export': () => ({ args: ['--format', 'json'], isFile: true }),
  'documents list': () => ({ args: [] }),
  'documents show': () => ({ args: [contentId] }),
  'documents tag': () => ({ args: [contentId, '--add', 'quarterly'] }),
  'documents share': () => ({ args: [contentId] }),
  'documents original': () => ({ args: [contentId, '--output', here('original.txt')] }),
  'documents annotated': () => ({ args: [contentId, '--output', here('annotated.json')] }),
  'tags list': () => ({ args: [] }),
  'tags create': () => ({ args: ['yearly'] }),
  'notes import': () => ({ args: ['-'], input: '[]' }),
  'notes list': () => ({ args: [] }),
  'notes export': () => ({ args: [], isFile: true }),
  'cite check': () => ({ args: [here('two.txt')] }),
  'cite show': () => ({ args: [`sluice://document/${contentId}`] }),
  'connectors create': () => ({
    args: ['--type', 'investment_research', '--label', 'Broker', '--broker-user', 'desk'],
    input: 'canary-password-7\n',
  }),
  'connectors list': () => ({ args: [] }),
  'connectors show': () => ({ args: [connectorId] }),
  'connectors update': () => ({ args: [connectorId, '--label', 'Research'] }),
  'connectors sync': () => ({ args: [connectorId, '--since', '2026-01-31'] }),
  'connectors archive': () => ({ args: [connectorId] }),
  'connectors delete': () => ({ args: [connectorId, '--yes'] }),
  search: () => ({ args: ['Apple'] }),
  quotas: () => ({ args: [] }),
  executions: () => ({ args: [] }),
  call: () => ({ args: ['subscription.quotas'] }),
  doctor: () => ({ args: [] }),
  ui: () => ({ args: [], ends: 'SIGTERM' }),
  'documents delete': () => ({ args: [contentId, '--yes'] }),
  'folders remove': () => ({ args: ['inbox'] }),
  'ledger rebuild': () => ({ args: ['desk'] }),
  'ledger start-fresh': () => ({ args: ['desk', '--yes'] }),
  // The profile was led nowhere else.
  'ledger service': () => ({ args: ['desk', 'same-service'], exit: 'usage' }),
  'key set': () => ({ args: [] }),
  'key allow': () => ({ args: ['--yes'] }),
  'key test': () => ({ args: [] }),
  'profiles list': () => ({ args: [] }),
  'profiles add': () => ({ args: ['other', service.baseUrl] }),
  'profiles use': () => ({ args: ['desk'] }),
  'profiles edit': () => ({ args: ['other', '--requests-per-minute', '400'] }),
  'export-config': () => ({ args: [] }),
  validate: () => ({ args: ['-'], input: 'version: 1\n' }),
  apply: () => ({ args: ['-'], input: 'version: 1\n' }),
  environment: () => ({ args: [] }),
  'network show': () => ({ args: [] }),
  'network proxy': () => ({ args: ['none'] }),
  'network exceptions': () => ({ args: ['localhost'] }),
  'network certificates': () => ({ args: ['none'] }),
  'network login': () => ({ args: ['http://127.0.0.1:3128'], input: 'person:secret\n' }),
  'network logout': () => ({ args: [] }),
  // No database answers here; test/cli/team.deep.test.ts has one.
  'team init': () => ({ args: ['--team', nobody], exit: 'unreachable' }),
  'team join': () => ({ args: ['--team', nobody], exit: 'unreachable' }),
  'team status': () => ({ args: ['--team', nobody], exit: 'unreachable' }),
  'team release': () => ({ args: ['FILESRV1', '--yes', '--team', nobody], exit: 'unreachable' }),
  'team pause': () => ({ args: ['--all', '--team', nobody], exit: 'unreachable' }),
  'team resume': () => ({ args: ['--all', '--team', nobody], exit: 'unreachable' }),
  'team leave': () => ({ args: [] }),
  backup: () => ({ args: [here('backup.tar')] }),
  // No older Sluice left a ledger here.
  rollback: () => ({ args: ['--yes'], exit: 'data' }),
  restore: () => ({ args: [here('backup.tar'), '--yes'] }),
  'key forget': () => ({ args: ['--yes'] }),
  'profiles remove': () => ({ args: ['other', '--yes'] }),
  completion: () => ({ args: ['bash'], isText: true }),
};

beforeAll(async () => {
  for (const name of ['in', 'demo']) mkdirSync(here(name));
  writeFileSync(here('in/one.txt'), 'Apple reported.');
  writeFileSync(here('two.txt'), 'Tesla reported.');
  writeFileSync(here('demo/three.txt'), 'Microsoft reported.');
  service = await startService(key);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

test('T-21: every command that the page shows is tried here, and no other', () => {
  expect(Object.keys(steps).toSorted()).toEqual([...new Set(commandsShown())].toSorted());
});

describe('T-21: what the page shows works as written, and what it writes can be piped to jq', () => {
  test.each(Object.entries(steps))('sluice %s', async (name, step) => {
    const { args, exit = 'ok', input, ends, isText, isFile = false } = step();
    const isSandbox = name === 'sandbox' || name === 'demo';
    const words = [...name.split(' '), ...args, ...(isSandbox ? ['--json'] : common())];
    const given = {
      directory: folder.path,
      variables: { SLUICE_API_KEY: key, ...(isSandbox && { SLUICE_SANDBOX_API_KEY: key }) },
      ...(input === undefined ? {} : { input }),
    };
    const { code, stdout, stderr } = await (ends ? endedBy(ends, words, given) : sluice(words, given));
    expect(code, stderr + stdout).toBe(exitCodes[exit]);
    if (isText) return;
    // As `jq` reads it: one value after the other.
    const values = stdout.trim() === '' ? [] : readValues(stdout);
    // O9: one shape, and no moment in milliseconds in it.
    for (const value of isFile ? [] : values) {
      if (value !== null && typeof value === 'object' && 'event' in value) eventSchema.parse(value);
      else answerSchema.parse(value);
      expect(JSON.stringify(value).match(epochTime)).toBeNull();
    }
    if (name === 'uploads list') contentId = rowsOf(values)[0]?.contentId ?? '';
    if (name === 'connectors create')
      connectorId = (values[0] as { data: { connector_id: string } }).data.connector_id;
  });

  test('README’s own service in five lines, from a folder to its documents', async () => {
    const [, block = ''] = /## Your service, in five lines\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const [first = '', ...lines] = block.trim().split('\n');
    expect([first.split('=')[0], lines.length]).toEqual(['export SLUICE_API_KEY', 4]);
    mkdirSync(here('Research'));
    writeFileSync(here('Research/four.txt'), 'Nvidia reported.');
    for (const line of lines) {
      const words = (line.split('#')[0] ?? '').trim().split(/\s+/).slice(1);
      const args = words.map((word) =>
        word.replace('https://api.example.com', service.baseUrl).replace('~', folder.path),
      );
      // Else it watches until it is told to end.
      if (args[0] === 'watch') args.push('--once');
      const { code, stdout, stderr } = await sluice([...args, '--data-dir', here('five')], {
        directory: folder.path,
        variables: { SLUICE_API_KEY: key },
      });
      expect(code, line + stderr + stdout).toBe(exitCodes.ok);
      if (args[0] === 'watch') expect(stdout).toContain('1 completed');
    }
  });

  test('LANG=de_DE.UTF-8 sluice status, and LC_ALL=C', async () => {
    const args = ['status', '--data-dir', here('data')];
    const german = await sluice(args, { variables: { LANG: 'de_DE.UTF-8' } });
    expect(german.stdout).toContain('Dienst');
    const english = await sluice(args, { variables: { LANG: 'de_DE.UTF-8', LC_ALL: 'C' } });
    expect(english.stdout).toContain('Service');
  });

  test('sluice COMMAND --help', async () => {
    const { code, stdout } = await sluice(['folders', '--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: sluice folders')]);
  });
});

/** Until it says where it listens, and is told to end. */
async function endedBy(signal: NodeJS.Signals, words: string[], given: RunOptions): Promise<Ended> {
  const running = startSluice(words, given);
  await expect.poll(() => running.stdout() + running.stderr()).toContain('\n');
  running.child.kill(signal);
  return running.ended;
}

const rowsOf = ([first]: readonly unknown[]) => (first as { data: { contentId: string }[] }).data;

/** A document of JSON, or a line each. */
function readValues(stdout: string): unknown[] {
  const lines = stdout.trim().split('\n');
  return /^[[{]$/.test(lines[0] ?? '')
    ? [JSON.parse(stdout)]
    : lines.map((line) => JSON.parse(line) as unknown);
}
