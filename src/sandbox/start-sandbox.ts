import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { adminRoutes } from './admin/admin-routes.ts';
import { type Audit, takeAudit } from './admin/audit.ts';
import { readState, type SandboxState } from './admin/state.ts';
import { apiRoutes } from './api/api-routes.ts';
import { workflowRoutes } from './api/route-table.ts';
import type { SandboxClock } from './clock.ts';
import { createServices, saveClock } from './create-services.ts';
import workflowData from './data/workflows.json' with { type: 'json' };
import type { FaultBox } from './http/fault-box.ts';
import { createOriginServer } from './http/origin-server.ts';
import type { Recorder } from './http/recorder.ts';
import type { SandboxOptions } from './options.ts';
import type { Services } from './services.ts';
import { storageRoutes } from './storage/storage-routes.ts';
import type { ExecutionRow } from './store/executions.ts';
import { openDatabase } from './store/open-database.ts';
import type { User } from './store/users.ts';

/** A running local content service. */
export interface Sandbox {
  /** `{base_url}` of the specification. */
  baseUrl: string;
  /** `{agents_url}`: an origin of its own, which serves the workflows. */
  agentsUrl: string;
  /** Where uploads go and files come from: another origin, which must never see an API key. */
  storageUrl: string;
  /** The owner's key. */
  apiKey: string;
  /** Where everything is kept. */
  directory: string;
  /** Every request that came, on all origins. */
  requests: Recorder;
  clock: SandboxClock;
  faults: FaultBox;
  /** What was ever sent: bytes, deletions, empty slots, leaked keys. */
  audit(): Audit;
  state(): SandboxState;
  /** Adds somebody else (by default of the owner's organization) and returns the new key. */
  addUser(user: Pick<User, 'userId'> & Partial<User>): string;
  /** Closes the origins and every connection; a temporary folder is removed. */
  stop(): Promise<void>;
}

/** Whose key the sandbox hands out. */
const owner: User = { userId: 'sandbox-owner', orgId: 'sandbox-org' };

/** Longest real time the clock's offset may be behind on disk, in milliseconds. */
const clockSaveMs = 1000;

/** Stored runs that the owner starts with, which fill three pages, and the time between two of them. */
const seededRuns = 45;
const seededRunsApartMs = 16 * 60 * 60 * 1000;

/**
 * Starts a local content service on three free (or given) ports of 127.0.0.1.
 *
 * @throws ZodError when a fault rule is malformed; the system's error when a port is taken or the folder
 *   cannot be written
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const temporary = options.dataDirectory === undefined;
  const directory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'sluice-sandbox-'));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = openDatabase(directory);
  // It also goes where a fault amid a request ends the process; not when that is killed.
  const remove = () => rmSync(directory, { recursive: true, force: true });
  if (temporary) process.once('exit', remove);
  const cleanUp = () => {
    database.close();
    if (!temporary) return;
    process.off('exit', remove);
    remove();
  };
  try {
    return await start(options, database, directory, cleanUp);
  } catch (error) {
    cleanUp();
    throw error;
  }
}

async function start(
  options: SandboxOptions,
  database: DatabaseSync,
  directory: string,
  cleanUp: () => void,
): Promise<Sandbox> {
  let storageUrl = '';
  const services = createServices(options, database, directory, () => storageUrl);
  const { annotator, clock, connectorWork, faults, memory, queue, recorder, users } = services;
  const apiKey = users.add(owner, options.apiKey ?? memory.get('api key'));
  memory.set('api key', apiKey);
  memory.set('owner', owner.userId);

  const storage = createOriginServer(
    { name: 'storage', routes: storageRoutes(services), adminRoutes: [] },
    services,
  );
  const api = createOriginServer(
    { name: 'api', routes: apiRoutes(services), adminRoutes: adminRoutes(services) },
    services,
  );
  const agents = createOriginServer(
    { name: 'agents', routes: workflowRoutes(services), adminRoutes: [] },
    services,
  );
  const servers = [api, agents, storage];
  const ports = [options.port ?? 0, options.agentsPort ?? 0, options.storagePort ?? 0];
  const urls = await listenAll(servers, ports);
  const [baseUrl = '', agentsUrl = ''] = urls;
  storageUrl = urls[2] ?? '';
  seedExecutions(services);
  queue.start();
  connectorWork.start();
  const saving = setInterval(() => saveClock(memory, clock), clockSaveMs);
  saving.unref();

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    clearInterval(saving);
    queue.stop();
    await Promise.all([...servers.map(close), annotator.stop()]);
    saveClock(memory, clock);
    clock.stop();
    cleanUp();
  };
  return {
    baseUrl,
    agentsUrl,
    storageUrl,
    apiKey,
    directory,
    requests: recorder,
    clock,
    faults,
    audit: () => takeAudit(services),
    state: () => readState(services),
    addUser: ({ userId, orgId = owner.orgId }) => users.add({ userId, orgId }),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Listens on all or none. */
async function listenAll(servers: readonly Server[], ports: readonly number[]): Promise<string[]> {
  const urls: string[] = [];
  try {
    for (const [index, server] of servers.entries()) urls.push(await listen(server, ports[index] ?? 0));
    return urls;
  } catch (error) {
    await Promise.all(servers.slice(0, urls.length).map(close));
    throw error;
  }
}

/** Gives the owner stored runs at the first start. */
function seedExecutions({ clock, executions, memory }: Services): void {
  executions.endInterrupted(clock.now());
  if (memory.get('executions seeded') !== undefined) return;
  for (let index = 0; index < seededRuns; index += 1) {
    const run = workflowData.executions[index % workflowData.executions.length];
    const at = clock.now() - (index + 1) * seededRunsApartMs;
    executions.add({
      ...(run as Pick<ExecutionRow, 'name' | 'status' | 'is_public' | 'template_id'>),
      execution_id: randomUUID(),
      user_id: owner.userId,
      created_at: at,
      updated_at: at,
      inputs: run?.inputs == null ? null : JSON.stringify(run.inputs),
    });
  }
  memory.set('executions seeded', 'yes');
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
