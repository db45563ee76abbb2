import { Button } from '@mantine/core';
import type { FolderState } from '#shared/bridge/folders.ts';
import type { AttentionGroup, Health } from '#shared/bridge/health.ts';
import { filesLink } from '../../lib/addresses/folders.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useAction, useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { ErrorAction } from '../../ui/error-action.tsx';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './home-page.module.css';

/** What needs a person: each cause once, with what it means and the one button that helps. */
export function AttentionSection({ attention: { groups } }: Pick<Health, 'attention'>) {
  const { t } = useI18n();
  return (
    <Section title={t('home.attention')} flush>
      {groups.length === 0 && (
        <p className={classes.sentence} style={{ padding: '14px 16px' }}>
          {t('home.nothingNeeds')}
        </p>
      )}
      {groups.map((group) => (
        <Group key={`${group.place} ${group.code} ${group.folderId ?? ''}`} group={group} />
      ))}
    </Section>
  );
}

function Group({ group }: { readonly group: AttentionGroup }) {
  const { t, format } = useI18n();
  const { happened, remedy } = useReasons().of(group.code);
  const { code, count, place, folderId } = group;
  const folders = useCall('folders.list', {}).data ?? [];
  const local = place === 'files' ? folderId : null;
  const folder = folders.find((one) => one.folder.id === local)?.folder;
  const list =
    local === null ? uploadsHref({ states: ['attention'], code }) : filesLink(local, 'attention', code);
  return (
    <div className={classes.group}>
      <a
        href={list}
        aria-label={`${t(local === null ? 'home.uploads' : 'home.filesIn', { count })}: ${happened}`}
      >
        {format.number(count)}
      </a>
      <div>
        <p>
          {happened}
          {folder && <span className="quiet"> · {folderName(folder)}</span>}
        </p>
        <p className="quiet">{remedy}</p>
        {local === null && <FilesOf code={code} count={count} folders={folders} />}
      </div>
      <div className={classes.groupButtons}>
        {local !== null ? (
          <LocalAction code={code} folderId={local} />
        ) : (
          <ErrorAction
            code={code}
            count={count}
            folderId={folderId}
            filter={{ ...everyProfile, states: ['attention'], code }}
          />
        )}
      </div>
    </div>
  );
}

interface FilesOfProps {
  readonly code: string;
  /** Uploads. */
  readonly count: number;
  readonly folders: readonly FolderState[];
}

/** Files of the same bytes are one upload: where they are more, they are counted as in their folders. */
function FilesOf({ code, count, folders }: FilesOfProps) {
  const { t } = useI18n();
  const lines = folders.flatMap(({ folder, coverage }) => {
    const files = coverage.attentionBy[code] ?? 0;
    return files > 0 ? [{ folder, files }] : [];
  });
  if (lines.reduce((sum, { files }) => sum + files, 0) <= count) return null;
  return (
    <ul className={classes.waiting}>
      {lines.map(({ folder, files }) => (
        <li key={folder.id}>
          <a href={filesLink(folder.id, 'attention', code)}>
            {t('home.filesInFolder', { count: files, folder: folderName(folder) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Local files that wait are chosen in their folder, or looked at once more. */
function LocalAction({ code, folderId }: { readonly code: string; readonly folderId: string }) {
  const { t } = useI18n();
  const reconcile = useAction('folders.reconcile');
  if (code === 'CHOICE_PENDING') {
    return (
      <Button variant="default" component="a" href={href(['folders', folderId])}>
        {t('action.choose')}
      </Button>
    );
  }
  if (code === 'STILL_CHANGING' || code === 'DELETE_CAP') {
    return (
      <Button variant="default" component="a" href={filesLink(folderId, 'attention', code)}>
        {t('action.choose')}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      loading={reconcile.isPending}
      onClick={() =>
        reconcile.mutate(
          { folderId },
          { onSuccess: ({ seen }) => notify(t('folders.looked', { count: seen })) },
        )
      }
    >
      {t('home.lookAgain')}
    </Button>
  );
}
