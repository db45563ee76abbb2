import type { Said } from './said.ts';

/**
 * What exactly happened, as a sentence of its own. A name or a path that it begins with is written as it is.
 *
 * @param values those that were put into it
 */
export function asSentence(detail: string, values: Said['values'] = {}): string {
  const isName = Object.values(values).some((value) => value !== '' && detail.startsWith(String(value)));
  const text = isName ? detail : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
