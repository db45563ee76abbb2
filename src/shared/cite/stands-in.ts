import type { AnchorText } from '../anchor/anchor-text.ts';
import { findPassage, type Passage } from '../anchor/find-passage.ts';
import { foldText } from '../anchor/fold.ts';
import { isSameRaised } from './same-words.ts';

/**
 * Whether words of an annotated document stand in a text of its original. Two readers of one file may differ
 * in a sign, and in no letter and no digit of the passage.
 */
export function standsIn(original: AnchorText, text: string, passage: Passage): boolean {
  const { kind, from, to } = findPassage(original, passage);
  if (kind === 'none') return false;
  const found = text.slice(from, to);
  const [left, right] = [foldText(found), foldText(passage.quote)];
  if (left.folded === right.folded) return isSameRaised(found, left, passage.quote, right);
  return kind === 'exact' || plain(found) === plain(passage.quote);
}

const plain = (text: string) => foldText(text).folded.replace(/[^\p{L}\p{N}]/gu, '');
