import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { FolderCard } from './folder-card.tsx';

/** All watch folders: how each is doing and how much of it is in. */
export function FoldersPage() {
  const { t } = useI18n();
  const folders = useCall('folders.list', {});
  const add = (
    <Button component="a" href={href(['folders', 'new'])} leftSection={<IconPlus size={14} />}>
      {t('common.addFolder')}
    </Button>
  );
  return (
    <Page title={t('folders.title')} actions={folders.data?.length ? add : undefined}>
      <Answer query={folders} waiting={t('common.loading')}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('folders.none')} action={add}>
              {t('folders.noneText')}
            </Empty>
          ) : (
            list.map((state) => <FolderCard key={state.folder.id} state={state} />)
          )
        }
      </Answer>
    </Page>
  );
}
