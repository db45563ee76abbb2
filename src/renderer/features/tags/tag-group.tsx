import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Tag } from '#shared/bridge/tags.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { type TagGroup as Group, groupPrefixes } from './tag-groups.ts';
import classes from './tags.module.css';

/** Rows drawn at first and with each "more": mail makes a tag for every sender there ever was. */
const step = 100;

/** The tags of one group, with their documents. */
export function TagGroup({ group, tags }: { readonly group: Group; readonly tags: readonly Tag[] }) {
  const { t, format } = useI18n();
  const [shown, setShown] = useState(step);
  const left = tags.length - shown;
  const wordsOf = ({ file_count: count }: (typeof tags)[number]) =>
    typeof count === 'number' ? format.number(count) : t('tagsPage.showDocuments');
  return (
    <Section title={t(`tagsPage.${group}`)} actions={t('tagsPage.total', { count: tags.length })} flush>
      <table className={table.table} aria-label={t(`tagsPage.${group}`)}>
        <thead>
          <tr>
            <th scope="col">{t('tagsPage.name')}</th>
            <th scope="col" className={table.figure}>
              {t('tagsPage.documents')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tags.slice(0, shown).map((tag) => (
            <tr key={tag.id}>
              <td className={classes.name}>
                <TagName group={group} name={tag.name} />
              </td>
              <td className={table.figure}>
                <a
                  href={documentsHref({ tags: [tag.name] })}
                  // What is seen stands first in what is heard, so that it can be asked for by voice.
                  aria-label={`${wordsOf(tag)}: ${t('tagsPage.documentsOf', { name: tag.name })}`}
                >
                  {wordsOf(tag)}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setShown(shown + step)}>
            {t('tagsPage.more', { count: Math.min(left, step) })}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The prefix a group has in common gives way to what tells its tags apart. */
function TagName({ group, name }: { readonly group: Group; readonly name: string }) {
  if (group === 'other') return name;
  const cut = groupPrefixes[group].length;
  return (
    <>
      <span className="quiet">{name.slice(0, cut)}</span>
      {name.slice(cut)}
    </>
  );
}
