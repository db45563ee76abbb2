/** A file of its own: every command asks where its sentences lie, and few need what else hosts may take. */
export { isBundled, places } from '#core/places/places.ts';
