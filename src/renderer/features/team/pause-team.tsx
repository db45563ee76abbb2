import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';

/** Pauses everybody, after asking, or lets everybody go on. */
export function PauseTeam({ paused }: { readonly paused: boolean }) {
  const { t } = useI18n();
  const pause = useAction('team.pause');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        loading={pause.isPending}
        onClick={() => (paused ? pause.mutate({ whom: null, paused: false }) : setAsks(true))}
      >
        {t(paused ? 'team.resume' : 'team.pause')}
      </Button>
      <Confirm
        opened={asks}
        title={t('team.pauseTitle')}
        text={t('team.pauseText')}
        confirm={t('team.pause')}
        onConfirm={() => pause.mutate({ whom: null, paused: true })}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
