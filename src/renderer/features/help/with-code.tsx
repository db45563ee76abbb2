import type { ReactNode } from 'react';
import classes from './help.module.css';

/** A sentence whose commands stand between backticks, as a page shows them. */
export function withCode(sentence: string): ReactNode {
  return sentence.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never change their order.
      <code key={index} className={classes.command}>
        {part}
      </code>
    ),
  );
}
