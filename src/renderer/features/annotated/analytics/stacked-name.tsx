import type { ReactNode } from 'react';
import classes from './analytics.module.css';

interface StackedNameProps {
  readonly name: string;
  /** What a wider list says in columns of their own. */
  readonly children: ReactNode;
}

/** A name that goes on in the next line where there is little width, and what belongs to it. */
export function StackedName({ name, children }: StackedNameProps) {
  return (
    <div className={classes.stacked} title={typeof children === 'string' ? `${name}\n${children}` : name}>
      <div>{name}</div>
      <div className={classes.stackedAbout}>{children}</div>
    </div>
  );
}
