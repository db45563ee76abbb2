import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { withoutSecrets } from '#shared/operations/without-secrets.ts';
import { type RequestValues, rawTextOf } from './request-values.ts';

/** What a person has written for one operation so far. */
export interface Draft {
  readonly values: RequestValues;
  /** Written as JSON and not in the form. */
  readonly isRaw: boolean;
  readonly rawText: string;
  /** The lines of a batch. */
  readonly queriesText: string;
}

export function draftOf(values: RequestValues, operation: OperationDescription): Draft {
  return { values, isRaw: false, rawText: rawTextOf(values, operation), queriesText: '' };
}

/** The draft to be kept while another operation is on screen: without passwords. */
export function keptDraft(draft: Draft, operation: OperationDescription): Draft {
  const { value, takenOut } = withoutSecrets(operation.requestSchema, draft.values.body);
  if (takenOut.length === 0) return draft;
  const values = { ...draft.values, body: value };
  return { ...draft, values, rawText: rawTextOf(values, operation) };
}

/** A call from the history, to be looked at, changed or made again. */
export function draftOfEntry({ request }: OperationHistoryEntry, operation: OperationDescription): Draft {
  const { params, body, queries = [] } = request;
  const values = {
    ...(params === undefined || Object.keys(params).length === 0 ? {} : { params }),
    ...(body === undefined ? {} : { body }),
  };
  const queriesText = queries.map((query) => JSON.stringify(query)).join('\n');
  return { ...draftOf(values, operation), queriesText };
}
