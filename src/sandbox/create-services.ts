import type { DatabaseSync } from 'node:sqlite';
import { createClock, type SandboxClock } from './clock.ts';
import { ConnectorWork } from './connectors/connector-work.ts';
import { Annotator } from './enrich/annotator.ts';
import { EnrichmentQueue } from './enrich/enrichment-queue.ts';
import { createAliases } from './http/aliases.ts';
import { createAtOnce } from './http/at-once.ts';
import { createFaultBox } from './http/fault-box.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createRecorder } from './http/recorder.ts';
import { type SandboxOptions, sandboxSettings } from './options.ts';
import { seededRandom } from './random.ts';
import { scopedClock } from './scoped-clock.ts';
import type { Services } from './services.ts';
import { createAddressSigner } from './storage/address-signer.ts';
import { createBatchStore } from './store/batches.ts';
import { createChunkStore } from './store/chunks.ts';
import { createConnectorStore } from './store/connectors.ts';
import { createDocumentStore } from './store/documents.ts';
import { createExecutionStore } from './store/executions.ts';
import { createFileStore } from './store/files.ts';
import { createSettingStore, type SettingStore } from './store/settings.ts';
import { createTagStore } from './store/tags.ts';
import { createTemplateStore } from './store/templates.ts';
import { createUsageStore } from './store/usage.ts';
import { createUserStore } from './store/users.ts';

/**
 * Makes everything handlers need on an open database; nothing runs yet.
 *
 * @param storageOrigin the storage origin, asked when an address is made
 * @throws ZodError when a fault rule is malformed
 */
export function createServices(...given: Parameters<typeof createParts>): Services {
  const parts = createParts(...given);
  const queue = new EnrichmentQueue(parts);
  return { ...parts, queue, connectorWork: new ConnectorWork({ ...parts, queue }) };
}

/** What works by itself. */
export function createParts(
  options: SandboxOptions,
  database: DatabaseSync,
  directory: string,
  storageOrigin: () => string,
) {
  const settings = sandboxSettings(options);
  const memory = createSettingStore(database);
  const clock = scopedClock(options.clock ?? ownClock(memory, options.speed));
  // A generator of its own: how many documents are enriched does not change which requests are struck.
  const faults = createFaultBox(seededRandom(settings.seed + 1));
  faults.replace(options.faults ?? []);
  return {
    settings,
    clock,
    random: seededRandom(settings.seed),
    database,
    memory,
    users: createUserStore(database),
    usage: createUsageStore(database),
    documents: createDocumentStore(database),
    tags: createTagStore(database),
    connectors: createConnectorStore(database),
    chunks: createChunkStore(database),
    batches: createBatchStore(database),
    templates: createTemplateStore(database),
    executions: createExecutionStore(database),
    files: createFileStore(directory),
    recorder: createRecorder(database),
    faults,
    aliases: createAliases(),
    rateLimit: createRateLimit(settings.rateLimitPerMinute, clock),
    /** PUTs of uploads and batches. */
    puts: createAtOnce(() => clock.now()),
    signer: createAddressSigner(memory.secret('signing secret'), settings.profile, clock, storageOrigin),
    annotator: new Annotator(settings.annotate),
  };
}

/** Notes the clock's time, for the next start. */
export function saveClock(memory: SettingStore, clock: SandboxClock): void {
  memory.set('clock', JSON.stringify({ now: clock.now(), real: Date.now() }));
}

/** A clock that was turned forward in a former run stays ahead by as much. */
function ownClock(memory: SettingStore, speed: number | undefined): SandboxClock {
  const saved = memory.get('clock');
  const { now, real } =
    saved === undefined ? { now: 0, real: 0 } : (JSON.parse(saved) as { now: number; real: number });
  return createClock({ offsetMs: Math.max(now - real, 0), ...(speed === undefined ? {} : { speed }) });
}
