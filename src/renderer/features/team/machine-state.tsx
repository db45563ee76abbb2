import type { TeamPauseShown } from '#shared/bridge/health.ts';
import type { TeamMachine } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import badge from '../../ui/state-badge.module.css';
import classes from './team.module.css';

interface MachineStateProps {
  readonly machine: TeamMachine;
  /** Its own pause, or the whole team's. */
  readonly paused: TeamPauseShown | null;
}

/** Whether a machine is there, and who paused it. */
export function MachineState({ machine: { alive, seenAt }, paused }: MachineStateProps) {
  const { t, format } = useI18n();
  const seen = alive ? t('team.present') : t('team.gone', { when: format.lately(seenAt) });
  if (paused === null)
    return (
      <span className={badge.badge} data-tone={alive ? 'good' : 'idle'} title={format.exactTime(seenAt)}>
        {seen}
      </span>
    );
  return (
    <>
      <span className={badge.badge} data-tone="warn" title={format.exactTime(paused.since)}>
        {t('team.pausedBy', { by: paused.by })}
      </span>
      {!alive && (
        <div className={classes.second} title={format.exactTime(seenAt)}>
          {seen}
        </div>
      )}
    </>
  );
}
