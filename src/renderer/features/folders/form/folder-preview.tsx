import { useDebouncedValue } from '@mantine/hooks';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../../lib/i18n/use-reasons.ts';
import { useCall } from '../../../lib/queries.ts';
import { AllowFolder } from '../../../ui/allow-folder.tsx';
import { Answer } from '../../../ui/answer.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from '../folders.module.css';
import { ExampleFile } from './example-file.tsx';

/** How long after the last keystroke the folder is looked through, milliseconds. */
const quiet = 350;

/**
 * The folder to look through: only finished rules take part, since an empty one would be refused. Filters are what is
 * shown, so the files of before count as any other.
 */
export function previewable(folder: WatchFolder): WatchFolder {
  return {
    ...folder,
    firstRun: 'upload-all',
    filters: folder.filters.filter(({ glob }) => glob !== ''),
    tagRules: folder.tagRules.filter(({ pattern, tag }) => pattern !== '' && tag !== ''),
  };
}

/** What the folder would do as it is set up now: "214 of 1,030 are taken", what is left out and why, and an example. */
export function FolderPreview({ folder }: { readonly folder: WatchFolder }) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const [settled] = useDebouncedValue(folder, quiet);
  const wanted = { folder: previewable(settled), rows: 1_000 };
  const preview = useCall('folders.preview', wanted, { enabled: settled.path !== '', keepPrevious: true });
  if (settled.path === '') {
    return (
      <Section title={t('form.preview')}>
        <p className={classes.hint}>{t('form.previewPath')}</p>
      </Section>
    );
  }
  if (preview.error?.code === 'LEAVE_NEEDED') {
    return (
      <Section title={t('form.preview')}>
        <AllowFolder wanted={wanted} onGiven={() => void preview.refetch()} />
      </Section>
    );
  }
  return (
    <>
      <Section title={t('form.preview')}>
        <Answer query={preview} waiting={t('folder.reading')}>
          {({ seen, upload, uploadBytes, ignored, ignoredBy }) => (
            <>
              <p className={classes.big} aria-live="polite">
                {t('form.previewMatch', { count: upload, total: seen })}
              </p>
              <p className={classes.hint}>
                {t('form.previewBytes', { size: format.size(uploadBytes) })}
                {folder.id === 'new' &&
                  folder.firstRun !== 'upload-all' &&
                  ` · ${t(`form.note.${folder.firstRun}`)}`}
              </p>
              {ignored > 0 && (
                <>
                  <p className={classes.label} style={{ marginTop: 10 }}>
                    {t('form.leftOut')}
                  </p>
                  <ul className={classes.reasons}>
                    {Object.entries(ignoredBy).map(([reason, count]) => (
                      <li key={reason}>
                        <span>{format.number(count)}</span>
                        <span className="quiet">{reasons.of(reason).happened}</span>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          )}
        </Answer>
      </Section>
      {preview.data && <ExampleFile folder={settled} rows={preview.data.rows} />}
    </>
  );
}
