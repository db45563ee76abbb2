import { useMemo } from 'react';
import classes from './search.module.css';

/** Letters a word needs to be marked; "of" and "in" would be everywhere. */
const shortest = 3;
const word = /[\p{L}\p{N}]+/gu;

/** A text with the words that were searched for marked, whole words and their beginnings. */
export function Highlighted({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const parts = useMemo(() => split(text, wanted), [text, wanted]);
  return parts.map(({ start, part, isWanted }) =>
    isWanted ? (
      <mark key={start} className={classes.word}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

function split(text: string, wanted: string) {
  const words = new Set(
    [...wanted.toLowerCase().matchAll(word)].map(([one]) => one).filter(({ length }) => length >= shortest),
  );
  const parts: { start: number; part: string; isWanted: boolean }[] = [];
  let past = 0;
  const add = (to: number, isWanted: boolean) => {
    if (to > past) parts.push({ start: past, part: text.slice(past, to), isWanted });
    past = to;
  };
  for (const { 0: found, index } of text.matchAll(word)) {
    const lower = found.toLowerCase();
    if (![...words].some((one) => lower.startsWith(one))) continue;
    add(index, false);
    add(index + found.length, true);
  }
  add(text.length, false);
  return parts;
}
