import { isRecord } from '#shared/operations/is-record.ts';

/** What tells by a yes or no whether a run is kept; the specification shows no such field. */
const flags = ['persisted', 'is_persisted', 'stored', 'is_stored'];

/**
 * Whether a streamed run is stored, in a sentence: by the word of the answer where it has one. What was asked
 * for is told as what was asked for, since a service may do otherwise.
 */
export function persistenceRemark(events: unknown, isAsked: boolean): string {
  const told = persistenceIn(Array.isArray(events) ? events : [events]);
  if (told !== undefined)
    return told
      ? 'The service says that this run is stored.'
      : 'The service says that this run is not stored.';
  return isAsked
    ? 'This run was asked to be stored; the answer does not say whether it is.'
    : 'This run was not asked to be stored (persistence_mode enabled); the answer does not say whether it is.';
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
