import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { RemoteDocument } from '../worker/document-client.ts';
import classes from './text-pane.module.css';
import { TypeMark } from './type-mark.tsx';
import { useMarkFacts } from './use-mark-facts.ts';

/** A mark that is pointed at, or reached by keyboard. */
export interface PointedMark {
  readonly entity: number;
  readonly block: number;
  readonly start: number;
  /** CSS pixels in the window. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface MarkCardProps {
  readonly id: string;
  readonly mark: PointedMark;
  readonly remote: RemoteDocument;
  /** Whether every mark was counted. */
  readonly isCounted: boolean;
}

/** CSS pixels. */
const width = 270;
const height = 130;

/** What is known of a marked entity, beside its mark. */
export function MarkCard({ id, mark, remote, isCounted }: MarkCardProps) {
  const { t, format } = useI18n();
  const known = useMarkFacts(remote, mark, isCounted);
  if (known === null) return null;
  const isBelow = mark.bottom + height < innerHeight;
  const facts = [
    [t('card.id'), known.id],
    [t('card.relevance'), known.relevance === null ? null : format.decimal(known.relevance)],
    [t('card.sentiment'), known.sentiment === null ? null : format.decimal(known.sentiment)],
  ] as const;
  return (
    <div
      id={id}
      role="tooltip"
      className={classes.card}
      style={{
        left: Math.max(8, Math.min(mark.left, innerWidth - width - 8)),
        ...(isBelow ? { top: mark.bottom + 6 } : { bottom: innerHeight - mark.top + 6 }),
      }}
    >
      <p className={classes.cardName}>
        {known.name}
        <TypeMark type={known.type} />
      </p>
      <dl className={classes.cardFacts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <p className={classes.cardCount}>
        {isCounted && known.number > 0
          ? t('card.mention', { number: known.number, count: known.mentions })
          : t('card.counting')}
      </p>
    </div>
  );
}
