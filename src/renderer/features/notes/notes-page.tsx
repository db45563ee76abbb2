import { Button, Select } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Note, noteStates } from '#shared/bridge/notes.ts';
import { linkRoute } from '#shared/cite/passage-link.ts';
import { passageLink } from '#shared/cite/passage-citation.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { type NotesAddress, notesHref, notesQuery } from '../../lib/addresses/notes.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { goTo } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { notify } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteWords } from './note-words.tsx';
import classes from './notes.module.css';
import { NotesExport } from './notes-export.tsx';
import { notesAtOnce, NotesPager } from './notes-pager.tsx';
import { useNoteActions } from './use-note-actions.ts';

/** Stands for "any state"; no state begins with a space. */
const any = ' ';

/** All notes of all documents, the last changed first; also those whose words stand nowhere any more. */
export function NotesPage() {
  const { t } = useI18n();
  const address = useQueryValues(notesQuery);
  const { search, state } = address;
  const filter = { ...(search !== '' && { search }), ...(state !== '' && { states: [state] }) };
  const page = address.page ?? 0;
  const paged = { filter, offset: page * notesAtOnce, limit: notesAtOnce };
  const list = useCall('notes.list', paged, { keepPrevious: true });
  const [edited, setEdited] = useState<string | null>(null);
  const counts = list.data?.counts;
  const whole = noteStates.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0);
  const change = (part: Partial<NotesAddress>) =>
    goTo(notesHref({ ...address, page: null, ...part }), { replace: true });
  return (
    <Page
      fixed
      title={t('notes.title')}
      aside={list.data && <span aria-live="polite">{t('notes.total', { count: list.data.total })}</span>}
      actions={
        <>
          <Import />
          <NotesExport filter={filter} disabled={list.data?.total === 0} />
        </>
      }
    >
      <FilterBar>
        <SearchField
          label={t('notes.search')}
          value={search}
          onChange={(typed) => change({ search: typed })}
        />
        <Select
          aria-label={t('notes.states')}
          allowDeselect={false}
          w={240}
          value={state === '' ? any : state}
          onChange={(value) => change({ state: noteStates.find((one) => one === value) ?? '' })}
          data={[
            { value: any, label: t('notes.anyState', { count: whole }) },
            ...noteStates.map((one) => ({
              value: one,
              label: t('notes.stateCount', { state: t(`notes.state.${one}`), count: counts?.[one] ?? 0 }),
            })),
          ]}
        />
      </FilterBar>
      <Answer query={list} waiting={t('common.loading')}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <Empty title={t(whole === 0 ? 'notes.noneAtAll' : 'notes.noMatch')}>{t('notes.none')}</Empty>
            ) : (
              <div className={classes.frame}>
                <ul className={classes.list} aria-label={t('notes.title')}>
                  {rows.map((note) => (
                    <Listed
                      key={note.id}
                      note={note}
                      isEdited={note.id === edited}
                      onEdit={() => setEdited(note.id)}
                      onClose={() => setEdited(null)}
                    />
                  ))}
                </ul>
              </div>
            )}
            <NotesPager
              page={page}
              total={total}
              onPage={(next) => change({ page: next === 0 ? null : next })}
            />
          </>
        )}
      </Answer>
    </Page>
  );
}

interface ListedProps {
  readonly note: Note;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function Listed({ note, isEdited, onEdit, onClose }: ListedProps) {
  const { t, format } = useI18n();
  const { remove, place } = useNoteActions();
  const document = { ...note.document, contentId: note.contentId };
  const facts = [
    note.document.title ?? note.document.fileName ?? note.contentId,
    note.document.publishedAt === null ? null : format.date(note.document.publishedAt),
    format.time(note.changedAt),
  ].filter((fact) => fact !== null);
  const isLost = note.state === 'orphan';
  return (
    <li className={classes.item} data-edited={isEdited || undefined}>
      <a className={classes.jump} href={linkRoute(passageLink({ ...note, document })) ?? notesHref()}>
        <span className={classes.document}>{facts.join(' · ')}</span>
        <NoteWords note={note} />
      </a>
      {isEdited ? (
        <NoteEditor note={note} onClose={onClose} />
      ) : (
        <div className={classes.acts}>
          {(isLost || note.state === 'waiting') && (
            <Button variant="subtle" size="compact-xs" onClick={() => place(note)}>
              {t('notes.again')}
            </Button>
          )}
          <Button variant="subtle" size="compact-xs" onClick={onEdit}>
            {t('notes.edit')}
          </Button>
          <Button variant="subtle" size="compact-xs" onClick={() => remove(note)}>
            {t('notes.delete')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Takes in annotations of the W3C, ours or of another program. */
function Import() {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const importing = useAction('notes.import');
  function onFile(file: File | undefined): void {
    void file?.text().then((text) =>
      importing.mutate(
        { text },
        {
          onSuccess: ({ added, changed, known, unplaced, refused }) =>
            notify(t('notes.imported', { added, changed, known, unplaced, refused: refused.length })),
        },
      ),
    );
  }
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".jsonld,.json,application/ld+json"
        tabIndex={-1}
        aria-hidden
        data-testid="notes-file"
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        loading={importing.isPending}
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('notes.import')}
      </Button>
    </>
  );
}
