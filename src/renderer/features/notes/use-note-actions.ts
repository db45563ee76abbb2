import type { Note } from '#shared/bridge/notes.ts';
import { annotationPage } from '#shared/cite/annotations.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { notify, notifyUndo } from '../../ui/notify.tsx';

/** What can be done with a note wherever it is listed. */
export function useNoteActions() {
  const { t } = useI18n();
  const removing = useAction('notes.remove');
  const bringing = useAction('notes.import');
  const placing = useAction('notes.place');
  return {
    /** Takes it away; it can be brought back as it was. */
    remove(note: Note): void {
      const bringBack = () => bringing.mutate({ text: JSON.stringify(annotationPage([note])) });
      removing.mutate(
        { ids: [note.id] },
        { onSuccess: () => notifyUndo(t('notes.deleted'), t('notes.undo'), bringBack) },
      );
    },
    /** Looks for its words again. */
    place(note: Note): void {
      placing.mutate(
        { ids: [note.id] },
        { onSuccess: ({ count }) => notify(t(count > 0 ? 'notes.placed' : 'notes.stillNowhere')) },
      );
    },
  };
}
