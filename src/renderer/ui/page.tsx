import type { ReactNode } from 'react';
import { useTitle } from './use-title.ts';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Beside the title: what the page is about now. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  /** Fills the height and scrolls inside, for long tables. */
  readonly fixed?: boolean;
  /** Takes the width of a large screen, for what stands side by side there. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page: its title, its actions, its content. */
export function Page({ title, aside, actions, fixed = false, wide = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={fixed ? classes.fixed : classes.page} data-wide={wide || undefined}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{title}</h1>
          {aside}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
