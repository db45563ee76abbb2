import { isRecord } from '#shared/operations/is-record.ts';
import { href } from './route.ts';

/** What a link fills into the form of an operation. */
export interface Prefilled {
  /** Path and query parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * The address of an operation in the Explorer, filled in but not sent. The scheme, for links from other pages:
 * - `#/explorer/NAME` opens the operation with an empty form
 * - `?entity=RP_ENTITY_ID` fills in `identifier: { type: 'rp_entity_id', value }`
 * - `?with=JSON` fills in `{ params, body }`; both may be given, and `entity` adds to the body
 */
export function explorerLink(operation: string, prefilled: Prefilled & { readonly entity?: string } = {}) {
  const { entity, ...rest } = prefilled;
  const filled = rest.params === undefined && rest.body === undefined ? undefined : JSON.stringify(rest);
  return href(['explorer', operation], { entity, with: filled });
}

/** The page of one entity: its card, prices and sentiment. `type` as an annotated document names it, such as COMP. */
export function entityLink(entity: { readonly id: string; readonly type?: string; readonly name?: string }) {
  return href(['explorer', 'entity'], entity);
}

/** What an address of `explorerLink` fills in; undefined where it fills in nothing. Never throws. */
export function prefilledOf(query: URLSearchParams): Prefilled | undefined {
  const entity = query.get('entity');
  const filled = parsed(query.get('with'));
  if (entity === null && filled === undefined) return undefined;
  const body = isRecord(filled?.body) ? filled.body : {};
  return {
    ...(isRecord(filled?.params) ? { params: filled.params } : {}),
    ...(entity === null
      ? filled?.body === undefined
        ? {}
        : { body: filled.body }
      : { body: { identifier: { type: 'rp_entity_id', value: entity }, ...body } }),
  };
}

function parsed(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
