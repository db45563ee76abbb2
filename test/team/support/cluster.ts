import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomInt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { applyMigrations } from '../../../src/core/team/postgres/apply-migrations.ts';
import type { Identity } from '../../support/local-authority.ts';
import { until } from '../../support/until.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';

/** Where Debian puts what it does not put on anybody's path: the newest version that is there. */
function binaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).filter((version) => existsSync(join(root, version, 'bin', 'initdb')));
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined || Number(newest) < 15 ? undefined : join(root, newest, 'bin');
}

const bin = binaries();
/** Tests on PostgreSQL say so in their titles. */
export const hasPostgres = bin !== undefined && process.platform === 'linux';

export const migrationsFolder = new URL('../../../src/core/team/postgres/migrations/', import.meta.url);

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function someoneElse(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A PostgreSQL of a test's own, on a free port of the loopback, in a folder that goes with it. */
export interface Cluster {
  readonly port: number;
  /** Where its socket and the folder of its data lie. */
  readonly folder: string;
  start(): Promise<void>;
  /** SIGKILL to the postmaster, whose children follow it: nothing is written down. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** After it was killed: the superuser's connection to the team is made anew. */
  reconnect(team: TeamDatabase): Promise<void>;
  /** A copy of its data while it runs, as administrators make one; the folder. */
  baseBackup(): Promise<string>;
  /** The folder of its data becomes a copy of this one, while it is stopped. */
  putBack(copy: string): void;
  /** This user signs in with a password from now on. */
  demandPassword(user: string): Promise<void>;
  /** With this certificate from now on; connections that stand stay. */
  serveTls(identity: Identity): Promise<void>;
  /** A database from the migrated template, with a user who is an agent. */
  createTeam(): Promise<TeamDatabase>;
  /** A way to the server that can be cut; goes with the cluster. */
  createProxy(): Promise<CutProxy>;
  /** The superuser's, at no team's database. */
  readonly watcher: Client;
  remove(): Promise<void>;
}

export interface TeamDatabase {
  readonly name: string;
  /** A connection of the superuser's, ended with the cluster. */
  admin: Client;
  /** What `connectTeam` takes for an agent, whose rights are no more than those of any. */
  readonly agent: { host: string; port: number; database: string; user: string };
  /** Turns the team's time forward. */
  turn(milliseconds: number): Promise<void>;
}

const superuser = 'postgres';
/** A user that may log in and has the agents' role. */
export const agentUser = 'filesrv1';
const template = 'sluice';

/** Made and started; the template is migrated, and its clock can be turned unless it is to be as it ships. */
export async function createCluster({
  settings = {},
  turnable = true,
}: {
  readonly settings?: Readonly<Record<string, string>>;
  readonly turnable?: boolean;
} = {}): Promise<Cluster> {
  if (bin === undefined) throw new Error('PostgreSQL is not installed.');
  const owner = someoneElse();
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...owner, cwd: folder, stdio: 'pipe' });
  run('initdb', ['-D', data, '-U', superuser, '--no-sync', '-A', 'trust', '--locale=C', '-E', 'UTF8']);
  const port = await freePort();
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    // A killed postmaster loses nothing that the kernel has; only a power cut would.
    fsync: 'off',
    shared_buffers: '16MB',
    max_connections: '40',
    autovacuum: 'off',
    jit: 'off',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let postmaster: ChildProcess | undefined;
  const clients: Client[] = [];
  let made = 0;
  let watcher: Client | undefined;
  const proxies: CutProxy[] = [];

  const cluster: Cluster = {
    port,
    folder,
    async start() {
      const child = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
        ...owner,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      postmaster = child;
      let said = '';
      await new Promise<void>((resolve, reject) => {
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (said.includes('database system is ready to accept connections')) resolve();
        });
        child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
      });
      watcher = await connectAdmin('postgres');
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGQUIT'),
    async createTeam() {
      made += 1;
      const name = `team_${made}`;
      await asAdmin('postgres', (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
      const admin = await connectAdmin(name);
      // A copy of a database has the rights of what is in it, not of the database.
      await admin.query(
        `REVOKE ALL ON DATABASE ${name} FROM PUBLIC; GRANT CONNECT ON DATABASE ${name} TO ${agentUser}`,
      );
      const team: TeamDatabase = {
        name,
        admin,
        agent: { host: '127.0.0.1', port, database: name, user: agentUser },
        async turn(milliseconds) {
          await team.admin.query("UPDATE sluice.test_turn SET by = by + $1 * interval '1 ms'", [
            milliseconds,
          ]);
        },
      };
      return team;
    },
    async reconnect(team) {
      team.admin = await connectAdmin(team.name);
    },
    async baseBackup() {
      const copy = mkdtempSync(join(folder, 'backup-'));
      own(copy);
      const from = ['-h', folder, '-p', String(port), '-U', superuser];
      const options = ['-D', copy, '-X', 'stream', '-c', 'fast', '--no-sync'];
      await promisify(execFile)(join(bin, 'pg_basebackup'), [...from, ...options], {
        ...owner,
        cwd: folder,
      });
      return copy;
    },
    putBack(copy) {
      rmSync(data, { recursive: true });
      cpSync(copy, data, { recursive: true, preserveTimestamps: true });
      chmodSync(data, 0o700);
      own(data);
    },
    async demandPassword(user) {
      const file = join(data, 'pg_hba.conf');
      writeFileSync(file, `host all ${user} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
      await cluster.watcher.query('SELECT pg_reload_conf()');
      await until('the rule is read', async () => {
        const { rows } = await cluster.watcher.query(
          'SELECT count(*)::int AS n FROM pg_hba_file_rules WHERE user_name @> ARRAY[$1]',
          [user],
        );
        return rows[0].n === 1;
      });
    },
    async serveTls({ cert, key }) {
      for (const [name, text] of [
        ['server.crt', cert],
        ['server.key', key],
      ] as const) {
        writeFileSync(join(data, name), text, { mode: 0o600 });
        own(join(data, name));
      }
      await cluster.watcher.query('ALTER SYSTEM SET ssl = on');
      await cluster.watcher.query('SELECT pg_reload_conf()');
      await until('the certificate is served', async () => {
        const served = await servedCertificate(port);
        return served !== undefined && new X509Certificate(cert).fingerprint256 === served;
      });
    },
    get watcher() {
      if (!watcher) throw new Error('The cluster does not run yet.');
      return watcher;
    },
    async createProxy() {
      const proxy = await startCutProxy(port);
      proxies.push(proxy);
      return proxy;
    },
    async remove() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  /** With all that is in it: the server's own user reads it. */
  function own(path: string): void {
    if (owner.uid === undefined) return;
    execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, path]);
  }

  async function end(signal: 'SIGKILL' | 'SIGQUIT') {
    const child = postmaster;
    postmaster = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const children = childrenOf(child.pid);
    child.kill(signal);
    await gone;
    // Who lives on a moment longer holds the memory that the next server of this folder asks for.
    await until('its processes are gone', () => children.every((pid) => !existsSync(`/proc/${pid}`)));
  }

  async function connectAdmin(database: string): Promise<Client> {
    const client = new Client({ host: '127.0.0.1', port, database, user: superuser });
    // A killed server ends it.
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  async function asAdmin(database: string, work: (client: Client) => Promise<unknown>) {
    const client = await connectAdmin(database);
    await work(client);
    await client.end();
  }

  await cluster.start();
  await asAdmin('postgres', (admin) => admin.query(`CREATE DATABASE ${template}`));
  await asAdmin(template, async (admin) => {
    await applyMigrations(admin, migrationsFolder);
    await admin.query(`CREATE ROLE ${agentUser} LOGIN IN ROLE ${template}_agent`);
    if (!turnable) return;
    await admin.query(`
      CREATE TABLE sluice.test_turn (by interval NOT NULL, at timestamptz);
      INSERT INTO sluice.test_turn VALUES ('0');
      GRANT SELECT ON sluice.test_turn TO ${template}_owner;
      CREATE OR REPLACE FUNCTION sluice.now_() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        'SELECT coalesce(t.at, pg_catalog.clock_timestamp() + t.by) FROM sluice.test_turn t';`);
  });
  return cluster;
}

function childrenOf(pid: number | undefined): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** The fingerprint of what the server shows who asks for TLS; undefined while it offers none. */
async function servedCertificate(port: number): Promise<string | undefined> {
  const plain = connectTcp(port, '127.0.0.1');
  // The request for TLS, as the protocol of PostgreSQL has it.
  plain.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
  const [answer] = (await once(plain, 'data')) as [Buffer];
  if (answer.toString() !== 'S') {
    plain.destroy();
    return undefined;
  }
  const secure = connectTls({ socket: plain, rejectUnauthorized: false });
  await once(secure, 'secureConnect');
  const { fingerprint256 } = secure.getPeerCertificate();
  secure.destroy();
  return fingerprint256;
}

/**
 * A port that nobody had a moment ago: PostgreSQL takes no 0. Below those that the system gives away, since a
 * killed server comes back to its own, which meanwhile must be nobody's.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    server.listen(randomInt(10_000, 30_000), '127.0.0.1');
    const heard = await once(server, 'listening').catch(() => undefined);
    if (!heard) continue;
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  }
}
