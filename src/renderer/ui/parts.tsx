import type { ReactNode } from 'react';
import classes from './parts.module.css';

export interface Part {
  readonly title: string;
  readonly href: string;
  /** The page that is shown, or the place on it that was asked for; undefined for all others. */
  readonly current: 'page' | 'true' | undefined;
}

interface PartsProps {
  /** What the list is called for those who have it read out. */
  readonly label: string;
  readonly parts: readonly Part[];
  readonly children: ReactNode;
}

/** What has several parts, beside the list of them; below it where there is little room. */
export function Parts({ label, parts, children }: PartsProps) {
  return (
    <div className={classes.columns}>
      <nav className={classes.list} aria-label={label}>
        {parts.map(({ title, href, current }) => (
          <a key={href} href={href} aria-current={current}>
            {title}
          </a>
        ))}
      </nav>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
