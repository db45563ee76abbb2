import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Service, sluice, startService, temporaryFolder } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('the-right-key');
});
afterAll(() => service.stop());

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const run = (args: readonly string[], variables: Record<string, string> = {}) =>
  sluice(args, {
    directory: folder.path,
    variables: { LC_ALL: 'C', SLUICE_DATA_DIR: join(folder.path, 'data'), ...variables },
  });
const file = (name: string, text: string, mode = 0o600) => {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

test('options come from variables; the command line is stronger', async () => {
  mkdirSync(join(folder.path, 'in'));
  const variables = {
    SLUICE_BASE_URL: `${service.baseUrl}/`,
    SLUICE_PROFILE: 'Desk',
    SLUICE_FOLDERS_ADD_SETTLE: '7',
    SLUICE_FOLDERS_ADD_SHARE: 'yes',
    SLUICE_FOLDERS_ADD_HIDDEN: '0',
    SLUICE_FOLDERS_ADD_DUPLICATES: 'add-tags',
    SLUICE_FOLDERS_ADD_TAG: 'one, two',
  };
  const added = await run(['folders', 'add', 'in', '--tag', 'three', '--json'], variables);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const shown = (await run(['folders', 'list'], { SLUICE_JSON: '1' })).stdout;
  expect(shown).toMatch(/"settleSeconds":7\b/);
  expect(shown).toMatch(/"tags":\["three"\]/);
  expect(shown).toMatch(/"share":true.*"duplicates":"add-tags"/);
  expect(shown).toMatch(/"includeHidden":false/);
  expect((await run(['profiles', 'list'])).stdout).toMatch(/Desk/);
});

test.each([
  [
    'SLUICE_FOLDERS_ADD_SETTLE',
    'soon',
    /SLUICE_FOLDERS_ADD_SETTLE holds 'soon', which is invalid\. Expected a number/,
  ],
  ['SLUICE_FOLDERS_ADD_SHARE', 'maybe', /SLUICE_FOLDERS_ADD_SHARE holds 'maybe'.*Expected 1 or 0/],
  [
    'SLUICE_FOLDERS_ADD_CHANGED',
    'x',
    /SLUICE_FOLDERS_ADD_CHANGED holds 'x'.*Allowed choices are new-document/,
  ],
  ['SLUICE_BASE_URL', 'ftp://x', /SLUICE_BASE_URL holds 'ftp:\/\/x'.*An address starts with https/],
])('a wrong value of %s is refused by its name: %s', async (name, value, said) => {
  const ended = await run(['folders', 'add', 'in'], { [name]: value });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
});

test('a variable of another command is nobody else’s, and no variable says yes', async () => {
  expect(await run(['folders', 'list'], { SLUICE_FOLDERS_ADD_SETTLE: 'soon' })).toMatchObject({ code: 0 });
  await run(['profiles', 'add', 'Desk', service.baseUrl]);
  const asked = await run(['profiles', 'remove', 'Desk'], { SLUICE_PROFILES_REMOVE_YES: '1' });
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
});

test('a key: the variable before its file, the file before the credential, the credential before what is stored', async () => {
  const base = { SLUICE_BASE_URL: service.baseUrl };
  const right = file('right', 'the-right-key\n');
  const wrong = file('wrong', 'another-key');
  const credentials = (name: string, key: string) => {
    mkdirSync(join(folder.path, name));
    file(`${name}/api-key`, key);
    return { CREDENTIALS_DIRECTORY: join(folder.path, name) };
  };
  const good = credentials('good', 'the-right-key');
  const bad = credentials('bad', 'another-key');
  const test = async (variables: Record<string, string>) =>
    (await run(['key', 'test'], { ...base, ...variables })).code;

  expect(await test({ SLUICE_API_KEY: 'the-right-key', SLUICE_API_KEY_FILE: wrong })).toBe(0);
  expect(await test({ SLUICE_API_KEY_FILE: right, ...bad })).toBe(0);
  expect(await test({ SLUICE_API_KEY_FILE: wrong, ...good })).toBe(4);
  expect((await run(['key', 'set'], { ...base, SLUICE_API_KEY: 'another-key' })).code).toBe(0);
  expect(await test(good)).toBe(0);
  expect(await test({})).toBe(4);
  expect((await run(['key', 'set'], { ...base, SLUICE_API_KEY: 'the-right-key' })).code).toBe(0);
  // As a unit has it whose file is not there: an empty one is none.
  expect(await test(credentials('none', '\n'))).toBe(0);
});

test('a file of a key that is missing or empty is an error, and nothing is taken in its place', async () => {
  const base = { SLUICE_BASE_URL: service.baseUrl };
  await run(['key', 'set'], { ...base, SLUICE_API_KEY: 'the-right-key' });
  expect(await run(['key', 'test'], { SLUICE_API_KEY_FILE: join(folder.path, 'gone') })).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/gone cannot be read: ENOENT/),
  });
  expect(await run(['key', 'test'], { SLUICE_API_KEY_FILE: file('empty', ' \n') })).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/empty is empty/),
  });
  const open = await run(['key', 'test'], { SLUICE_API_KEY_FILE: file('open', 'the-right-key', 0o644) });
  expect(open).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/open holds a secret and can be read by others/),
  });
});

