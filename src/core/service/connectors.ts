import type { Answer, CallOptions } from './answer.ts';
import type {
  ConnectorCreation,
  ConnectorRecord,
  ConnectorReplacement,
  SyncAnswer,
} from './schemas/connector.ts';

/** Connectors of the Content API (specification 2.7, 3.2 and 4.7). */
export interface ConnectorsArea {
  create(creation: ConnectorCreation, options: CallOptions): Promise<Answer<ConnectorRecord>>;
  get(id: string, options: CallOptions): Promise<Answer<ConnectorRecord>>;
  list(options: CallOptions): Promise<Answer<ConnectorRecord[]>>;
  update(
    id: string,
    replacement: ConnectorReplacement,
    options: CallOptions,
  ): Promise<Answer<ConnectorRecord>>;
  /** Stops collecting; documents already ingested stay. Idempotent. */
  archive(id: string, options: CallOptions): Promise<Answer<ConnectorRecord | null>>;
  /** Deletes all files of the connector, then the connector, at the service's leisure. Cannot be undone. */
  deleteEverything(id: string, options: CallOptions): Promise<Answer<'accepted'>>;
  /** Queues a sync. `date_limit` (`YYYY-MM-DD`) is for investment_research; email connectors have no sync. */
  sync(
    id: string,
    request: { date_limit?: string | undefined },
    options: CallOptions,
  ): Promise<Answer<SyncAnswer>>;
}
