import { isUuid } from '#shared/ids/ids.ts';
import type { Words } from './words.ts';

/** A tag for people: its name, or that it is none that the service knows. */
export function tagInWords(tag: string, { say }: Words): string {
  return isUuid(tag) ? say('cli.tags.unknown', { tag }) : tag;
}
