import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminRoutes } from './admin/admin-routes.ts';
import { type Audit, takeAudit } from './admin/audit.ts';
import { readState, type SandboxState } from './admin/state.ts';
import { apiRoutes } from './api/api-routes.ts';
import { createClock, type SandboxClock } from './clock.ts';
import { ConnectorWork } from './connectors/connector-work.ts';
import { Annotator } from './enrich/annotator.ts';
import { EnrichmentQueue } from './enrich/enrichment-queue.ts';
import { createFaultBox, type FaultBox } from './http/fault-box.ts';
import { createOriginServer } from './http/origin-server.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createRecorder, type Recorder } from './http/recorder.ts';
import { type SandboxOptions, sandboxSettings } from './options.ts';
import { seededRandom } from './random.ts';
import type { Services } from './services.ts';
import { createAddressSigner } from './storage/address-signer.ts';
import { storageRoutes } from './storage/storage-routes.ts';
import { createChunkStore } from './store/chunks.ts';
import { createConnectorStore } from './store/connectors.ts';
import { createDocumentStore } from './store/documents.ts';
import { createFileStore } from './store/files.ts';
import { openDatabase } from './store/open-database.ts';
import { createSettingStore } from './store/settings.ts';
import { createTagStore } from './store/tags.ts';
import { createUserStore, type User } from './store/users.ts';

/** A running local content service. */
export interface Sandbox {
  /** `{base_url}` of the specification. */
  baseUrl: string;
  /** `{agents_url}`; the same origin. */
  agentsUrl: string;
  /** Where uploads go and files come from: another origin, which must never see an API key. */
  storageUrl: string;
  /** The owner's key. */
  apiKey: string;
  /** Every request that came, on both origins. */
  requests: Recorder;
  clock: SandboxClock;
  faults: FaultBox;
  /** What was ever sent: bytes, deletions, empty slots, leaked keys. */
  audit(): Audit;
  state(): SandboxState;
  /** Adds somebody else (by default of the owner's organization) and returns the new key. */
  addUser(user: Pick<User, 'userId'> & Partial<User>): string;
  /** Closes both origins and every connection; a temporary folder is removed. */
  stop(): Promise<void>;
}

/** Longest real time the clock's offset may be behind on disk, in milliseconds. */
const clockSaveMs = 1000;

/**
 * Starts a local content service on two free (or given) ports of 127.0.0.1.
 *
 * @throws ZodError when a fault rule is malformed; the system's error when a port is taken or the folder cannot be written
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = sandboxSettings(options);
  const temporary = options.dataDirectory === undefined;
  const directory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'sluice-sandbox-'));
  mkdirSync(directory, { recursive: true, mode: 0o700 });

  const database = openDatabase(directory);
  const memory = createSettingStore(database);
  const clock = options.clock ?? createClock(startOfClock(memory.get('clock'), options.speed));
  const random = seededRandom(settings.seed);
  const users = createUserStore(database);
  const apiKey = options.apiKey ?? memory.get('api key') ?? undefined;
  const ownerKey = users.add({ userId: 'sandbox-owner', orgId: 'sandbox-org' }, apiKey);
  memory.set('api key', ownerKey);

  let storageUrl = '';
  const services = {
    settings,
    clock,
    random,
    database,
    memory,
    users,
    documents: createDocumentStore(database),
    tags: createTagStore(database),
    connectors: createConnectorStore(database),
    chunks: createChunkStore(database),
    files: createFileStore(directory),
    recorder: createRecorder(database),
    // A generator of its own: how many documents are enriched does not change which requests are struck.
    faults: createFaultBox(seededRandom(settings.seed + 1)),
    rateLimit: createRateLimit(settings.rateLimitPerMinute, clock),
    signer: createAddressSigner(memory.secret('signing secret'), settings.profile, clock, () => storageUrl),
  } as Services;
  const annotator = new Annotator(settings.annotate);
  services.queue = new EnrichmentQueue(services, annotator);
  services.connectorWork = new ConnectorWork(services);
  services.faults.replace(options.faults ?? []);

  const api = createOriginServer(
    { name: 'api', routes: apiRoutes(services), adminRoutes: adminRoutes(services) },
    services,
  );
  const storage = createOriginServer(
    { name: 'storage', routes: storageRoutes(services), adminRoutes: [] },
    services,
  );
  storageUrl = await listen(storage, options.storagePort ?? 0);
  const baseUrl = await listen(api, options.port ?? 0).catch(async (error: unknown) => {
    await close(storage);
    throw error;
  });
  services.queue.start();
  services.connectorWork.start();

  const saveClock = () => memory.set('clock', JSON.stringify({ now: clock.now(), real: Date.now() }));
  const saving = setInterval(() => {
    services.recorder.flush();
    saveClock();
  }, clockSaveMs);
  saving.unref();

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    clearInterval(saving);
    services.queue.stop();
    await Promise.all([close(api), close(storage), annotator.stop()]);
    services.recorder.flush();
    saveClock();
    clock.stop();
    database.close();
    if (temporary) rmSync(directory, { recursive: true, force: true });
  };

  return {
    baseUrl,
    agentsUrl: baseUrl,
    storageUrl,
    apiKey: ownerKey,
    requests: services.recorder,
    clock,
    faults: services.faults,
    audit: () => takeAudit(services),
    state: () => readState(services),
    addUser: ({ userId, orgId = 'sandbox-org' }) => users.add({ userId, orgId }),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** A clock that was turned forward in a former run stays ahead by as much. */
function startOfClock(saved: string | undefined, speed: number | undefined) {
  const { now, real } =
    saved === undefined ? { now: 0, real: 0 } : (JSON.parse(saved) as { now: number; real: number });
  return { offsetMs: Math.max(now - real, 0), ...(speed === undefined ? {} : { speed }) };
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
