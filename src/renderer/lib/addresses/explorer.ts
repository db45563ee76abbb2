import { z } from 'zod';
import { isRecord } from '#shared/operations/is-record.ts';
import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { json, optionalText, text } from './fields.ts';

/** What a link fills into the form of an operation. */
export interface Prefilled {
  /** Path and query parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * An operation in the Explorer, `#/explorer/NAME`, filled in but not sent:
 * - `?entity=RP_ENTITY_ID` fills in `identifier: { type: 'rp_entity_id', value }`
 * - `?with=JSON` fills in `{ params, body }`; both may be given, and `entity` adds to the body
 */
export const operationQuery = defineQuery(
  { entity: optionalText, filled: json(z.record(z.string(), z.unknown())) },
  { filled: 'with' },
);

export function explorerLink(operation: string, prefilled: Prefilled & { readonly entity?: string } = {}) {
  const { entity = null, params, body } = prefilled;
  const filled =
    params === undefined && body === undefined
      ? null
      : { ...(params && { params }), ...(body === undefined ? {} : { body }) };
  return href(['explorer', operation], operationQuery.write({ entity, filled }));
}

/**
 * The page of one entity: its card, prices and sentiment. `type` as an annotated document names it, such as
 * COMP.
 */
export const entityQuery = defineQuery({ id: text, type: text, name: text });

export function entityLink(entity: { readonly id: string; readonly type?: string; readonly name?: string }) {
  return href(['explorer', 'entity'], entityQuery.write(entity));
}

/** What an address of `explorerLink` fills in; undefined where it fills in nothing. */
export function prefilledOf({ entity, filled }: typeof operationQuery.usual): Prefilled | undefined {
  if (entity === null && filled === null) return undefined;
  const params = isRecord(filled?.params) ? { params: filled.params } : {};
  if (entity === null) return { ...params, ...(filled?.body === undefined ? {} : { body: filled.body }) };
  const body = isRecord(filled?.body) ? filled.body : {};
  return { ...params, body: { identifier: { type: 'rp_entity_id', value: entity }, ...body } };
}
