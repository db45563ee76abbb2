import { Button, Pagination } from '@mantine/core';
import type { FolderFiles } from '#shared/bridge/folders.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useAction, useCall } from '../../lib/queries.ts';
import { goTo, href, useRoute } from '../../lib/route.ts';
import { filesLink } from '../../lib/upload-links.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { notify } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { DeleteChoice } from './delete-choice.tsx';
import classes from './folders.module.css';

const pageSize = 200;

/** The local files behind one number of a folder's coverage: why they are left out, or what they wait for (X6). */
export function FolderFilesPage({ folderId }: { readonly folderId: string }) {
  const { t } = useI18n();
  const { query } = useRoute();
  const place = query.get('place') === 'attention' ? 'attention' : 'ignored';
  const reason = query.get('reason');
  const page = Math.max(1, Number(query.get('page')) || 1);
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
  readonly place: 'ignored' | 'attention';
  readonly reason: string | null;
  readonly page: number;
  readonly files: FolderFiles;
}

function Files({ folderId, place, reason, page, files }: FilesProps) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const said = reason === null ? null : reasons.of(reason);
  const pages = Math.ceil(files.total / pageSize);
  return (
    <Section
      title={said?.happened ?? t(`files.${place}`)}
      hint={[t('folder.rows', { count: files.total }), said?.next, said?.remedy].filter(Boolean).join(' · ')}
      flush
      actions={
        reason === 'DELETE_CAP' && files.total > 0 && <DeleteChoice folderId={folderId} count={files.total} />
      }
    >
      {files.rows.length === 0 ? (
        <Empty title={t('files.none')}>{t('files.noneText')}</Empty>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th>{t('files.file')}</th>
              {reason === null && <th>{t('files.why')}</th>}
              <th className={table.figure}>{t('files.size')}</th>
              <th className={table.figure}>{t('files.since')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {files.rows.map((row) => (
              <tr key={row.id}>
                <td className={classes.filePath}>
                  <PathText path={row.path} />
                </td>
                {reason === null && (
                  <td className={classes.fileWhy}>
                    <a href={filesLink(folderId, place, row.reason)}>{reasons.of(row.reason).happened}</a>
                  </td>
                )}
                <td className={table.figure}>{format.size(row.size)}</td>
                <td className={table.figure}>{format.ago(row.since)}</td>
                <td className={table.figure}>
                  {row.reason === 'STILL_CHANGING' && <UploadNow folderId={folderId} path={row.path} />}
                  {row.uploadId !== null && (
                    <a href={href(['uploads'], { folder: folderId, open: String(row.uploadId) })}>
                      {t('files.upload')}
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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

/** Takes a file that does not stop changing as it is (W2). */
function UploadNow({ folderId, path }: { readonly folderId: string; readonly path: string }) {
  const { t } = useI18n();
  const take = useAction('folders.uploadNow');
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${t('files.uploadNow')}: ${path}`}
      loading={take.isPending}
      onClick={() =>
        take.mutate(
          { folderId, path },
          { onSuccess: ({ taken }) => notify(t(taken ? 'files.taken' : 'files.notTaken')) },
        )
      }
    >
      {t('files.uploadNow')}
    </Button>
  );
}
