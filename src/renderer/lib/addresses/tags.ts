import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { text } from './fields.ts';

/** How the names of the tags begin. */
export const tagsQuery = defineQuery({ prefix: text });

export function tagsHref(prefix: string): string {
  return href(['tags'], tagsQuery.write({ prefix }));
}
