// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard.

import { deltaText, joinDeltas } from '#shared/operations/deltas.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useRemark } from '../../../lib/i18n/use-spoken.ts';
import type { Piece } from '../use-operation-run.ts';
import classes from './stream.module.css';

/** What comes before the answer: the words of a run as they are said, or how far the work is. */
export function StreamView({
  pieces,
  isRunning,
}: {
  readonly pieces: readonly Piece[];
  readonly isRunning: boolean;
}) {
  const { t } = useI18n();
  const remark = useRemark();
  const events = pieces.map(({ data }) => data);
  const hasWords = events.some((event) => deltaText(event) !== '');
  const notes = pieces.map(({ note }) => note).filter((note) => note !== undefined);
  const last = notes.at(-1);
  return (
    <div className={classes.stream}>
      {last !== undefined && (
        <p className={classes.note} aria-live="polite">
          {remark(last)}
        </p>
      )}
      {hasWords && (
        <section
          className={classes.words}
          aria-label={t('explorer.words')}
          aria-busy={isRunning}
          tabIndex={0}
        >
          {joinDeltas(events)
            .messages.filter(({ text }) => text !== '')
            .map(({ id, role, text }) => (
              <div key={id} className={classes.message}>
                {role !== undefined && <h3 translate="no">{role}</h3>}
                <p>{text}</p>
              </div>
            ))}
        </section>
      )}
      {!hasWords && last === undefined && pieces.length > 0 && (
        <p className={classes.note} aria-live="polite">
          {t('explorer.pieces', { count: pieces.length })}
        </p>
      )}
    </div>
  );
}
