import type { FolderState } from '#shared/bridge/folders.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';

/** Which machine of the team reads a folder's files first that several have. */
export function FirstReaderWords({ machine, others }: NonNullable<FolderState['firstReader']>) {
  const { t } = useI18n();
  if (machine !== null) return <span>{t('folder.readFirstBy', { machine })}</span>;
  return others > 0 && <span>{t('folder.readFirstFor', { count: others })}</span>;
}
