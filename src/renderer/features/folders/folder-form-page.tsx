import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { cameFrom, href, returnTo } from '../../lib/route.ts';
import { Failure } from '../../ui/failure.tsx';
import fields from '../../ui/fields.module.css';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { AfterFields } from './form/after-fields.tsx';
import { FolderFields } from './form/folder-fields.tsx';
import { FolderPreview } from './form/folder-preview.tsx';
import { MetadataFields } from './form/metadata-fields.tsx';
import { WhichFields } from './form/which-fields.tsx';
import classes from './folders.module.css';
import { changesSince, newFolder } from '../../lib/new-folder.ts';

interface FolderFormPageProps {
  /** The folder to edit; a new one when left out. */
  readonly folderId?: string;
}

/** Adds or edits a watch folder, with what it would do shown beside. */
export function FolderFormPage({ folderId }: FolderFormPageProps) {
  const { t } = useI18n();
  const folders = useCall('folders.list', {}, { enabled: folderId !== undefined });
  const { data: status } = useCall('agent.status', {});
  const known = folders.data?.find(({ folder }) => folder.id === folderId)?.folder;
  const start = folderId === undefined ? status?.profile && newFolder('', status.profile.id) : known;
  return start ? (
    <FolderForm start={start} isNew={folderId === undefined} />
  ) : (
    <Loading>{t('common.loading')}</Loading>
  );
}

function FolderForm({ start, isNew }: { readonly start: WatchFolder; readonly isNew: boolean }) {
  const { t } = useI18n();
  const [opened] = useState(start);
  const [folder, setFolder] = useState(opened);
  const add = useAction('folders.add', { quiet: true });
  const edit = useAction('folders.edit', { quiet: true });
  const change = (part: Partial<WatchFolder>) => setFolder((current) => ({ ...current, ...part }));
  const back = (id: string) => returnTo(href(['folders', id]));
  const cancel = () => {
    // It is opened from several pages; from none where its address was typed or kept.
    const list = href(['folders']);
    returnTo(cameFrom() || (isNew ? list : href(['folders', folder.id])));
  };
  const save = () => {
    const { path, profileId } = folder;
    const changes = changesSince(opened, folder);
    if (isNew) add.mutate({ folder: { ...changes, path, profileId } }, { onSuccess: ({ id }) => back(id) });
    else edit.mutate({ folderId: folder.id, changes }, { onSuccess: ({ id }) => back(id) });
  };
  const failure = add.error ?? edit.error;
  const parts = { folder, change };
  const title = isNew ? t('form.addTitle') : t('form.editTitle', { name: folderName(start) });
  return (
    <Page title={title}>
      <div className={classes.columns}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <FolderFields {...parts} isNew={isNew} />
          <WhichFields {...parts} />
          <MetadataFields {...parts} />
          <AfterFields {...parts} />
          {failure && <Failure error={failure} />}
          <div className={fields.buttons}>
            <Button type="submit" disabled={folder.path === ''} loading={add.isPending || edit.isPending}>
              {t(isNew ? 'form.add' : 'common.save')}
            </Button>
            <Button variant="default" onClick={cancel}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
        <div className={classes.sticky}>
          <FolderPreview folder={folder} />
        </div>
      </div>
    </Page>
  );
}
