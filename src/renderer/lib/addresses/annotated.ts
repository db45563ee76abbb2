import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { flag, optionalText, wholeNumber } from './fields.ts';

/**
 * The place of an annotated document that is shown: a path in its JSON, an entity, an event, or a chunk of
 * the service's search.
 */
export const placeQuery = defineQuery({
  path: optionalText,
  /** Characters of the text of the block at the path; UTF-16, `to` exclusive. */
  from: wholeNumber,
  to: wholeNumber,
  /** Path of the text of the block it ends in, where that is another one. */
  end: optionalText,
  /** Id or name. */
  entity: optionalText,
  event: wholeNumber,
  chunk: wholeNumber,
  /** How the passage begins. */
  quote: optionalText,
  paragraph: wholeNumber,
});
export type PlaceAddress = typeof placeQuery.usual;

export function annotatedHref(contentId: string, place: Partial<PlaceAddress> = {}): string {
  return href(['documents', contentId, 'annotated'], placeQuery.write(place));
}

/** A file of this machine; `choose` opens the choice of one. */
export const fileQuery = defineQuery({ choose: flag });
