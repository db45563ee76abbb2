import type { Note } from '#shared/bridge/notes.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './notes.module.css';

/** The words of a note, what was noted about them, and how sure it is where they stand. */
export function NoteWords({ note }: { readonly note: Note }) {
  const { t } = useI18n();
  const { quote, body, page, section, state, reason, tags } = note;
  const heading = section === note.document.title ? null : section;
  const where = [page === null ? null : t('notes.pageNumber', { page }), heading].filter(
    (one) => one !== null,
  );
  return (
    <>
      <span className={classes.quote} data-color={note.color}>
        {quote}
      </span>
      {body !== '' && <span className={classes.body}>{body}</span>}
      {(where.length > 0 || tags.length > 0) && (
        <span className={classes.where}>{[...where, ...tags.map((tag) => `#${tag}`)].join(' · ')}</span>
      )}
      {state !== 'exact' && (
        <span className={classes.state} data-state={state}>
          {reason === null ? t(`notes.state.${state}`) : t(`notes.reason.${reason}`)}
        </span>
      )}
    </>
  );
}
