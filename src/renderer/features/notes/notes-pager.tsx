import { Button } from '@mantine/core';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './notes.module.css';

/** Notes on one page of the list. */
export const notesAtOnce = 200;

interface NotesPagerProps {
  /** From 0. */
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Leads through more notes than are listed at once. */
export function NotesPager({ page, total, onPage }: NotesPagerProps) {
  const { t } = useI18n();
  if (total <= notesAtOnce && page === 0) return null;
  const last = Math.max(0, Math.ceil(total / notesAtOnce) - 1);
  const from = Math.min(total, page * notesAtOnce + 1);
  const to = Math.min(total, (page + 1) * notesAtOnce);
  return (
    <nav className={classes.pager} aria-label={t('notes.pages')}>
      <Button
        variant="default"
        size="compact-sm"
        disabled={page === 0}
        onClick={() => onPage(Math.min(page - 1, last))}
      >
        {t('notes.previous')}
      </Button>
      <span aria-live="polite">{t('notes.range', { from, to, total })}</span>
      <Button variant="default" size="compact-sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        {t('notes.next')}
      </Button>
    </nav>
  );
}
