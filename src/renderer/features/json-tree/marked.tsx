import classes from './json-tree.module.css';

interface MarkedProps {
  readonly text: string;
  /** Empty marks nothing. Upper and lower case are alike. */
  readonly needle: string;
}

/** A text with every place marked where the needle stands. */
export function Marked({ text, needle }: MarkedProps) {
  if (needle === '') return text;
  const lower = text.toLowerCase();
  const wanted = needle.toLowerCase();
  // A few letters are longer in lower case; places would be wrong.
  if (lower.length !== text.length || !lower.includes(wanted)) return text;
  const parts = [];
  let past = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, past)) {
    parts.push(text.slice(past, at));
    parts.push(
      <mark key={at} className={classes.found}>
        {text.slice(at, at + wanted.length)}
      </mark>,
    );
    past = at + wanted.length;
  }
  return [...parts, text.slice(past)];
}
