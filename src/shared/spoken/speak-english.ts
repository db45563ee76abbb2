import { inEnglish } from '../sentences/english.ts';
import type { Said } from './said.ts';
import { speak } from './speak.ts';

/** The sentence in English: for the command line, for JSON and for logs. */
export function speakEnglish(said: Said): string {
  return speak(inEnglish, said, duration) ?? said.code;
}

function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.round(seconds / 60)} minutes`;
}
