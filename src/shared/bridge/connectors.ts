import { z } from 'zod';
import { connectorIdSchema } from '../ids/ids.ts';
import { enrichmentSchema } from '../settings/fields.ts';
import { rule } from '../spoken/rule.ts';
import { call, shownProfileId } from './define.ts';

export const connectorTypeSchema = z.enum(['email', 'investment_research', 'document_library']);

/** What Sluice follows of a connector: a sync it asked for, or the deletion of everything. */
export const connectorActivitySchema = z.object({
  kind: z.enum(['sync', 'removal']),
  /** Milliseconds since 1970. */
  since: z.number(),
});

/**
 * A connector as the service tells of it (specification 2.7), unknown fields included, and what Sluice
 * follows of it.
 */
export const connectorSchema = z.looseObject({
  connector_id: z.string(),
  user_id: z.string().nullish(),
  org_id: z.string().nullish(),
  share_with_org: z.boolean().nullish(),
  label: z.string().nullish(),
  type: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  archived: z.boolean().nullish(),
  description: z.string().nullish(),
  enrichments: z.array(z.string()).nullish(),
  config: z.looseObject({}).nullish(),
  files_count: z.number().nullish(),
  last_sync_at: z.string().nullish(),
  last_sync_status: z.string().nullish(),
  last_sync_error_msg: z.string().nullish(),
  last_sync_count: z.number().nullish(),
  activity: connectorActivitySchema.nullish(),
});
export type Connector = z.infer<typeof connectorSchema>;

const connectorId = connectorIdSchema;
const label = z.string().trim().min(1, rule('connector-label'));
const allowedEmails = z.array(z.email()).min(1, rule('email-senders'));

/** What may be changed of a connector, as a person saw it before they changed it. */
const seenSchema = z.object({
  updatedAt: z.string().nullish(),
  lastSyncAt: z.string().nullish(),
  label: z.string(),
  description: z.string(),
  share: z.boolean(),
  enrichments: z.array(z.string()),
  allowedEmails: z.array(z.string()),
  archived: z.boolean(),
});
export type SeenConnector = z.infer<typeof seenSchema>;

export const connectorCalls = {
  /** @throws `NO_SUCH_OPERATION` where the service has no list; `connectors.known` answers there */
  'connectors.list': call(z.object({ archived: z.boolean().optional() }), z.array(connectorSchema)),
  /** The connectors made or opened with Sluice, each asked for by its id: for services without a list. */
  'connectors.known': call(z.object({}), z.array(connectorSchema)),
  'connectors.show': call(z.object({ connectorId }), connectorSchema),
  'connectors.create': call(
    z.object({
      type: connectorTypeSchema,
      label,
      description: z.string().optional(),
      share: z.boolean().default(false),
      enrichments: z.array(enrichmentSchema).default([]),
      /** Email connectors need at least one. */
      allowedEmails: allowedEmails.optional(),
      /** Broker credentials pass through once; they are never stored or logged (S2). */
      broker: z.object({ userId: z.string().min(1), password: z.string().min(1) }).optional(),
      shownProfileId,
    }),
    connectorSchema,
  ),
  /**
   * Full replace (specification 4.7): what is not given is taken from the connector as it is.
   *
   * @throws `CONFLICT` when `seen` is given and the connector was changed since
   */
  'connectors.update': call(
    z.object({
      connectorId,
      label: label.optional(),
      description: z.string().optional(),
      share: z.boolean().optional(),
      /**
       * Some services set these at creation only: compare with what comes back. Unknown ones stay as they
       * are.
       */
      enrichments: z.array(z.string()).optional(),
      allowedEmails: allowedEmails.optional(),
      seen: seenSchema.optional(),
    }),
    connectorSchema,
  ),
  /** Queues a sync, which is then followed until it ends: see the event `connectors.changed`. */
  'connectors.sync': call(
    z.object({
      connectorId,
      /** The day from which to collect again; investment research needs it. */
      dateLimit: z.iso.date(rule('day')).optional(),
    }),
    z.looseObject({}),
  ),
  /** Stops collecting; documents stay. Idempotent. */
  'connectors.archive': call(z.object({ connectorId }), connectorSchema),
  /** Deletes the connector and all its files, in the background of the service; followed until it is gone. */
  'connectors.delete': call(z.object({ connectorId }), z.object({ accepted: z.boolean() })),
};

/** How something that was followed ended. */
const endedSchema = z.object({
  kind: z.enum(['sync', 'removal']),
  /**
   * - `done`: the last-sync fields changed, or the connector is gone
   * - `vanished`: the connector went away while its sync was followed
   * - `given-up`: nothing changed for so long that Sluice looks no more
   */
  how: z.enum(['done', 'vanished', 'given-up']),
  label: z.string(),
  status: z.string().nullable(),
  count: z.number().nullable(),
  error: z.string().nullable(),
});
export type ConnectorEnded = z.infer<typeof endedSchema>;

export const connectorEvents = {
  /** A connector was changed by a call, or what was followed of it has ended. */
  'connectors.changed': z.object({ connectorId: z.string(), ended: endedSchema.nullable() }),
};
