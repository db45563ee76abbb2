import { Button, Pagination } from '@mantine/core';
import type { FolderFiles } from '#shared/bridge/folders.ts';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { type FilesPlace, filesLink, folderFilesQuery } from '../../lib/addresses/folders.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAction } from '../../ui/error-action.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { DeleteChoice } from './delete-choice.tsx';
import { FilesTable } from './files-table.tsx';
import classes from './folders.module.css';

const pageSize = 200;

/**
 * The local files behind one number of a folder's coverage: why they are left out, or what they wait for
 * (X6).
 */
export function FolderFilesPage({ folderId }: { readonly folderId: string }) {
  const { t } = useI18n();
  const address = useQueryValues(folderFilesQuery);
  const { reason } = address;
  const place = address.place || 'ignored';
  const page = Math.max(1, address.page ?? 1);
  const folders = useCall('folders.list', {});
  const files = useCall(
    'folders.files',
    { folderId, place, reason, offset: (page - 1) * pageSize, limit: pageSize },
    { keepPrevious: true },
  );
  const state = folders.data?.find(({ folder }) => folder.id === folderId);
  return (
    <Page
      title={state ? folderName(state.folder) : t('folders.title')}
      actions={
        <Button variant="default" component="a" href={href(['folders', folderId])}>
          {t('files.toFolder')}
        </Button>
      }
    >
      <Answer query={files} waiting={t('common.loading')}>
        {(answer) => <Files folderId={folderId} place={place} reason={reason} page={page} files={answer} />}
      </Answer>
    </Page>
  );
}

interface FilesProps {
  readonly folderId: string;
  readonly place: FilesPlace;
  readonly reason: string | null;
  readonly page: number;
  readonly files: FolderFiles;
}

function Files({ folderId, place, reason, page, files }: FilesProps) {
  const { t } = useI18n();
  const reasons = useReasons();
  const said = reason === null ? null : reasons.of(reason);
  const pages = Math.ceil(files.total / pageSize);
  return (
    <Section
      title={said?.happened ?? t(`files.${place}`)}
      hint={[t('folder.rows', { count: files.total }), said?.next, said?.remedy].filter(Boolean).join(' · ')}
      flush
      actions={
        reason === 'DELETE_CAP'
          ? files.total > 0 && <DeleteChoice folderId={folderId} count={files.total} />
          : place === 'attention' && reason !== null && <UploadsAction folderId={folderId} code={reason} />
      }
    >
      {files.rows.length === 0 ? (
        <Empty title={t('files.none')}>{t('files.noneText')}</Empty>
      ) : (
        <FilesTable folderId={folderId} place={place} reason={reason} rows={files.rows} />
      )}
      {pages > 1 && (
        <div className={classes.pages}>
          <Pagination
            total={pages}
            value={page}
            onChange={(next) => goTo(filesLink(folderId, place, reason, next))}
            getControlProps={(control) => ({ 'aria-label': t(`files.${control}`) })}
          />
        </div>
      )}
    </Section>
  );
}

/** What helps the uploads among them. Two files of the same bytes are one. */
function UploadsAction({ folderId, code }: { readonly folderId: string; readonly code: string }) {
  const filter: UploadFilter = { ...everyProfile, folderId, states: ['attention'], code };
  const { data } = useCall('uploads.list', { filter, limit: 1 });
  if (!data || data.total === 0) return null;
  return <ErrorAction code={code} count={data.total} folderId={folderId} filter={filter} />;
}
