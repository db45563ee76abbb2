import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLogout, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { useHost } from '../lib/bridge/host-context.tsx';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../lib/queries.ts';
import { useProfiles } from '../lib/use-profiles.ts';
import classes from './agent-state.module.css';

type Name = 'working' | 'idle' | 'paused' | 'offline' | 'noKey' | 'noProfile';

const tones: Readonly<Record<Name, string>> = {
  working: 'busy',
  idle: 'good',
  paused: 'idle',
  offline: 'warn',
  noKey: 'warn',
  noProfile: 'idle',
};

/** The one word for how the agent is doing; what hinders most wins. */
export function agentStateName(
  status: Pick<AgentStatus, 'profile' | 'keyPresent' | 'paused' | 'offline' | 'active' | 'counts'>,
): Name {
  if (status.profile === null) return 'noProfile';
  if (!status.keyPresent) return 'noKey';
  if (status.paused) return 'paused';
  if (status.offline) return 'offline';
  return status.active.length > 0 || (status.counts.queued ?? 0) > 0 ? 'working' : 'idle';
}

/** At the foot of the navigation: profile, state, pause or resume, and in a browser the way out. */
export function AgentState() {
  const { t } = useI18n();
  const { signOut } = useHost();
  const { data: status } = useCall('agent.status', {});
  const { isSeveral } = useProfiles();
  const pause = useAction('agent.pause');
  const resume = useAction('agent.resume');
  if (!status) return null;
  const name = agentStateName(status);
  const label = t(status.paused ? 'common.resumeAll' : 'common.pauseAll');
  return (
    <div className={classes.agent}>
      <div className={classes.words}>
        <output className={classes.state} data-tone={tones[name]}>
          {t(`agent.${name}`)}
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
