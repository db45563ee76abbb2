import { Button, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { acrossHref } from '../../lib/addresses/across.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { Empty } from '../../ui/empty.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './across.module.css';

/** Chooses documents where the address names none: a folder, tags, or some of the list. */
export function Start() {
  const { t } = useI18n();
  const { data: folders = [] } = useCall('folders.list', {});
  const { data: tags = [] } = useCall('tags.list', {});
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <>
      <Empty
        title={t('across.start')}
        action={
          <Button component="a" href={href(['documents'])}>
            {t('across.choose')}
          </Button>
        }
      >
        {t('across.startText')}
      </Empty>
      {folders.length > 0 && (
        <Section title={t('across.folder')}>
          <ul className={classes.folders}>
            {folders.map(({ folder }) => (
              <li key={folder.id}>
                <a href={acrossHref({ filter: { folderId: folder.id } })}>{folderName(folder)}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {tags.length > 0 && (
        <Section title={t('across.tags')} hint={t('across.tagsHint')}>
          <div className={classes.byTag}>
            <MultiSelect
              aria-label={t('across.tags')}
              placeholder={chosen.length === 0 ? t('across.tags') : ''}
              data={[...new Set(tags.map(({ name }) => name))]}
              value={chosen}
              onChange={setChosen}
              searchable
              limit={50}
            />
            <Button
              variant="default"
              disabled={chosen.length === 0}
              onClick={() => goTo(acrossHref({ filter: { tags: chosen } }))}
            >
              {t('across.show')}
            </Button>
          </div>
        </Section>
      )}
    </>
  );
}
