import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { isOfUser } from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { KeyReference } from '#shared/settings/key-reference.ts';
import type { Context } from '../context.ts';
import type { SecretVariable } from './secret-names.ts';

/** What reading a secret needs of a command. */
export interface SecretReader extends Pick<Context, 'environment' | 'redactor'> {
  /** Told of a file that others can read too, or that another account can replace. */
  readonly warn: (path: string, what: 'open' | 'ofOther') => void;
}

/** A reader that says of each file once what there is to say. */
export function createSecretReader({ environment, redactor, output }: Context): SecretReader {
  const told = new Set<string>();
  return {
    environment,
    redactor,
    warn(path, what) {
      const note = output.say(`cli.secret.${what}`, { path });
      if (told.has(note)) return;
      told.add(note);
      output.note(note);
    },
  };
}

/**
 * A secret from outside, from the first that has it: the variable, the file that `…_FILE` names, the
 * credential that systemd handed over. Undefined where none does. It is kept out of all that is said.
 *
 * @throws AppError `KEY_MISSING` when a file that was named cannot be read, or is empty
 */
export function secretFrom(
  reader: SecretReader,
  { variable, credential }: Pick<SecretVariable, 'variable' | 'credential'>,
): string | undefined {
  const { variables } = reader.environment;
  const given = variables[variable]?.trim();
  if (given !== undefined && given !== '') return kept(reader, given);
  const file = variables[`${variable}_FILE`]?.trim();
  if (file !== undefined && file !== '') {
    assertIsPath(reader, `${variable}_FILE`, file);
    return readSecretFile(reader, file);
  }
  return fromCredential(reader, credential);
}

/** Whether there is a secret that can be read again: a pipe cannot. */
export function canBeReadAgain(
  { environment: { variables, workingDirectory } }: Pick<SecretReader, 'environment'>,
  { variable, credential }: Pick<SecretVariable, 'variable' | 'credential'>,
): boolean {
  if ((variables[variable]?.trim() ?? '') !== '') return true;
  const file = variables[`${variable}_FILE`]?.trim() ?? '';
  const directory = variables.CREDENTIALS_DIRECTORY ?? '';
  if (file === '' && directory === '') return false;
  const path = file === '' ? join(directory, credential) : resolve(workingDirectory, file);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The key that a configuration file refers to; undefined where it is not there. */
export function secretOf(reader: SecretReader, reference: KeyReference): string | undefined {
  if ('file' in reference) return readSecretFile(reader, reference.file);
  if ('credential' in reference) return fromCredential(reader, reference.credential);
  const given = reader.environment.variables[reference.variable]?.trim();
  return given === undefined || given === '' ? undefined : kept(reader, given);
}

/** A variable, the path of a file, or a credential as a unit names it: its path is of one run only. */
export function placeOf(
  { environment: { workingDirectory } }: Pick<SecretReader, 'environment'>,
  reference: KeyReference,
): string {
  if ('file' in reference) return resolve(workingDirectory, reference.file);
  return 'variable' in reference ? reference.variable : `LoadCredential=${reference.credential}`;
}

/**
 * What systemd put into the credentials of the service (`LoadCredential=`), for nobody else to read. An empty
 * one is none: a unit has it in the place of a file that is not there, because systemd starts none without.
 */
function fromCredential(reader: SecretReader, name: string): string | undefined {
  const directory = reader.environment.variables.CREDENTIALS_DIRECTORY;
  if (directory === undefined || directory === '') return undefined;
  const path = join(directory, name);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  return readSecretFile(reader, path, true);
}

/**
 * Users put the secret itself into the variable for its file. The error must not show that value, since it
 * goes to terminals, logs and journals. An absolute path is no secret and stays visible.
 */
function assertIsPath({ environment }: SecretReader, variable: string, value: string): void {
  const folder = environment.workingDirectory;
  if (isAbsolute(value) || existsSync(resolve(folder, value))) return;
  throw new AppError('KEY_MISSING', { said: (say) => say('cli.secret.noFile', { variable, folder }) });
}

function readSecretFile(reader: SecretReader, name: string): string;
function readSecretFile(reader: SecretReader, name: string, mayBeEmpty: true): string | undefined;
function readSecretFile(reader: SecretReader, name: string, mayBeEmpty = false): string | undefined {
  const path = resolve(reader.environment.workingDirectory, name);
  let text: string;
  assertAnswers(path);
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('KEY_MISSING', {
      said: (say) => say('cli.secret.unreadable', { path, reason: (cause as Error).message }),
      cause,
    });
  }
  sayRights(reader, path);
  const secret = text.trim();
  if (secret === '' && mayBeEmpty) return undefined;
  if (secret === '') throw new AppError('KEY_MISSING', { said: (say) => say('cli.secret.empty', { path }) });
  return kept(reader, secret);
}

/**
 * Opening a named pipe waits for whoever writes to it, and no signal but SIGKILL ends that: one of another
 * account would stop every command. A pipe of this user is their own, as from a shell's `<(…)`.
 */
function assertAnswers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFIFO() || isOfUser(found.uid)) return;
  throw new AppError('KEY_MISSING', { said: (say) => say('cli.secret.pipeOfOther', { path }) });
}

/**
 * Windows has no such modes. A group may read it, as of a service; all others may not. The key of another
 * account would send the documents to that account.
 */
function sayRights({ warn }: SecretReader, path: string): void {
  const stats = process.platform === 'win32' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if ((stats.mode & 0o027) !== 0) warn(path, 'open');
  if (!isOfUser(stats.uid)) warn(path, 'ofOther');
}

function kept({ redactor }: SecretReader, secret: string): string {
  redactor.add(secret);
  return secret;
}
