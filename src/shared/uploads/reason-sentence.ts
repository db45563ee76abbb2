import { inEnglish } from '../sentences/english.ts';
import { sayReason } from './say-reason.ts';

/**
 * Why a local file is not uploaded or not yet, in English: for what the ledger keeps.
 */
export function reasonSentence(reason: string): string {
  return sayReason(inEnglish, reason);
}
