import type { Upload } from '#shared/uploads/upload.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import classes from './state-badge.module.css';

const tones: Readonly<Record<Upload['state'], string>> = {
  queued: 'idle',
  claiming: 'idle',
  enriching: 'busy',
  reserved: 'busy',
  putting: 'busy',
  verifying: 'busy',
  processing: 'busy',
  completed: 'good',
  duplicate: 'good',
  attention: 'warn',
  cancelling: 'idle',
  cancelled: 'idle',
};

/** The state of an upload: a dot with the word, never the colour alone. */
export function StateBadge({
  state,
  paused = false,
  isExpired = false,
  machine,
}: {
  readonly state: Upload['state'];
  readonly paused?: boolean;
  /** A `no_store` document whose 24 hours are over: as it was meant to be, no error. */
  readonly isExpired?: boolean;
  /** The machine of the team that has the same bytes. */
  readonly machine?: string | undefined;
}) {
  const { t } = useI18n();
  return (
    <span className={classes.badge} data-tone={paused || isExpired ? 'idle' : tones[state]}>
      {paused
        ? t('state.paused')
        : state === 'claiming' && machine !== undefined
          ? t('state.waitsFor', { machine })
          : t(isExpired ? 'state.expired' : `state.${state}`)}
    </span>
  );
}
