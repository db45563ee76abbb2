import { z } from 'zod';
import { connectorIdSchema } from '#shared/ids/ids.ts';
import { lenientBoolean, lenientNumber, lenientString, lenientStrings } from './lenient.ts';

/** An ingestion source (specification 2.7). Credentials are never in it. */
export const connectorSchema = z.looseObject({
  connector_id: connectorIdSchema,
  user_id: lenientString,
  org_id: lenientString,
  share_with_org: lenientBoolean,
  label: lenientString,
  /** `email`, `investment_research`, `document_library`, or what a deployment calls it (`sharepoint`). */
  type: lenientString,
  created_at: lenientString,
  updated_at: lenientString,
  archived: lenientBoolean,
  description: lenientString,
  enrichments: lenientStrings,
  config: z.looseObject({}).optional().catch(undefined),
  files_count: lenientNumber,
  last_sync_at: lenientString,
  last_sync_status: lenientString,
  last_sync_error_msg: lenientString,
  last_sync_count: lenientNumber,
});

export type ConnectorRecord = z.infer<typeof connectorSchema>;

/** Answer to a sync request (service-behaviour.md, "Connectors"). */
export const syncAnswerSchema = z.looseObject({
  connector_id: connectorIdSchema.optional().catch(undefined),
  status: lenientString,
  date_limit: lenientString,
});

export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

/**
 * Body of `POST /contents/v1/connectors`. Broker credentials pass through once, in `config`, and are never
 * kept (S2).
 */
export interface ConnectorCreation {
  readonly type: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly share_with_org?: boolean | undefined;
  readonly enrichments?: readonly string[] | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Body of `PUT /contents/v1/connectors/{connector_id}`, a full replace (specification 4.7): what is left out
 * falls back to the service's default, so everything must be given.
 */
export interface ConnectorReplacement {
  readonly label: string;
  readonly description: string;
  readonly share_with_org: boolean;
  /**
   * The specification names none here, but deployments replace everything (service-behaviour.md,
   * "Connectors"): left out, they could be lost, and a service that does not know the field passes over it.
   */
  readonly enrichments?: readonly string[] | undefined;
  /** Only for email connectors; leave it out for the others. */
  readonly config?: Readonly<Record<string, unknown>> | null | undefined;
}
