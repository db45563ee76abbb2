import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { TeamMachine } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';

/** Pauses one machine, after asking, or lets it go on; a pause of the whole team is another thing. */
export function PauseMachine({ machine }: { readonly machine: TeamMachine }) {
  const { t } = useI18n();
  const pause = useAction('team.pause');
  const [asks, setAsks] = useState(false);
  const { agent: whom, name, paused } = machine;
  const label = t(paused ? 'team.resumeOne' : 'team.pauseOne', { machine: name });
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          aria-label={label}
          loading={pause.isPending}
          onClick={() => (paused ? pause.mutate({ whom, paused: false }) : setAsks(true))}
        >
          {paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        </ActionIcon>
      </Tooltip>
      <Confirm
        opened={asks}
        title={t('team.pauseOneTitle', { machine: name })}
        text={t('team.pauseOneText')}
        confirm={t('common.pause')}
        onConfirm={() => pause.mutate({ whom, paused: true })}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
