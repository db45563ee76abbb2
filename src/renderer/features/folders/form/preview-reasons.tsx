import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../../lib/i18n/use-reasons.ts';
import classes from '../folders.module.css';

interface PreviewReasonsProps {
  readonly title: string;
  /** How many, by reason or code. */
  readonly counts: Readonly<Record<string, number>>;
}

/** How many are not taken for which reason, the most first; nothing where there is none. */
export function PreviewReasons({ title, counts }: PreviewReasonsProps) {
  const { format } = useI18n();
  const reasons = useReasons();
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return null;
  return (
    <>
      <p className={classes.label} style={{ marginTop: 10 }}>
        {title}
      </p>
      <ul className={classes.reasons}>
        {rows.map(([reason, count]) => (
          <li key={reason}>
            <span>{format.number(count)}</span>
            <span className="quiet">{reasons.of(reason).happened}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
