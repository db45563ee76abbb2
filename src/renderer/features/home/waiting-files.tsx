import type { FolderState } from '#shared/bridge/folders.ts';
import { waitEnd } from '#shared/uploads/wait-reasons.ts';
import { filesLink } from '../../lib/addresses/folders.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './home-page.module.css';

interface WaitingFilesProps {
  readonly folders: readonly FolderState[];
  /** While uploads are under way, files within their quiet time are nothing to tell of. */
  readonly onlyHeld: boolean;
}

/** How many files wait in which folder and why, each a link to exactly those (W2, X6). */
export function WaitingFiles({ folders, onlyHeld }: WaitingFilesProps) {
  const { t } = useI18n();
  const reasons = useReasons();
  const lines = folders.flatMap(({ folder, coverage }) =>
    Object.entries(coverage.waitingBy)
      .filter(([reason]) => !onlyHeld || reason !== 'quiet')
      .map(([reason, count]) => ({ folder, reason, count })),
  );
  if (lines.length === 0) return null;
  return (
    <ul className={classes.waiting}>
      {lines.map(({ folder, reason, count }) => (
        <li key={`${folder.id} ${reason}`}>
          <a href={filesLink(folder.id, 'waiting', reason)}>
            {t('home.filesInFolder', { count, folder: folderName(folder) })}
          </a>
          <span className="quiet">
            {` · ${reasons.of(reason).happened} `}
            {count === 1 && <Taken folderId={folder.id} reason={reason} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** When the one file that waits for this reason goes; of several, their list tells it of each. */
function Taken({ folderId, reason }: { readonly folderId: string; readonly reason: string }) {
  const { t, format } = useI18n();
  const { data } = useCall(
    'folders.files',
    { folderId, place: 'waiting', reason, limit: 1 },
    { keepPrevious: true },
  );
  const [file] = data?.rows ?? [];
  if (!file) return null;
  const time = format.time(file.dueAt ?? Date.now());
  return <time>{t(`taken.${waitEnd(reason, file.dueAt, Date.now())}`, { time })}</time>;
}
