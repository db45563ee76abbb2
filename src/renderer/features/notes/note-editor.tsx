import { Button, Select, TagsInput, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { longestTag, mostTags, type Note, noteColors } from '#shared/bridge/notes.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import classes from './notes.module.css';

interface NoteEditorProps {
  readonly note: Note;
  readonly onClose: () => void;
}

/** What is noted about a passage, its tags and colour. Ctrl+Enter keeps it, Escape leaves it as it was. */
export function NoteEditor({ note, onClose }: NoteEditorProps) {
  const { t } = useI18n();
  const [body, setBody] = useState(note.body);
  const [color, setColor] = useState(note.color);
  const editing = useAction('notes.edit');
  const [tags, setTags] = useState<readonly string[]>(note.tags);
  /** A tag that is typed and not yet one of them. */
  const [typed, setTyped] = useState('');
  function save(): void {
    const named = [...tags, typed].map((tag) => tag.trim().slice(0, longestTag)).filter((tag) => tag !== '');
    const own = { id: note.id, body: body.trim(), color, tags: [...new Set(named)].slice(0, mostTags) };
    editing.mutate(own, { onSuccess: onClose });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className={classes.editor}>
      <Textarea
        aria-label={t('notes.body')}
        placeholder={t('notes.body')}
        autosize
        onKeyDown={onKeyDown}
        minRows={2}
        maxRows={12}
        data-autofocus
        autoFocus
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <TagsInput
        size="xs"
        aria-label={t('notes.tags')}
        placeholder={tags.length === 0 ? t('notes.tags') : ''}
        maxTags={mostTags}
        value={[...tags]}
        onChange={setTags}
        searchValue={typed}
        onSearchChange={setTyped}
        onKeyDown={onKeyDown}
      />
      <div className={classes.editorActs}>
        <Select
          size="xs"
          w={130}
          aria-label={t('notes.color')}
          allowDeselect={false}
          value={color}
          onChange={(value) => setColor(noteColors.find((one) => one === value) ?? color)}
          data={noteColors.map((one) => ({ value: one, label: t(`notes.color.${one}`) }))}
        />
        <span>
          <Button size="compact-sm" variant="subtle" onClick={onClose}>
            {t('common.cancel')}
          </Button>{' '}
          <Button size="compact-sm" loading={editing.isPending} onClick={save}>
            {t('common.save')}
          </Button>
        </span>
      </div>
    </div>
  );
}
