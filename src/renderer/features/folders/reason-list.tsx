import { filesLink } from '../../lib/addresses/folders.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { Section } from '../../ui/section.tsx';
import classes from './folders.module.css';

interface ReasonListProps {
  readonly title: string;
  /** How many, by reason or code. */
  readonly counts: Readonly<Record<string, number>>;
  readonly folderId: string;
  readonly place: 'ignored' | 'attention';
}

/**
 * How many for which reason, in words, each number a link to its list (X6); nothing where there is no reason.
 */
export function ReasonList({ title, counts, folderId, place }: ReasonListProps) {
  const { format } = useI18n();
  const reasons = useReasons();
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={classes.reasons}>
        {rows.map(([code, count]) => (
          <li key={code}>
            <a href={filesLink(folderId, place, code)}>{format.number(count)}</a>
            <span>
              {reasons.of(code).happened} <span className="quiet">{reasons.of(code).remedy}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
