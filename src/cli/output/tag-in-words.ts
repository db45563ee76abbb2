import { isUuid } from '#shared/ids/ids.ts';

/** A tag for people: its name, or that it is none that the service knows. */
export function tagInWords(tag: string): string {
  return isUuid(tag) ? `unknown tag ${tag}` : tag;
}
