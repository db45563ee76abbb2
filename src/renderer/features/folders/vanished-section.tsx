import type { FolderState, Vanished } from '#shared/bridge/folders.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Section } from '../../ui/section.tsx';
import { DeleteChoice } from './delete-choice.tsx';

/**
 * Files that vanished together, or with a drive: how many, since when, and what a person can say about them
 * (W9).
 */
export function VanishedSection({
  state: { folder },
  vanished: { kind, place, files, since },
}: {
  readonly state: FolderState;
  readonly vanished: Vanished;
}) {
  const { t, format } = useI18n();
  // Where documents never follow their files there is nothing to delete.
  const canDelete = kind === 'together' || folder.localDelete === 'delete';
  return (
    <Section
      title={t(kind === 'together' ? 'folder.togetherTitle' : 'folder.awayTitle', {
        count: files,
        place: place === '' ? folder.path : (place ?? ''),
      })}
      hint={`${t(kind === 'together' ? 'folder.togetherText' : 'folder.awayText')} ${t('folder.vanishedSince', { when: format.ago(since) })}`}
      actions={<DeleteChoice folderId={folder.id} count={files} place={place} canDelete={canDelete} />}
    >
      {null}
    </Section>
  );
}
