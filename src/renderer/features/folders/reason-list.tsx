import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { href } from '../../lib/route.ts';
import { localCodes } from '../../lib/upload-links.ts';
import { Section } from '../../ui/section.tsx';
import classes from './folders.module.css';

interface ReasonListProps {
  readonly title: string;
  /** How many, by reason or code. */
  readonly counts: Readonly<Record<string, number>>;
  /** Given, the counts of uploads lead to their list. */
  readonly folderId?: string;
}

/** How many for which reason, in words; nothing where there is no reason. */
export function ReasonList({ title, counts, folderId }: ReasonListProps) {
  const { format } = useI18n();
  const reasons = useReasons();
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={classes.reasons}>
        {rows.map(([code, count]) => (
          <li key={code}>
            {folderId !== undefined && !localCodes.has(code) ? (
              <a href={href(['uploads'], { folder: folderId, state: 'attention', code })}>
                {format.number(count)}
              </a>
            ) : (
              <span>{format.number(count)}</span>
            )}
            <span>
              {reasons.of(code).happened} <span className="quiet">{reasons.of(code).remedy}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
