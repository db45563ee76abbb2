import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
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
