import type { Coverage } from '#shared/bridge/folders.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import classes from './coverage-bar.module.css';

const parts = ['searchable', 'inProgress', 'attention', 'ignored'] as const;

/** How much of a folder is where, as one bar; the numbers beside it say the same in figures. */
export function CoverageBar({ coverage }: { readonly coverage: Coverage }) {
  const { t, format } = useI18n();
  const label = parts.map((part) => `${t(`home.${part}`)} ${format.number(coverage[part])}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={label}>
      {parts.map((part) =>
        coverage[part] > 0 ? (
          <span
            key={part}
            className={classes[part]}
            style={{ flexGrow: coverage[part] }}
            title={t(`home.${part}`)}
          />
        ) : null,
      )}
    </div>
  );
}
