import { blockNames, itemNames, toneWords } from './field-names.ts';
import { childrenOf, kindOf, numberOf, stringOf } from './tape/read.ts';
import type { Tape } from './tape/tape.ts';
import { fieldReader } from './fields.ts';

/**
 * What marks, sentences, entities, events and roles are made of, under every name that was seen or is likely.
 */
export const itemFields = fieldReader(itemNames);

export const blockFields = fieldReader(blockNames);

export function textAt(tape: Tape, node: number): string | null {
  if (node < 0) return null;
  const text = stringOf(tape, node);
  if (text !== null) return text;
  const number = numberOf(tape, node);
  return number === null ? null : String(number);
}

/** A number, also where it is written as a text. */
export function numberAt(tape: Tape, node: number): number | null {
  if (node < 0) return null;
  const number = numberOf(tape, node);
  if (number !== null) return number;
  const text = stringOf(tape, node);
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A tone in −1…1: a number, a word, or an object that holds one. */
export function sentimentAt(tape: Tape, node: number): number | null {
  if (node < 0) return null;
  const number = numberAt(tape, node);
  if (number !== null) return Number.isFinite(number) ? Math.max(-1, Math.min(1, number)) : null;
  const text = stringOf(tape, node);
  if (text !== null) return toneWords.get(text.trim().toLowerCase()) ?? null;
  if (kindOf(tape, node) !== 'object') return null;
  for (const child of childrenOf(tape, node)) {
    const inside = numberAt(tape, child);
    if (inside !== null && Math.abs(inside) <= 1) return inside;
  }
  return null;
}
