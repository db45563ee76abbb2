import { Button } from '@mantine/core';
import type { FolderFiles } from '#shared/bridge/folders.ts';
import { isWaitReason, waitEnd } from '#shared/uploads/wait-reasons.ts';
import { type FilesPlace, filesLink } from '../../lib/addresses/folders.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { notify } from '../../ui/notify.tsx';
import { PathText } from '../../ui/path-text.tsx';
import table from '../../ui/table.module.css';
import classes from './folders.module.css';
import { useStanding } from './use-standing.ts';

type FileRow = FolderFiles['rows'][number];

interface FilesTableProps {
  readonly folderId: string;
  readonly place: FilesPlace;
  /** All rows have it, so that it is not said in each. */
  readonly reason: string | null;
  readonly rows: readonly FileRow[];
}

/**
 * Local files with why they stand where they stand; those that wait with when they go, and a button that
 * takes them now (W2).
 */
export function FilesTable({ folderId, place, reason, rows }: FilesTableProps) {
  const { t, format } = useI18n();
  const standing = useStanding();
  // Where nothing waits, a column of when it goes would stand empty.
  const isAnyWaiting = rows.some(waits);
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>{t('files.file')}</th>
          {reason === null && <th>{t('files.why')}</th>}
          {isAnyWaiting && <th>{t('files.goes')}</th>}
          <th className={table.figure}>{t('files.size')}</th>
          <th className={table.figure}>{t('files.since')}</th>
          <th>
            <span className="visually-hidden">{t('files.upload')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={classes.filePath}>
              <PathText path={row.path} />
            </td>
            {reason === null && (
              <td className={classes.fileWhy}>
                {row.reason === null ? (
                  standing.of(row)
                ) : (
                  <a href={filesLink(folderId, place, row.reason)}>{standing.of(row)}</a>
                )}
              </td>
            )}
            {isAnyWaiting && <td className={classes.fileGoes}>{waits(row) && <Goes row={row} />}</td>}
            <td className={table.figure}>{format.size(row.size)}</td>
            <td className={table.figure}>{format.ago(row.since)}</td>
            <td className={table.figure}>
              {((waits(row) && row.reason !== 'other-machine') || row.reason === 'STILL_CHANGING') && (
                <UploadNow folderId={folderId} path={row.path} />
              )}
              {row.uploadId !== null && (
                <a href={uploadsHref({ folder: folderId, open: row.uploadId })}>{t('files.upload')}</a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function waits({ reason }: FileRow): boolean {
  return reason !== null && isWaitReason(reason) && reason !== 'uploading';
}

function Goes({ row: { reason, dueAt, machine } }: { readonly row: FileRow }) {
  const { t, format } = useI18n();
  if (machine !== undefined) return t('files.goes.of', { machine });
  const end = waitEnd(reason ?? '', dueAt, Date.now());
  if (end !== 'at' || dueAt === null) return t(`files.goes.${end === 'at' ? 'now' : end}`);
  return <time title={format.exactTime(dueAt)}>{t('files.goes.at', { time: format.time(dueAt) })}</time>;
}

/** Takes a file that waits, or does not stop changing, as it is (W2). */
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
