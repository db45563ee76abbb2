import type { AnchorText } from '../anchor/anchor-text.ts';
import { findPassage, type Passage } from '../anchor/find-passage.ts';
import { foldText } from '../anchor/fold.ts';

/**
 * Whether words of an annotated document stand in a text of its original. Two readers of one file may differ
 * in a sign or a list's number; in the passage's own numbers they may not.
 */
export function standsIn(original: AnchorText, text: string, passage: Passage): boolean {
  const { kind, from, to } = findPassage(original, passage);
  if (kind === 'none') return false;
  return digitsOf(text.slice(from, to)) === digitsOf(passage.quote);
}

const digitsOf = (text: string) => foldText(text).folded.replace(/[^\p{N}]/gu, '');
