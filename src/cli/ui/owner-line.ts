import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';
import { isSameSecret } from './is-same-secret.ts';
import { readJson } from './read-body.ts';

const fileSchema = z.object({ home: z.url(), secret: z.string().min(1) });
const nonceSchema = z.string().min(32);
const orderSchema = z.object({ nonce: nonceSchema, proof: z.string() });
/** A token to sign in with, or nothing. */
const replySchema = z.object({ token: z.string().regex(/^(?:[\w-]{43})?$/), proof: z.string() });
/** Bytes of a reply; another account's server may send more. */
const replyBytes = 1024;
/** Milliseconds. */
const patience = 5000;

/** What commands of the same user may ask of a running `sluice ui`. */
export type OwnerCommand = 'address' | 'sign-out';

const fileIn = (dataDirectory: string) => join(dataDirectory, 'ui.json');

const proofOf = (secret: string, ...parts: readonly string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

/**
 * Leaves the address of the agent and a secret in the data folder, for its owner only. Returns the secret and
 * a function that removes the file.
 */
export async function openOwnerLine(
  dataDirectory: string,
  home: string,
): Promise<{ secret: string; close: () => Promise<void> }> {
  const secret = randomBytes(32).toString('base64url');
  const file = fileIn(dataDirectory);
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ home, secret }), { mode: 0o600, flag: 'wx' });
  return { secret, close: () => rm(file, { force: true }) };
}

/**
 * Obeys a command of whoever knows the secret, and proves to them with it who answers. Neither side sends it.
 *
 * @param obey does what is asked and returns a token to sign in with, or ''; null for an unknown command
 * @returns the body of the reply; null for anyone else
 */
export function obeyOwner(
  secret: string,
  command: string,
  body: unknown,
  obey: (command: string) => string | null,
): { token: string; proof: string } | null {
  const order = orderSchema.safeParse(body).data;
  if (order === undefined) return null;
  const { nonce, proof } = order;
  if (!isSameSecret(proof, proofOf(secret, 'asks', command, nonce))) return null;
  const token = obey(command);
  return token === null ? null : { token, proof: proofOf(secret, 'answers', command, nonce, token) };
}

/**
 * Sends a command to the agent that runs over this data folder. After a killed agent another account's server
 * may answer at its address: then there is no proof, and the reply is ignored.
 *
 * @returns the address to sign in at, for `address`
 * @throws AppError `NOT_HERE` when no agent runs with its pages
 */
export async function askRunningAgent(dataDirectory: string, command: OwnerCommand): Promise<string> {
  try {
    const text = await readFile(fileIn(dataDirectory), 'utf8');
    const { home, secret } = fileSchema.parse(JSON.parse(text));
    const nonce = randomBytes(32).toString('base64url');
    const reply = replySchema.parse(
      await post(`${home}owner/${command}`, { nonce, proof: proofOf(secret, 'asks', command, nonce) }),
    );
    const right = proofOf(secret, 'answers', command, nonce, reply.token);
    if (!isSameSecret(reply.proof, right)) throw new Error('The reply has no proof.');
    return addressIn(home, reply.token);
  } catch (cause) {
    throw new AppError('NOT_HERE', { said: (say) => say('cli.ui.notRunning'), cause });
  }
}

/** The address that signs in. No browser sends what is after the `#`. */
export const addressIn = (home: string, token: string) => `${home}sign-in#token=${token}`;

/** Not through a proxy, whatever the environment says: the agent is on this machine. */
async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
  const signal = AbortSignal.timeout(patience);
  const sent = request(url, { method: 'POST', headers, agent: false, signal });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return readJson(response, replyBytes);
}
