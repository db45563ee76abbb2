import { isUuid } from '#shared/ids/ids.ts';
import type { Translate } from '../lib/i18n/translate.ts';

/** A tag for people: its name, or that it is none that the service names. */
export function tagWords(t: Translate, tag: string): string {
  return isUuid(tag) ? t('tags.unknown', { id: tag }) : tag;
}
