import { inEnglish } from '../sentences/english.ts';
import type { Said } from './said.ts';
import { speak } from './speak.ts';

/** The sentence in English: for the command line, for JSON and for logs. */
export function speakEnglish(said: Said): string {
  return speak(inEnglish, said) ?? said.code;
}
