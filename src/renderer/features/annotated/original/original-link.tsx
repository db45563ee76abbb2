import { useEffect } from 'react';
import { externalAddress } from '#shared/page/external-address.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../../lib/queries.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/notify.tsx';

interface OriginalLinkProps {
  /** What a link of the document leads to; null while none was chosen. */
  readonly address: string | null;
  readonly onClose: () => void;
}

/**
 * A link of an original opens outside of Sluice, after the user agreed: the app asks itself. Both show and
 * open the address in ASCII, and refuse the same ones.
 */
export function OriginalLink({ address: written, onClose }: OriginalLinkProps) {
  const { t } = useI18n();
  const info = useCall('host.info', {});
  const { mutate } = useAction('host.openExternal');
  const isApp = info.data?.kind === 'app';
  const address = written === null ? null : externalAddress(URL.parse(written));
  const isRefused = written !== null && address === null;
  useEffect(() => {
    if (isRefused) notify(t('original.notOpened'));
    else if (address !== null && isApp) mutate({ url: address });
    else return;
    onClose();
  }, [isRefused, address, isApp, mutate, onClose, t]);
  return (
    <Confirm
      opened={address !== null && !isApp}
      title={t('original.leaveTitle')}
      text={t('original.leave', { address: address ?? '' })}
      confirm={t('original.open')}
      onConfirm={() => void window.open(address ?? '', '_blank', 'noopener,noreferrer')}
      onClose={onClose}
    />
  );
}
