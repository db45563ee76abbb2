import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '#shared/errors/app-error.ts';
import type { Environment } from './environment.ts';
import { usage } from './options.ts';

/**
 * What an argument stands for: `@file` is the file's text, `-` what comes on stdin, anything else itself.
 *
 * @throws AppError `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE`
 */
export async function readArgument(argument: string, environment: Environment): Promise<string> {
  if (argument === '-') return text(environment.stdin);
  if (!argument.startsWith('@')) return argument;
  const path = resolve(environment.workingDirectory, argument.slice(1));
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(isGone ? 'NAMED_FILE_MISSING' : 'NAMED_FILE_UNREADABLE', { detail: path, cause });
  }
}

/** JSON from an argument, a file or stdin. @throws AppError `USAGE` when it is none */
export async function readJsonArgument(argument: string, environment: Environment): Promise<unknown> {
  return parse(await readArgument(argument, environment), () => usage('cli.call.bodyNoJson'));
}

/**
 * A JSON value a line; empty lines do not count. @throws AppError `USAGE` naming the first line that is none
 */
export async function readJsonLines(argument: string, environment: Environment): Promise<unknown[]> {
  const lines = (await readArgument(argument, environment)).split(/\r?\n/);
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parse(line, () => lineProblem(index + 1))],
  );
}

const lineProblem = (line: number) => usage('cli.call.lineNoJson', { line: String(line) });

function parse(content: string, problem: () => AppError): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    throw problem();
  }
}
