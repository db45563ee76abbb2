import type { FolderHealth } from '#shared/bridge/folders.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useSpoken } from '../lib/i18n/use-spoken.ts';
import classes from './state-badge.module.css';

const tones: Readonly<Record<FolderHealth['mode'], string>> = {
  native: 'good',
  polling: 'good',
  starting: 'busy',
  paused: 'idle',
  standby: 'idle',
  off: 'idle',
  missing: 'bad',
  unreadable: 'bad',
};

/** How a folder is being watched, with why as its tooltip. */
export function HealthBadge({ health }: { readonly health: FolderHealth }) {
  const { t } = useI18n();
  const speak = useSpoken();
  return (
    <span className={classes.badge} data-tone={tones[health.mode]} title={speak(health.said, health.why)}>
      {t(`health.${health.mode}`)}
    </span>
  );
}
