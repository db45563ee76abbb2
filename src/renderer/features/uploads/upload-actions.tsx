import { Button } from '@mantine/core';
import { IconArrowBarToUp, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.tsx';
import { canDo } from './can-do.ts';

interface UploadActionsProps {
  readonly filter: UploadFilter;
  readonly count: number;
  /** The one upload it is about: what makes no sense in its state is not offered. */
  readonly only?: { readonly state: UploadState; readonly paused: boolean; readonly code: string | null };
}

/** Retry, pause, resume, move to top, cancel: for one upload or for many. */
export function UploadActions({ filter, count, only }: UploadActionsProps) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const retry = useAction('uploads.retry');
  const pause = useAction('uploads.pause');
  const resume = useAction('uploads.resume');
  const moveToTop = useAction('uploads.moveToTop');
  const cancel = useAction('uploads.cancel');
  const done = { onSuccess: (changed: { count: number }) => notify(t('action.done', changed)) };
  const buttons = [
    { name: 'retry', label: t('action.retry'), icon: IconRefresh, action: retry },
    { name: 'pause', label: t('common.pause'), icon: IconPlayerPause, action: pause },
    { name: 'resume', label: t('common.resume'), icon: IconPlayerPlay, action: resume },
    { name: 'moveToTop', label: t('uploads.toTop'), icon: IconArrowBarToUp, action: moveToTop },
  ] as const;
  return (
    <>
      {buttons
        .filter(({ name }) => !only || canDo(name, only))
        .map(({ name, label, icon: Icon, action }) => (
          <Button
            key={name}
            variant="default"
            leftSection={<Icon size={14} />}
            loading={action.isPending}
            onClick={() => action.mutate({ filter }, done)}
          >
            {label}
          </Button>
        ))}
      {(!only || canDo('cancel', only)) && (
        <Button
          variant="default"
          leftSection={<IconX size={14} />}
          loading={cancel.isPending}
          onClick={() => setAsking(true)}
        >
          {t(only ? 'uploads.cancelOne' : 'uploads.cancel')}
        </Button>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('uploads.cancelTitle', { count })}
        text={t('uploads.cancelText')}
        confirm={t('uploads.cancelConfirm')}
        keep={t('uploads.keep')}
        onConfirm={() => cancel.mutate({ filter }, done)}
      />
    </>
  );
}
