import type { Gathering } from '#shared/bridge/across.ts';
import type { DocumentFilter } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useSourceNames } from '../documents/use-source-names.ts';

interface ChosenDocumentsProps {
  readonly filter: DocumentFilter;
  readonly gathering: Gathering | undefined;
}

/** Which documents the page is about: how many, and by what they were chosen. */
export function ChosenDocuments({ filter, gathering }: ChosenDocumentsProps) {
  const { t } = useI18n();
  const { folders, connectors } = useSourceNames();
  const { folderId, connectorId, tags = [] } = filter;
  const by = [
    folderId === null
      ? t('documents.manual')
      : folderId === undefined
        ? null
        : (folders.get(folderId) ?? folderId),
    connectorId === undefined ? null : (connectors.get(connectorId) ?? connectorId),
    ...tags,
    filter.search ? t('common.quoted', { words: filter.search }) : null,
  ].filter((one) => one !== null);
  return (
    <span aria-live="polite">
      {gathering && t('across.documentsRead', { count: gathering.total, read: gathering.read })}
      {by.length > 0 && ` · ${by.join(', ')}`}
    </span>
  );
}
