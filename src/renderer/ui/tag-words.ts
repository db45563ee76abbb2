import { isUuid } from '#shared/ids/ids.ts';
import type { Say } from '#shared/sentences/sentences.ts';

/** A tag for people: its name, or that it is none that the service names. */
export function tagWords(t: Say, tag: string): string {
  return isUuid(tag) ? t('tags.unknown', { id: tag }) : tag;
}
