import { z } from 'zod';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { connectorIdSchema, contentIdSchema, tagIdSchema } from '#shared/ids/ids.ts';
import { lenientBytes, lenientString, lenientStrings } from './lenient.ts';

const tagReferenceSchema = z.looseObject({ id: tagIdSchema, name: lenientString });

/**
 * What the service says about a document (service-behaviour.md, "Document metadata"). Every field but `id`
 * may be absent.
 */
export const documentRecordSchema = z.looseObject({
  id: contentIdSchema,
  file_name: lenientString,
  user_id: lenientString,
  org_id: lenientString,
  rp_collection_id: lenientString,
  /** Bytes; 0 as long as no PUT landed. */
  raw_size: lenientBytes,
  /** `email`, `investment_research`, `file_upload`, or one not known yet. */
  request_origin: lenientString,
  content_type: lenientString,
  /**
   * `completed` and `failed` are final; `placeholder`, `pending`, `processing` and any unknown value are not.
   */
  status: lenientString,
  shared_with_orgs: lenientStrings,
  created_at: lenientString,
  updated_at: lenientString,
  published_at: lenientString,
  connector_id: connectorIdSchema.optional().catch(undefined),
  error_code: lenientString,
  delete_started_ts: z.unknown().optional(),
  file_metadata: z.unknown().optional(),
  /** Null if the service stated tags that Sluice cannot read: a PATCH must not replace those. */
  tags: z
    .preprocess((tags) => tags ?? undefined, z.array(tagReferenceSchema).nullable().optional())
    .catch(null),
});

export type DocumentRecord = z.infer<typeof documentRecordSchema>;

/** Whether the service will not change its mind about the status any more. */
export function isFinalStatus(status: string | undefined): status is 'completed' | 'failed' {
  return status === 'completed' || status === 'failed';
}

/** Whether a connector of the service brought the document, so that no upload did. */
export function isOfConnector(record: DocumentRecord): boolean {
  const { connector_id: connectorId, request_origin: origin } = record;
  return connectorKind(origin) !== 'other' || (connectorId !== undefined && origin !== 'file_upload');
}

/** Query of `GET /contents/v1/documents` (service-behaviour.md, "List documents"). */
export interface ListQuery {
  readonly origin?: string | undefined;
  readonly from_date?: string | undefined;
  readonly ownership?: 'all' | 'owned' | 'shared' | undefined;
  readonly owner?: string | undefined;
  /** Part of the file name. */
  readonly file_name?: string | undefined;
  /** Tag names. */
  readonly tags?: readonly string[] | undefined;
  readonly connector?: string | undefined;
  readonly rp_collection_id?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** 1–100; the service takes 50 when absent. */
  readonly page_size?: number | undefined;
  readonly sort_by?:
    | 'created_at'
    | 'updated_at'
    | 'file_name'
    | 'raw_size'
    | 'content_type'
    | 'status'
    | undefined;
  readonly sort_order?: 'asc' | 'desc' | undefined;
}

/** Body of `PATCH /contents/v1/documents/{content_id}`: tag ids replace the whole set, `[]` clears it. */
export interface DocumentChange {
  readonly tags?: readonly string[] | undefined;
  readonly share_with_org?: boolean | undefined;
}
