import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands, type CommandTree } from '../../src/cli/command-tree.ts';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';
import { wholeProgram } from '../../src/cli/whole-program.ts';
import { hasProgram } from './support/has-program.ts';

const zshQuestions = fileURLToPath(new URL('support/ask-zsh.zsh', import.meta.url));
let folder: string;
let program: CommandTree;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-completion-'));
  mkdirSync(join(folder, 'papers'));
  writeFileSync(join(folder, 'paper one.txt'), '');
  program = await wholeProgram(process);
  writeFileSync(join(folder, 'bash'), bashCompletion(program));
  writeFileSync(join(folder, '_sluice'), zshCompletion(program));
  writeFileSync(join(folder, 'fish'), fishCompletion(program));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What each shell offers for the last of the words, for each command line. */
type Ask = (lines: readonly (readonly string[])[]) => string[][];

const options = () => ({
  cwd: folder,
  encoding: 'utf8' as const,
  env: { PATH: process.env.PATH, HOME: folder },
});

const quoted = (word: string) => `'${word}'`;

const askBash: Ask = (lines) => {
  const questions = lines.map((words) => {
    // As readline breaks words.
    const broken = words
      .flatMap((word) => word.split(/(=)/))
      .filter((word, at, all) => word !== '' || at === all.length - 1);
    return `COMP_WORDS=(sluice ${broken.map(quoted).join(' ')}); COMP_CWORD=${broken.length}; _sluice; printf '%s\\n' "\${COMPREPLY[@]}" --- || true`;
  });
  const script = ['set -u', 'source ./bash', ...questions].join('\n');
  const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], options());
  expect(stderr).toBe('');
  return parts(stdout);
};

const askFish: Ask = (lines) => {
  const questions = lines.map((words) => `complete -C ${quoted(['sluice', ...words].join(' '))}; echo ---`);
  const script = ['source ./fish', ...questions].join('\n');
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], options());
  expect(stderr).toBe('');
  return parts(stdout).map((offered) => offered.map((line) => line.split('\t')[0] ?? ''));
};

const askZsh: Ask = (lines) => {
  const asked = lines.map((words) => ['sluice', ...words].join(' '));
  const { stdout, stderr } = spawnSync(
    'zsh',
    ['-f', zshQuestions, join(folder, '_sluice'), ...asked],
    options(),
  );
  expect(stderr).toBe('');
  return parts(stdout);
};

/** Lines between marks; what was offered twice stands once, as shells show it. */
function parts(stdout: string): string[][] {
  return stdout
    .split('---\n')
    .slice(0, -1)
    .map((part) => [...new Set(part.split('\n').filter((line) => line !== ''))]);
}

describe.each([
  ['bash', askBash],
  ['fish', askFish],
  ['zsh', askZsh],
] as const)('%s', (shell, ask) => {
  describe.runIf(hasProgram(shell))('completes', () => {
    test('every command', () => {
      const groups = allCommands(program).filter(({ commands }) => commands.length > 0);
      const offered = ask(groups.map(({ path }) => [...path, '']));
      for (const [index, { path, commands }] of groups.entries())
        expect(offered[index]?.toSorted(), path.join(' ')).toEqual(
          commands.map(({ name }) => name).toSorted(),
        );
    });

    test('every option, with those of the program', () => {
      const commands = allCommands(program).filter(({ path }) => !path.includes('help'));
      const offered = ask(commands.map(({ path }) => [...path, '--']));
      const long = (tree: CommandTree) =>
        tree.options.flatMap(({ flags }) => flags).filter((flag) => flag.startsWith('--'));
      for (const [index, command] of commands.entries())
        expect(offered[index], command.path.join(' ')).toEqual(
          expect.arrayContaining([...long(command), ...long(program)]),
        );
    });

    test('what has begun, also after options and their values', () => {
      expect(
        ask([
          ['fol'],
          ['--data-dir', 'list', 'folders', 'pre'],
          ['--json', 'folders', 'add', 'papers', '--first'],
        ]),
      ).toEqual([['folders'], ['preview'], ['--first-run']]);
    });

    test('choices of an option and of a value', () => {
      const offered = ask([
        ['folders', 'add', '--first-run', 'o'],
        ['ledger', 'service', 'desk', ''],
        ['help', 'qu'],
      ]);
      expect(offered.map((words) => words.toSorted())).toEqual([
        ['only-new'],
        ['another-service', 'same-service'],
        ['quotas'],
      ]);
    });

    test('folders and files, and nothing where anything may stand', () => {
      const offered = ask([
        ['--data-dir', 'pa'],
        ['upload', 'pa'],
        ['folders', 'add', '--label', ''],
        ['search', ''],
      ]);
      // With a slash behind a folder, or a mark before a blank.
      const paths = offered.map((some) => some.map((path) => path.replaceAll(/\\|\/$/g, '')).toSorted());
      expect(paths).toEqual([['papers'], ['paper one.txt', 'papers'], [], []]);
    });
  });
});

// `compopt` fails here as it is missing there.
test.runIf(hasProgram('bash'))('bash 3.2: a name of a file is no command', () => {
  mkdirSync(join(folder, 'hostile'));
  writeFileSync(join(folder, 'hostile/$(touch ran);`x`.txt'), '');
  expect(askBash([['upload', 'hostile/']])).toEqual([['hostile/\\$\\(touch\\ ran\\)\\;\\`x\\`.txt']]);
});

test.runIf(hasProgram('bash'))('bash: a value behind an equals sign', () => {
  expect(
    askBash([
      ['folders', 'add', '--first-run=o'],
      ['folders', 'add', '--first-run='],
    ]),
  ).toEqual([['only-new'], ['upload-all', 'only-new', 'choose']]);
});

test('what a page or a shell takes for itself is no part of a value that is offered', () => {
  const offered = allCommands(program).flatMap(({ values, options }) =>
    [...values, ...options.flatMap(({ value }) => value ?? [])].map((value) => value.offered),
  );
  const words = offered.filter((one) => typeof one !== 'string').flat();
  expect(words.filter((word) => !/^[\w.-]+$/.test(word))).toEqual([]);
});
