import { Switch } from '@mantine/core';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { useLocked, usePolicy } from '../../lib/use-policy.ts';

/**
 * Whether the organization can see a document, as a switch. What is shared can be taken back under any
 * policy.
 */
export function DocumentSharing({ document }: { readonly document: DocumentRow }) {
  const { t } = useI18n();
  const share = useAction('documents.share');
  const { contentId, shared, status } = document;
  const isLocked = usePolicy().sharing === 'off' && shared !== true;
  const locked = useLocked()(isLocked);
  const hint =
    shared === null
      ? t('document.sharingUnknown')
      : t(shared ? 'document.sharedHint' : 'document.notSharedHint');
  return (
    <Switch
      label={t('document.sharedLabel')}
      description={locked ?? hint}
      checked={share.isPending ? share.variables.share : shared === true}
      disabled={
        isLocked || share.isPending || status === 'expired' || status === 'gone' || status === 'removing'
      }
      onChange={({ currentTarget }) => share.mutate({ contentId, share: currentTarget.checked })}
    />
  );
}
