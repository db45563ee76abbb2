import { useEffect } from 'react';
import { printable } from '#shared/spoken/printable.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../../lib/queries.ts';
import { Confirm } from '../../../ui/confirm.tsx';

interface OriginalLinkProps {
  /** What a link of the document leads to; null while none was chosen. */
  readonly address: string | null;
  readonly onClose: () => void;
}

/** A link of an original opens outside of Sluice, and after the person agreed: the app asks itself. */
export function OriginalLink({ address, onClose }: OriginalLinkProps) {
  const { t } = useI18n();
  const info = useCall('host.info', {});
  const { mutate } = useAction('host.openExternal');
  const isApp = info.data?.kind === 'app';
  useEffect(() => {
    if (address === null || !isApp) return;
    mutate({ url: address });
    onClose();
  }, [address, isApp, mutate, onClose]);
  return (
    <Confirm
      opened={address !== null && !isApp}
      title={t('original.leaveTitle')}
      text={t('original.leave', { address: printable(address ?? '') })}
      confirm={t('original.open')}
      onConfirm={() => void window.open(address ?? '', '_blank', 'noopener,noreferrer')}
      onClose={onClose}
    />
  );
}
