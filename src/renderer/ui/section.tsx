import { Children, type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly hint?: string;
  /** Buttons or a link at the right of the title. */
  readonly actions?: ReactNode;
  /** Rows that draw their own padding, such as tables. */
  readonly flush?: boolean;
  readonly id?: string;
  /** Left out, or nothing to show yet: only the head is drawn. */
  readonly children?: ReactNode;
}

/** Parts of a page that come later are `undefined`, `null` or `false` until then. */
function hasContent(children: ReactNode): boolean {
  return Children.toArray(children).length > 0;
}

/** A titled part of a page. */
export function Section({ title, hint, actions, flush = false, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId} id={id}>
      <div className={classes.head}>
        <div>
          <h2 id={titleId}>{title}</h2>
          {hint !== undefined && <p className={classes.hint}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {hasContent(children) && <div className={flush ? classes.flush : classes.body}>{children}</div>}
    </section>
  );
}
