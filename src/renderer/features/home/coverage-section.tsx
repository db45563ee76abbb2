import { Button } from '@mantine/core';
import type { FolderState } from '#shared/bridge/folders.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { coverageLinks } from '../../lib/upload-links.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import { Answer } from '../../ui/answer.tsx';
import { CoverageBar } from '../../ui/coverage-bar.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HealthBadge } from '../../ui/health-badge.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import classes from './home-page.module.css';

const columns = ['seen', 'searchable', 'inProgress', 'ignored', 'attention'] as const;

/** Every file of every folder is counted in exactly one column; every number leads to its list (X6). */
export function CoverageSection() {
  const { t } = useI18n();
  const folders = useCall('folders.list', {});
  const addFolder = (
    <Button
      component="a"
      href={href(['folders', 'new'])}
      variant={folders.data?.length === 0 ? 'filled' : 'default'}
    >
      {t('common.addFolder')}
    </Button>
  );
  return (
    <Section title={t('home.coverage')} flush actions={folders.data?.length ? addFolder : undefined}>
      <Answer query={folders} waiting={t('common.loading')}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('home.noFolders')} action={addFolder}>
              {t('home.noFoldersText')}
            </Empty>
          ) : (
            <table className={table.table}>
              <thead>
                <tr>
                  <th>{t('home.folder')}</th>
                  {columns.map((column) => (
                    <th key={column} className={table.figure}>
                      {t(`home.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((state) => (
                  <CoverageRow key={state.folder.id} state={state} />
                ))}
              </tbody>
            </table>
          )
        }
      </Answer>
    </Section>
  );
}

function CoverageRow({ state }: { readonly state: FolderState }) {
  const { t, format } = useI18n();
  const profiles = useProfiles();
  const { folder, coverage, health } = state;
  const links = coverageLinks(folder.id);
  return (
    <tr>
      <td>
        <a className={classes.folderName} href={href(['folders', folder.id])}>
          {folderName(folder)}
        </a>
        <div className={classes.folderPath}>
          {health.mode === 'native' || health.mode === 'polling' ? (
            <PathText path={folder.path} />
          ) : (
            <HealthBadge health={health} />
          )}
        </div>
        {profiles.isSeveral && (
          <div className={classes.folderPath}>
            {t('folders.goesTo', { name: profiles.nameOf(folder.profileId) })}
          </div>
        )}
        <CoverageBar coverage={coverage} />
      </td>
      {columns.map((column) => (
        <td key={column} className={table.figure}>
          {coverage[column] === 0 ? (
            <span className="quiet">0</span>
          ) : (
            <a href={links[column]}>{format.number(coverage[column])}</a>
          )}
        </td>
      ))}
    </tr>
  );
}
