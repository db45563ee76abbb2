import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';

/** Far more than the address of a page, bytes. Another program may have the port by now. */
const longestAnswer = 4096;

/** The header that carries the secret of who may read the data folder. */
export const ownerHeader = 'x-sluice-owner';

const fileSchema = z.object({ port: z.number().int(), secret: z.string().min(1) });

/** What commands of the same person may ask of a running `sluice ui`. */
export type OwnerCommand = 'address' | 'sign-out';

const fileIn = (dataDirectory: string) => join(dataDirectory, 'ui.json');

/**
 * Leaves, for the owner of the data folder only, where the agent listens and a secret to speak to it with.
 * Answers the secret, and the way to remove the file.
 */
export async function openOwnerLine(
  dataDirectory: string,
  port: number,
): Promise<{ secret: string; close: () => Promise<void> }> {
  const secret = randomBytes(32).toString('base64url');
  const file = fileIn(dataDirectory);
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ port, secret }), { mode: 0o600, flag: 'wx' });
  return { secret, close: () => rm(file, { force: true }) };
}

/**
 * Asks the agent that runs over this data folder; answers what it said.
 *
 * @throws AppError `NOT_HERE` when none runs with its pages
 */
export async function askRunningAgent(dataDirectory: string, command: OwnerCommand): Promise<string> {
  const none = () => new AppError('NOT_HERE', { said: (say) => say('cli.ui.notRunning') });
  const text = await readFile(fileIn(dataDirectory), 'utf8').catch(() => {
    throw none();
  });
  const { port, secret } = fileSchema.parse(JSON.parse(text));
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/owner/${command}`, {
    method: 'POST',
    headers: { [ownerHeader]: secret, origin },
    signal: AbortSignal.timeout(5000),
  }).catch(() => {
    throw none();
  });
  if (!answer.ok) throw none();
  const { readBody } = await import('#core/public/read-body.ts');
  const body = await readBody(answer.body ?? Readable.from([]), undefined, longestAnswer).catch(() => {
    throw none();
  });
  return body.toString('utf8');
}
