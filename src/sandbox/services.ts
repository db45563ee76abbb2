import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from './clock.ts';
import type { ConnectorWork } from './connectors/connector-work.ts';
import type { Catalog } from './data/catalog.ts';
import type { Annotator } from './enrich/annotator.ts';
import type { EnrichmentQueue } from './enrich/enrichment-queue.ts';
import type { Aliases } from './http/aliases.ts';
import type { FaultBox } from './http/fault-box.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { Recorder } from './http/recorder.ts';
import type { SandboxSettings } from './options.ts';
import type { Random } from './random.ts';
import type { AddressSigner } from './storage/address-signer.ts';
import type { BatchStore } from './store/batches.ts';
import type { ChunkStore } from './store/chunks.ts';
import type { ConnectorStore } from './store/connectors.ts';
import type { DocumentStore } from './store/documents.ts';
import type { ExecutionStore } from './store/executions.ts';
import type { FileStore } from './store/files.ts';
import type { SettingStore } from './store/settings.ts';
import type { TagStore } from './store/tags.ts';
import type { TemplateStore } from './store/templates.ts';
import type { UsageStore } from './store/usage.ts';
import type { UserStore } from './store/users.ts';

/** Everything a handler may need, made once by `startSandbox` and handed down. */
export interface Services {
  settings: SandboxSettings;
  clock: SandboxClock;
  random: Random;
  /** The invented data set. */
  catalog: Catalog;
  database: DatabaseSync;
  documents: DocumentStore;
  tags: TagStore;
  connectors: ConnectorStore;
  chunks: ChunkStore;
  batches: BatchStore;
  templates: TemplateStore;
  executions: ExecutionStore;
  files: FileStore;
  users: UserStore;
  usage: UsageStore;
  memory: SettingStore;
  recorder: Recorder;
  faults: FaultBox;
  aliases: Aliases;
  rateLimit: RateLimit;
  signer: AddressSigner;
  annotator: Annotator;
  queue: EnrichmentQueue;
  connectorWork: ConnectorWork;
}
