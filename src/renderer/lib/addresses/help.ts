import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { text } from './fields.ts';

/** The parts of Help that have a page of their own, beside its first. */
export const helpParts = ['keys', 'messages', 'news', 'licences', 'docs'] as const;
export type HelpPart = (typeof helpParts)[number];

export function helpHref(...path: readonly [HelpPart?]): string {
  return href(['help', ...path.filter((part) => part !== undefined)]);
}

/** A heading of a page of the documentation, as links call it; empty for its beginning. */
export const documentationQuery = defineQuery({ at: text });

/** @param name the file below `docs`, without its end; empty for the list of all */
export function documentationHref(name: string, at = ''): string {
  const path = name === '' ? ['help', 'docs'] : ['help', 'docs', name];
  return href(path, documentationQuery.write({ at }));
}

/** What is written in the field of the list of messages. */
export const messagesQuery = defineQuery({ search: text });
