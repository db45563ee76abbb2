import { noteStates } from '#shared/bridge/notes.ts';
import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { oneOf, text, wholeNumber } from './fields.ts';

export const notesQuery = defineQuery({
  search: text,
  /** Empty for any. */
  state: oneOf(['', ...noteStates], ''),
  /** From 0; null for the first. */
  page: wholeNumber,
});
export type NotesAddress = typeof notesQuery.usual;

export function notesHref(values: Partial<NotesAddress> = {}): string {
  return href(['notes'], notesQuery.write(values));
}
