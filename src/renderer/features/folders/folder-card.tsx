import type { FolderState } from '#shared/bridge/folders.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import { HealthBadge } from '../../ui/health-badge.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { CoverageFigures } from './coverage-figures.tsx';
import { FolderActions } from './folder-actions.tsx';
import classes from './folders.module.css';
import { HealthWords } from './health-words.tsx';

/** One watch folder in the list. */
export function FolderCard({ state }: { readonly state: FolderState }) {
  const { t } = useI18n();
  const profiles = useProfiles();
  const { folder, health, vanished } = state;
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.names}>
          <h2>
            <a href={href(['folders', folder.id])}>{folderName(folder)}</a>
          </h2>
          <div className="quiet">
            <PathText path={folder.path} />
          </div>
        </div>
        <FolderActions state={state} />
      </div>
      <p className={classes.facts}>
        <HealthBadge health={health} />
        <HealthWords
          health={health}
          withWhy={health.mode !== 'native' || vanished.some(({ kind }) => kind === 'away')}
        />
        {profiles.isSeveral && (
          <span>{t('folders.goesTo', { name: profiles.nameOf(folder.profileId) })}</span>
        )}
        <span>{t(folder.share ? 'folders.shared' : 'folders.notShared')}</span>
        {folder.afterUpload !== 'leave' && (
          <span>
            {t('folders.afterUpload')}: {t(`form.afterUpload.${folder.afterUpload}`)}
          </span>
        )}
      </p>
      <CoverageFigures state={state} />
    </article>
  );
}
