import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLogout, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { countToSee } from '#shared/bridge/count-to-see.ts';
import type { Health } from '#shared/bridge/health.ts';
import { useHost } from '../lib/bridge/host-context.tsx';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../lib/queries.ts';
import { useProfiles } from '../lib/use-profiles.ts';
import classes from './agent-state.module.css';

const tones: Readonly<Record<Health['state'], string>> = {
  working: 'busy',
  idle: 'good',
  waiting: 'good',
  paused: 'idle',
  off: 'idle',
  noProfile: 'idle',
  held: 'warn',
  trouble: 'warn',
  attention: 'warn',
};

/** At the foot of the navigation: profile, state, pause or resume, and in a browser the way out. */
export function AgentState() {
  const { t } = useI18n();
  const { signOut } = useHost();
  const { data: status } = useCall('agent.status', {});
  const { isSeveral } = useProfiles();
  const pause = useAction('agent.pause');
  const resume = useAction('agent.resume');
  if (!status) return null;
  const { state } = status.health;
  const label = t(status.paused ? 'common.resumeAll' : 'common.pauseAll');
  return (
    <div className={classes.agent}>
      <div className={classes.words}>
        <output className={classes.state} data-tone={tones[state]}>
          {t(`agent.${state}`, { count: countToSee(status.health) })}
        </output>
        {status.profile && (
          <span className={classes.profile}>
            {isSeveral ? t('profiles.active', { name: status.profile.name }) : status.profile.name}
          </span>
        )}
      </div>
      <Tooltip label={label}>
        <ActionIcon
          aria-label={label}
          loading={pause.isPending || resume.isPending}
          onClick={() => (status.paused ? resume : pause).mutate({})}
        >
          {status.paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        </ActionIcon>
      </Tooltip>
      {signOut && (
        <Tooltip label={t('agent.signOut')}>
          <ActionIcon aria-label={t('agent.signOut')} onClick={() => void signOut()}>
            <IconLogout size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
