export { type NameMatch, type NameMatcher, nameMatcher } from '#shared/annotated/match-names.ts';
