import type { ConnectorWork } from './connectors/connector-work.ts';
import type { createParts } from './create-services.ts';
import type { EnrichmentQueue } from './enrich/enrichment-queue.ts';

/** Everything a handler may need, made once by `startSandbox` and handed down. */
export interface Services extends ReturnType<typeof createParts> {
  queue: EnrichmentQueue;
  connectorWork: ConnectorWork;
}
