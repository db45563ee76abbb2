import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientConfig, Client as PgClient, types } from 'pg';
// The entry point also looks for pg-native, in folders above that others may be able to write.
import Client from 'pg/lib/client.js';
import readPassfile from 'pgpass';
import type { TeamOptions } from './options-of.ts';
import { createAnswerCheck } from './answer-frames.ts';
import { securityOf, type TeamAddress } from './team-address.ts';
import { TeamTrouble } from './trouble.ts';

/** What the driver has and its types do not show. */
interface Inside {
  readonly connection: EventEmitter & {
    readonly stream: Socket;
    /** Reads messages from a stream: the socket, or the secure one over it. */
    attachListeners(stream: Socket): void;
  };
  _handleAuthSASLContinue(message: { readonly data: string }): Promise<void>;
}

/**
 * Bytes of one answer. The driver keeps an answer in memory until it is whole, however long the database says
 * that it is.
 */
const longestAnswer = 64 * 2 ** 20;

/**
 * Iterations of SCRAM's key derivation (RFC 5802, 5.1: no fewer). A server that names fewer wants a proof from
 * which the password is found quickly.
 */
const fewestIterations = 4096;

/**
 * A client for the team's database, not connected yet. Where the connection is not encrypted, it proves the
 * password to the server by SCRAM only: whoever has the port would else get the password itself, or an MD5 of
 * it that is as good. A server that asks for no password although there is one may be anyone's too.
 */
export function createTeamClient(
  {
    address,
    password,
    ca,
  }: Pick<TeamOptions, 'address'> & Partial<Pick<TeamOptions, 'password'>> & { ca?: string | undefined },
  config: ClientConfig,
): PgClient {
  const ssl = securityOf(address.host, ca);
  const own = { ssl, types: { getTypeParser }, password: () => passwordOf(address, password) };
  const client = new Client({ ...address, ...config, ...own });
  const { connection } = client as unknown as Inside;
  limitAnswers(connection);
  if (ssl === false) {
    const refuse = () => connection.emit('error', new TeamTrouble('login', 'NOT_SCRAM'));
    const { _handleAuthSASLContinue: prove } = client as unknown as Inside;
    Object.assign(client, {
      ...{ _handleAuthCleartextPassword: refuse, _handleAuthMD5Password: refuse },
      _handleAuthSASLContinue(message: { readonly data: string }) {
        // All of them: the driver takes the last.
        const asked = [...message.data.matchAll(/(?:^|,)i=(\d+)/g)];
        const isWeak = asked.some(([, iterations]) => Number(iterations) < fewestIterations);
        return isWeak ? refuse() : prove.call(client, message);
      },
    });
    demandProof(client, refuse, () => passwordOf(address, password));
  }
  return client;
}

/** PostgreSQL's types that Sluice asks for, by OID: boolean, smallint, integer, json and jsonb. */
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [21, Number],
  [23, Number],
  [114, (text) => JSON.parse(text)],
  [3802, (text) => JSON.parse(text)],
]);

/** All other values remain text: the driver has parsers that a hostile value can send into an endless loop. */
const getTypeParser = ((oid: number) =>
  parsers.get(oid) ?? ((text: string) => text)) as typeof types.getTypeParser;

/**
 * Refuses a server that lets this machine in without a proof that it knows the password, if there is one.
 * SCRAM proves both sides.
 */
function demandProof(client: PgClient, refuse: () => void, passwordOfTeam: () => Promise<string>): void {
  const { connection } = client as unknown as Inside;
  const connect = client.connect.bind(client);
  let isProven = false;
  let hasPassword = false;
  connection.on('authenticationSASLFinal', () => {
    isProven = true;
  });
  connection.on('authenticationOk', () => {
    if (hasPassword && !isProven) refuse();
  });
  Object.assign(client, {
    async connect() {
      hasPassword = await passwordOfTeam().then(
        () => true,
        (error: unknown) => {
          if (error instanceof TeamTrouble && error.code === 'NO_PASSWORD') return false;
          throw error;
        },
      );
      await connect();
    },
  });
}

/**
 * Ends the connection where the bytes since the last whole answer are more than an answer has, or nothing that
 * the driver can read.
 */
function limitAnswers(connection: Inside['connection']): void {
  const attach = connection.attachListeners.bind(connection);
  let bytes = 0;
  connection.on('readyForQuery', () => {
    bytes = 0;
  });
  connection.attachListeners = (stream) => {
    const isReadable = createAnswerCheck();
    const before = stream.listeners('data');
    attach(stream);
    const [read] = stream.listeners('data').filter((listener) => !before.includes(listener));
    if (read === undefined) throw new Error('The driver listens otherwise.');
    const refuse = (code: string) => {
      connection.emit('error', new TeamTrouble('unexpected', code));
      stream.destroy();
    };
    stream.off('data', read as (piece: Buffer) => void);
    stream.on('data', (piece: Buffer) => {
      if (stream.destroyed) return;
      bytes += piece.byteLength;
      if (bytes > longestAnswer) refuse('TOO_LARGE');
      else if (isReadable(piece)) read(piece);
      else refuse('UNREADABLE');
    });
  };
}

/**
 * The password for the team's database, asked for when the server wants one: from the keychain, else from
 * PostgreSQL's own passfile (`PGPASSFILE`, else `~/.pgpass`).
 *
 * @throws TeamTrouble `NO_PASSWORD`; `PASSWORD_UNREADABLE` if the keychain cannot be read and the passfile has none
 */
async function passwordOf(
  address: TeamAddress,
  fromKeychain: (() => Promise<string | undefined>) | undefined,
): Promise<string> {
  let isUnreadable = false;
  const kept = await fromKeychain?.().catch(() => {
    isUnreadable = true;
    return undefined;
  });
  const password = kept ?? (await new Promise<string | undefined>((done) => readPassfile(address, done)));
  if (password === undefined)
    throw new TeamTrouble('login', isUnreadable ? 'PASSWORD_UNREADABLE' : 'NO_PASSWORD');
  return password;
}
