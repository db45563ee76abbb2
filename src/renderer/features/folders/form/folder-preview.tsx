import { useDebouncedValue } from '@mantine/hooks';
import type { FolderPreview as FolderPreviewAnswer } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../../lib/queries.ts';
import { AllowFolder } from '../../../ui/allow-folder.tsx';
import { Answer } from '../../../ui/answer.tsx';
import { PathText } from '../../../ui/path-text.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from '../folders.module.css';
import { ExampleFile } from './example-file.tsx';
import { PreviewReasons } from './preview-reasons.tsx';

/** How long after the last keystroke the folder is looked through, milliseconds. */
const quiet = 350;

/** Files of a folder are compared with what is at the service while they are no more than this, bytes. */
const mostToRead = 200_000_000;
/** Names that are shown of what is taken. */
const mostNames = 6;

/**
 * The folder to look through: only finished rules take part, since an empty one would be refused. Filters are
 * what is shown, so the files of before count as any other. Its name in the team is no part of that.
 */
export function previewable(folder: WatchFolder): WatchFolder {
  return {
    ...folder,
    firstRun: 'upload-all',
    sharedAs: null,
    filters: folder.filters.filter(({ glob }) => glob !== ''),
    tagRules: folder.tagRules.filter(({ pattern, tag }) => pattern !== '' && tag !== ''),
  };
}

/**
 * What the folder would do as it is set up now: "214 of 1,030 are taken", what is left out and why, and an
 * example.
 */
export function FolderPreview({ folder }: { readonly folder: WatchFolder }) {
  const { t, format } = useI18n();
  const [settled] = useDebouncedValue(folder, quiet);
  const wanted = { folder: previewable(settled), rows: 1_000 };
  const counted = useCall('folders.preview', wanted, { enabled: settled.path !== '', keepPrevious: true });
  // Which files are there already is known by reading them all. Of a folder that is watched already, all are.
  const isNew = folder.id === 'new';
  const isSmall = counted.data !== undefined && counted.data.uploadBytes <= mostToRead;
  const compared = useCall(
    'folders.preview',
    { ...wanted, hash: true },
    { enabled: isNew && isSmall && !counted.error },
  );
  const isCompared = compared.data !== undefined && !counted.isPlaceholderData;
  const preview = isCompared ? compared : counted;
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
  // A path that is still being typed names no folder yet, which is no drive that went.
  if (isNew && preview.error?.code === 'FOLDER_MISSING') {
    return (
      <Section title={t('form.preview')}>
        <p className={classes.hint} aria-live="polite">
          {t('form.previewNoFolder')}
        </p>
      </Section>
    );
  }
  return (
    <>
      <Section title={t('form.preview')}>
        <Answer query={preview} waiting={t('folder.reading')}>
          {({ seen, upload, uploadBytes, taken, duplicate, ignoredBy, heldBy, rows }) => (
            <>
              <p className={classes.big} aria-live="polite">
                {t('form.previewMatch', { count: upload, total: seen })}
              </p>
              <p className={classes.hint}>
                {t('form.previewBytes', { size: format.size(uploadBytes) })}
                {isNew && folder.firstRun !== 'upload-all' && ` · ${t(`form.note.${folder.firstRun}`)}`}
              </p>
              {taken > 0 && <p className={classes.hint}>{t('form.previewTaken', { count: taken })}</p>}
              {duplicate > 0 && (
                <p className={classes.hint}>{t('form.previewDuplicates', { count: duplicate })}</p>
              )}
              {isNew && !isSmall && upload > 0 && (
                <p className={classes.hint}>{t('form.previewNotCompared')}</p>
              )}
              <TakenNames rows={rows} count={upload} />
              <PreviewReasons title={t('form.leftOut')} counts={ignoredBy} />
              <PreviewReasons title={t('form.heldBack')} counts={heldBy} />
            </>
          )}
        </Answer>
      </Section>
      {preview.data && <ExampleFile folder={settled} rows={preview.data.rows} />}
    </>
  );
}

interface TakenNamesProps {
  readonly rows: FolderPreviewAnswer['rows'];
  /** How many are taken, also beyond the rows. */
  readonly count: number;
}

/** The first of the files that are taken, by name. */
function TakenNames({ rows, count }: TakenNamesProps) {
  const { t } = useI18n();
  const names = rows.filter(({ outcome }) => outcome === 'upload').slice(0, mostNames);
  if (names.length === 0) return null;
  return (
    <ul className={classes.takenNames} aria-label={t('form.previewNames')}>
      {names.map(({ path }) => (
        <li key={path}>
          <PathText path={path} />
        </li>
      ))}
      {count > names.length && (
        <li className="quiet">{t('form.previewMore', { count: count - names.length })}</li>
      )}
    </ul>
  );
}
