import { Pill } from '@mantine/core';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { tagWords } from '../../ui/tag-words.ts';
import classes from './documents.module.css';

/**
 * The tags of a document, each a click to take away; another is a choice to add. Tags of others are never
 * lost.
 */
export function DocumentTags({ document }: { readonly document: DocumentRow }) {
  const { t } = useI18n();
  const change = useAction('documents.tag');
  const { contentId, status, tags } = document;
  const canChange = status !== 'expired' && status !== 'gone' && status !== 'removing';
  return (
    <>
      {tags.length === 0 && <p className="quiet">{t('document.noTags')}</p>}
      <ul className={classes.tagList} aria-label={t('document.tags')}>
        {tags.map(({ id, name }) => (
          <li key={id}>
            <Pill
              classNames={{ root: classes.pill }}
              withRemoveButton={canChange}
              disabled={change.isPending}
              onRemove={() => change.mutate({ contentId, remove: [id] })}
              removeButtonProps={{
                'aria-label': t('document.removeTag', { name: tagWords(t, name) }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {tagWords(t, name)}
            </Pill>
          </li>
        ))}
      </ul>
      {canChange && (
        <TagPicker
          label={t('document.addTag')}
          value={[]}
          onChange={(add) => change.mutate({ contentId, add })}
        />
      )}
    </>
  );
}