test.each(['the-right-key', 'the/right+key=='])(
  'a key in the variable for its file is neither shown nor logged: %s',
  async (key) => {
    const log = join(folder.path, 'misplaced.log');
    const variables = { SLUICE_BASE_URL: service.baseUrl, SLUICE_API_KEY_FILE: key };
    const ended = await run(['--verbose', '--log-file', log, 'key', 'test'], variables);
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining('SLUICE_API_KEY_FILE') });
    expect(`${ended.stdout}${ended.stderr}${readFileSync(log, 'utf8')}`).not.toContain('right');
  },
);

test.runIf(process.getuid?.() === 0)('a file of a key that another account owns is named', async () => {
  const path = file('foreign', 'the-right-key', 0o640);
  chownSync(path, 65_534, 0);
  const variables = { SLUICE_BASE_URL: service.baseUrl, SLUICE_API_KEY_FILE: path };
  expect(await run(['key', 'test'], variables)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/foreign holds a secret and belongs to another account/),
  });
});

test.runIf(process.getuid?.() === 0)(
  'a named pipe of another account is no file of a key, and is not waited for',
  async () => {
    const pipe = file('pipe', '');
    rmSync(pipe);
    execFileSync('mkfifo', [pipe]);
    chownSync(pipe, 65534, 65534);
    expect(await run(['key', 'test'], { SLUICE_API_KEY_FILE: pipe })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('named pipe of another account'),
    });
  },
);

test('the table names each variable once, with the option it stands for; the help shows the same', async () => {
  const { stdout } = await run(['environment', '--json'], { SLUICE_BASEURL: 'x' });
  const { variables, unknown } = dataOf(stdout) as {
    variables: { variable: string; option: string; isSet: boolean }[];
    unknown: string[];
  };
  const names = variables.map(({ variable }) => variable);
  expect(new Set(names).size).toBe(names.length);
  expect(variables).toContainEqual(
    expect.objectContaining({ variable: 'SLUICE_DATA_DIR', option: '--data-dir', isSet: true }),
  );
  expect(variables).toContainEqual(
    expect.objectContaining({ variable: 'SLUICE_WATCH_ONCE', option: 'watch --once', isSet: false }),
  );
  expect(names).toContain('SLUICE_API_KEY_FILE');
  expect(names.filter((name) => /_(?:YES|PRUNE|ALL)$|_EDIT_/.test(name))).toEqual([]);
  expect(unknown).toEqual(['SLUICE_BASEURL']);
  const text = await run(['environment'], { SLUICE_BASEURL: 'x' });
  expect(text.stderr).toMatch(/SLUICE_BASEURL is set.*Did you mean SLUICE_BASE_URL/);
  const help = (await run(['help', 'environment'])).stdout;
  for (const name of names) expect(help).toContain(name);
  expect((await run(['environment', '--help'])).stdout).toBe(help);
});
