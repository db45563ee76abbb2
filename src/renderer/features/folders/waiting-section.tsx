import type { FolderState } from '#shared/bridge/folders.ts';
import { filesLink } from '../../lib/addresses/folders.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { Section } from '../../ui/section.tsx';
import { FilesTable } from './files-table.tsx';

/** Files shown on the folder's own page; the list behind it has all. */
const shown = 10;

/** Files that were found and are not taken yet: why, until when, and a way to take them now (W2). */
export function WaitingSection({ state: { folder, coverage } }: { readonly state: FolderState }) {
  const { t } = useI18n();
  const { data } = useCall(
    'folders.files',
    { folderId: folder.id, place: 'waiting', limit: shown },
    { keepPrevious: true },
  );
  if (!data || data.rows.length === 0) return null;
  return (
    <Section
      title={t('files.waiting')}
      hint={t('home.filesIn', { count: coverage.waiting })}
      flush
      actions={
        coverage.waiting > shown ? (
          <a href={filesLink(folder.id, 'waiting')}>{t('common.showAll')}</a>
        ) : undefined
      }
    >
      <FilesTable folderId={folder.id} place="waiting" reason={null} rows={data.rows} />
    </Section>
  );
}
