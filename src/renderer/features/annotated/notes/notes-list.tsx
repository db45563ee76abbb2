import { Button } from '@mantine/core';
import { useCallback } from 'react';
import type { Note } from '#shared/bridge/notes.ts';
import { notesHref } from '../../../lib/addresses/notes.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../../lib/queries.ts';
import { notify } from '../../../ui/notify.tsx';
import { NoteEditor } from '../../notes/note-editor.tsx';
import { NoteWords } from '../../notes/note-words.tsx';
import classes from '../../notes/notes.module.css';
import { NotesExport } from '../../notes/notes-export.tsx';
import { useNoteActions } from '../../notes/use-note-actions.ts';
import type { PagedPassage } from '../model/passages.ts';
import type { PaneProps } from '../pane-props.ts';
import type { DocumentNotes } from './use-notes.ts';
import { useCopyCitation } from './use-passage-acts.ts';

interface NotesListProps extends PaneProps {
  readonly notes: DocumentNotes;
  readonly contentId: string;
  /** What is selected in the text, else the sentence that is shown. */
  readonly passage: () => Promise<PagedPassage | null>;
}

/** The notes of the document: those that stand nowhere first, then in its order. */
export function NotesList({ notes, contentId, show, passage }: NotesListProps) {
  const { t } = useI18n();
  const { remove, place } = useNoteActions();
  const copy = useCopyCitation();
  const editing = useAction('notes.edit');
  const { all, edited, edit } = notes;
  const isLost = ({ state }: Note) => state === 'orphan';
  const listed = all
    .map(({ note }) => note)
    .toSorted((one, other) => Number(isLost(other)) - Number(isLost(one)));
  const close = useCallback(() => edit(null), [edit]);
  const filter = { contentId };
  async function putHere(id: string): Promise<void> {
    const here = await passage();
    if (here === null) return notify(t('notes.nothing'));
    const { section: _section, ...words } = here;
    editing.mutate({ id, passage: { contentId, ...words } });
  }
  return (
    <>
      <div className={classes.top}>
        <a href={notesHref()}>{t('notes.all')}</a>
        <NotesExport filter={filter} disabled={all.length === 0} />
      </div>
      {all.length === 0 && <p className={classes.item}>{t('notes.none')}</p>}
      <ul className={classes.list} aria-label={t('notes.title')}>
        {listed.map((note) => (
          <li key={note.id} className={classes.item} data-edited={note.id === edited || undefined}>
            <button
              type="button"
              className={classes.jump}
              disabled={isLost(note) || note.place === null}
              onClick={() => {
                if (note.place === null) return;
                const { path, from, to, endPath } = note.place;
                const until = endPath === null ? to : Number.MAX_SAFE_INTEGER;
                void show({ kind: 'path', path, from, to: until, quote: note.quote });
              }}
            >
              <NoteWords note={note} />
            </button>
            {note.id === edited ? (
              <NoteEditor note={note} onClose={close} />
            ) : (
              <div className={classes.acts}>
                {note.state !== 'exact' && <Act words={t('notes.again')} onClick={() => place(note)} />}
                {note.state !== 'exact' && (
                  <Act words={t('notes.here')} onClick={() => void putHere(note.id)} />
                )}
                <Act
                  words={t('notes.copy')}
                  onClick={() => copy({ ...note, document: { ...note.document, contentId: note.contentId } })}
                />
                <Act words={t('notes.edit')} onClick={() => edit(note.id)} />
                <Act words={t('notes.delete')} onClick={() => remove(note)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Act({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-xs" onClick={onClick}>
      {words}
    </Button>
  );
}
