import type { FolderState } from '#shared/bridge/folders.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { coverageLinks } from '../../lib/upload-links.ts';
import { CoverageBar } from '../../ui/coverage-bar.tsx';
import classes from './folders.module.css';

const columns = ['seen', 'searchable', 'inProgress', 'ignored', 'attention'] as const;

/** The coverage of one folder in figures that are links, over its bar. */
export function CoverageFigures({ state }: { readonly state: FolderState }) {
  const { t, format } = useI18n();
  const links = coverageLinks(state.folder.id);
  return (
    <div>
      <dl className={classes.figures}>
        {columns.map((column) => (
          <div key={column}>
            <dt>{t(`home.${column}`)}</dt>
            <dd data-column={column}>
              {state.coverage[column] === 0 ? (
                '0'
              ) : (
                <a href={links[column]}>{format.number(state.coverage[column])}</a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <CoverageBar coverage={state.coverage} />
    </div>
  );
}
