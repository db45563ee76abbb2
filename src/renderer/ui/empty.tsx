import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  readonly title: string;
  /** What to do now. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Says that there is nothing, and what to do about it. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
