import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAtom2,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { FolderState } from '#shared/bridge/folders.ts';
import { acrossHref } from '../../lib/addresses/across.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.tsx';
import classes from './folders.module.css';

/** Pause, edit, look through now, stop watching. */
export function FolderActions({ state: { folder, outer } }: { readonly state: FolderState }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const edit = useAction('folders.edit');
  const remove = useAction('folders.remove');
  const reconcile = useAction('folders.reconcile');
  const name = folderName(folder);
  const folderId = folder.id;
  const opens = outer?.share === true && !folder.share;
  const nestedText = opens ? 'folders.removeNestedShared' : 'folders.removeNested';
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        loading={edit.isPending}
        leftSection={folder.paused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        onClick={() => edit.mutate({ folderId, changes: { paused: !folder.paused } })}
      >
        {t(folder.paused ? 'common.resume' : 'common.pause')}
      </Button>
      <Button
        variant="default"
        component="a"
        href={href(['folders', folderId, 'edit'])}
        leftSection={<IconPencil size={14} />}
      >
        {t('common.edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('folders.more', { name })} variant="default" size={30}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={acrossHref({ filter: { folderId } })}
            leftSection={<IconAtom2 size={14} />}
          >
            {t('across.ofFolder')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={14} />}
            onClick={() =>
              reconcile.mutate(
                { folderId },
                { onSuccess: ({ seen }) => notify(t('folders.looked', { count: seen })) },
              )
            }
          >
            {t('folders.lookNow')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => setAsking(true)}>
            {t('folders.removeConfirm')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('folders.removeTitle', { name })}
        text={outer ? t(nestedText, { outer: folderName(outer) }) : t('folders.removeText')}
        confirm={t('folders.removeConfirm')}
        onConfirm={() => remove.mutate({ folderId }, { onSuccess: () => goTo(href(['folders'])) })}
      />
    </div>
  );
}
