import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../src/shared/errors/catalog-entry.ts';
import { roffSentence, roffText } from '../../scripts/roff.ts';
import { writeReference } from '../../scripts/write-reference.ts';
import { allCommands, type CommandTree } from '../../src/cli/command-tree.ts';
import { wholeProgram } from '../../src/cli/whole-program.ts';
import { hasProgram } from './support/has-program.ts';

let folder: string;
let program: CommandTree;
let pages: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-man-'));
  program = await wholeProgram(process);
  await writeReference(folder, { version: '1.2.3', date: new Date('2026-01-31T12:00:00Z') });
  pages = readdirSync(join(folder, 'man'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (file: string, ...parameters: string[]) =>
  spawnSync(file, parameters, {
    cwd: join(folder, 'man'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '100', MANROFFSEQ: '' },
  });

/** Pages as a person reads them, without the breaks of their lines. */
const shown = (...names: string[]) =>
  run('groff', '-Kutf8', '-man', '-Tutf8', '-P-c', '-P-b', '-P-u', ...names).stdout.replaceAll(/\s+/g, ' ');

test('there is a page for the program and one for each command', () => {
  const names = program.commands.map(({ name }) => name).filter((name) => name !== 'help');
  expect(pages.toSorted()).toEqual(['sluice.1', ...names.map((name) => `sluice-${name}.1`)].toSorted());
});

test.runIf(hasProgram('groff'))('groff finds nothing wrong with any of them', () => {
  expect(run('groff', '-Kutf8', '-man', '-ww', '-z', '-Tutf8', ...pages)).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test.runIf(hasProgram('man'))('man shows them', () => {
  const { stdout, stderr } = run('man', '--warnings', '--local-file', 'sluice-folders.1');
  expect([stderr, stdout]).toEqual(['', expect.stringContaining('sluice folders add')]);
});

test.runIf(hasProgram('mandoc'))('nor does mandoc', () => {
  const { stdout, stderr } = run('mandoc', '-Tlint', '-Wwarning', ...pages);
  expect(stdout + stderr).toBe('');
});

test.runIf(hasProgram('groff'))(
  'every command, option and value is in its page, with what the help says of it',
  () => {
    for (const command of program.commands.filter(({ name }) => name !== 'help')) {
      const text = shown(`sluice-${command.name}.1`);
      for (const { path, options, values } of allCommands(command).filter(({ name }) => name !== 'help')) {
        expect(text).toContain(`sluice ${path.join(' ')}`);
        for (const { flags } of options) expect(text, path.join(' ')).toContain(flags.join(', '));
        for (const { description } of values)
          expect(text).toContain(description.split('`')[0]?.split('-')[0] ?? '');
      }
    }
    const whole = shown('sluice.1');
    for (const { flags } of program.options) expect(whole).toContain(flags.join(', '));
  },
);

test.runIf(hasProgram('groff'))('examples of the help stand in the page as they are typed', () => {
  expect(shown('sluice-call.1')).toContain(
    'sluice call knowledge-graph.etfs --json \'{"query":"world","countries":["US"]}\'',
  );
});

test('variables of every command are in the page of the program, those of one command are not', () => {
  const page = readFileSync(join(folder, 'man/sluice.1'), 'utf8');
  for (const name of ['SLUICE_DATA_DIR', 'SLUICE_API_KEY_FILE', 'NO_COLOR'])
    expect(page).toContain(`\\fB${name}`);
  expect(page).not.toContain('SLUICE_FOLDERS_ADD_SETTLE');
});

test('every exit code is in the page of the program, with what it says', () => {
  const page = readFileSync(join(folder, 'man/sluice.1'), 'utf8');
  for (const code of Object.values(exitCodes)) expect(page).toContain(`\n.TP\n\\fB${code}\\fR\n`);
});

test('the options of the sandbox are in its page, whose command hands them on', () => {
  const page = readFileSync(join(folder, 'man/sluice-sandbox.1'), 'utf8');
  expect(page).toContain('\n.SH OPTIONS\n.EX\n\\-\\-port N ');
});

test('the day is the one that was given, so that a commit gives the same page every day', () => {
  expect(readFileSync(join(folder, 'man/sluice.1'), 'utf8')).toMatch(
    /^\.TH SLUICE 1 2026-01-31 "sluice 1\.2\.3" "Sluice"\n/,
  );
});

test('text is no command of the page, and what is typed can be copied', () => {
  expect(roffText(".hidden\n'x' C:\\dir --json")).toBe('\\&.hidden\n\\(aqx\\(aq C:\\edir \\-\\-json');
  expect(roffSentence('see `sluice call --list`\n first')).toBe('see \\fBsluice call \\-\\-list\\fR first');
});
