import { z } from 'zod';
import { type Answer, answered, type CallOptions } from './answer.ts';
import type { Http } from './http.ts';
import {
  type ConnectorCreation,
  type ConnectorRecord,
  type ConnectorReplacement,
  connectorSchema,
  type SyncAnswer,
  syncAnswerSchema,
} from './schemas/connector.ts';
import { listOf } from './schemas/lenient.ts';

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

const path = '/contents/v1/connectors';

const archivedSchema = z.union([connectorSchema, z.unknown().transform(() => null)]);
/** The shape of the answer is not shown, so an empty one is fine too. */
const syncSchema = z.union([syncAnswerSchema, z.null().transform((): SyncAnswer => ({}))]);

export function createConnectorsArea(http: Http): ConnectorsArea {
  const pathOf = (id: string, rest = '') => `${path}/${encodeURIComponent(id)}${rest}`;
  return {
    create: (body, options) =>
      http.call(
        {
          kind: 'change',
          method: 'POST',
          path,
          body,
          schema: connectorSchema,
          secrets: secretsOf(body.config),
        },
        options,
      ),
    get: (id, options) =>
      http.call({ kind: 'read', method: 'GET', path: pathOf(id), schema: connectorSchema }, options),
    list: (options) =>
      http.call({ kind: 'list', method: 'GET', path, schema: listOf(connectorSchema) }, options),
    update: (id, body, options) =>
      http.call(
        {
          kind: 'change',
          method: 'PUT',
          path: pathOf(id),
          body,
          schema: connectorSchema,
          secrets: secretsOf(body.config),
        },
        options,
      ),
    archive: (id, options) =>
      http.call({ kind: 'change', method: 'DELETE', path: pathOf(id), schema: archivedSchema }, options),
    async deleteEverything(id, options) {
      const query = { force_delete: true };
      const answer = await http.call(
        { kind: 'change', method: 'DELETE', path: pathOf(id), query, schema: z.unknown() },
        options,
      );
      return answer.ok ? answered('accepted') : answer;
    },
    sync: (id, body, options) =>
      http.call(
        { kind: 'change', method: 'POST', path: pathOf(id, '/sync'), body, schema: syncSchema },
        options,
      ),
  };
}

/** Broker credentials and session ids; addresses and user ids are no secrets. */
function secretsOf(config: ConnectorCreation['config'] | null): string[] {
  return Object.entries(config ?? {})
    .filter(([name]) => /pass|secret|session|token|key/i.test(name))
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string');
}
