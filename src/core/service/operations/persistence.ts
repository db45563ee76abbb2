import { isRecord } from '#shared/operations/is-record.ts';
import { type Said, said } from '#shared/spoken/said.ts';

/** What tells by a yes or no whether a run is kept; the specification shows no such field. */
const flags = ['persisted', 'is_persisted', 'stored', 'is_stored'];

/**
 * Whether a streamed run is stored: by the word of the answer where it has one. What was asked
 * for is told as what was asked for, since a service may do otherwise.
 */
export function persistenceRemark(events: unknown, isAsked: boolean): Said {
  const told = persistenceIn(Array.isArray(events) ? events : [events]);
  if (told !== undefined) return said(told ? 'remark.stored' : 'remark.notStored');
  return said(isAsked ? 'remark.storageAsked' : 'remark.storageNotAsked');
}

/** The last word of the events; undefined where none has one. */
function persistenceIn(events: readonly unknown[]): boolean | undefined {
  return events
    .filter(isRecord)
    .flatMap((event) => [event, event.delta, event.execution, event.data].filter(isRecord))
    .map(persistenceOf)
    .findLast((told) => told !== undefined);
}

function persistenceOf(fields: Readonly<Record<string, unknown>>): boolean | undefined {
  const mode = fields.persistence_mode;
  if (typeof mode === 'string' && /^(enabled|disabled)$/i.test(mode)) return mode.toLowerCase() === 'enabled';
  return flags.map((name) => fields[name]).find((flag) => typeof flag === 'boolean');
}
