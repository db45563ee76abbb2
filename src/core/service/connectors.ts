import type { Logger } from '#core/ports/logger.ts';
import type { ConnectorId } from '#shared/ids/ids.ts';
import { type Answer, answered, type CallOptions } from './answer.ts';
import { askWholeList, type ListAnswer } from './ask-list.ts';
import type { Http } from './http.ts';
import { connectorOperations as connectors } from './operations/connectors.ts';
import { requestOf } from './operations/request-of.ts';
import { secretsOf } from './operations/secrets-of.ts';
import {
  type ConnectorCreation,
  type ConnectorRecord,
  type ConnectorReplacement,
  connectorSchema,
  type SyncAnswer,
} from './schemas/connector.ts';
import { pageOf } from './schemas/lenient.ts';

/** Connectors of the Content API (specification 2.7, 3.2 and 4.7). */
export interface ConnectorsArea {
  create(creation: ConnectorCreation, options: CallOptions): Promise<Answer<ConnectorRecord>>;
  get(id: ConnectorId, options: CallOptions): Promise<Answer<ConnectorRecord>>;
  list(options: CallOptions): Promise<ListAnswer<ConnectorRecord>>;
  update(
    id: ConnectorId,
    replacement: ConnectorReplacement,
    options: CallOptions,
  ): Promise<Answer<ConnectorRecord>>;
  /** Stops collecting; documents already ingested stay. Idempotent. */
  archive(id: ConnectorId, options: CallOptions): Promise<Answer<ConnectorRecord | null>>;
  /** Deletes all files of the connector, then the connector, at the service's leisure. Cannot be undone. */
  deleteEverything(id: ConnectorId, options: CallOptions): Promise<Answer<'accepted'>>;
  /** Queues a sync. `date_limit` (`YYYY-MM-DD`) is for investment_research; email connectors have no sync. */
  sync(
    id: ConnectorId,
    request: { date_limit?: string | undefined },
    options: CallOptions,
  ): Promise<Answer<SyncAnswer>>;
}

const create = connectors['connectors.create'];
const get = connectors['connectors.get'];
const list = connectors['connectors.list'];
const page = pageOf(connectorSchema);
const update = connectors['connectors.update'];
const remove = connectors['connectors.delete'];
const sync = connectors['connectors.sync'];

export function createConnectorsArea(http: Http, logger: Logger): ConnectorsArea {
  return {
    create: (body, options) =>
      http.call(
        { ...requestOf(create), body, schema: create.response, secrets: secretsOf(body.config) },
        options,
      ),
    get: (id, options) =>
      http.call({ ...requestOf(get, { connector_id: id }), schema: get.response }, options),
    list: (options) => askWholeList(http, logger, { ...requestOf(list), schema: page }, options),
    update: (id, body, options) =>
      http.call(
        {
          ...requestOf(update, { connector_id: id }),
          body,
          schema: update.response,
          secrets: secretsOf(body.config),
        },
        options,
      ),
    archive: (id, options) =>
      http.call({ ...requestOf(remove, { connector_id: id }), schema: remove.response }, options),
    async deleteEverything(id, options) {
      const request = requestOf(remove, { connector_id: id, force_delete: true });
      const answer = await http.call({ ...request, schema: remove.response }, options);
      return answer.ok ? answered('accepted') : answer;
    },
    sync: (id, body, options) =>
      http.call({ ...requestOf(sync, { connector_id: id }), body, schema: sync.response }, options),
  };
}
