import type { Connector } from '#shared/bridge/connectors.ts';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { type SyncOutcome, syncOutcome } from '#shared/connectors/sync-outcome.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import badges from '../../ui/state-badge.module.css';
import { timeOf } from './connector-words.ts';
import classes from './connectors.module.css';

const tones: Readonly<Record<SyncOutcome, string>> = {
  never: 'idle',
  running: 'busy',
  success: 'good',
  failed: 'bad',
  unknown: 'idle',
};

interface LastSyncProps {
  readonly connector: Connector;
  /** In a row: on two lines. */
  readonly compact?: boolean;
}

/**
 * The last sync in words: outcome, when, how many items, and its error. What is followed now stands first.
 */
export function LastSync({ connector, compact = false }: LastSyncProps) {
  const { t, format } = useI18n();
  const { activity, last_sync_at, last_sync_status, last_sync_error_msg, last_sync_count } = connector;
  const outcome = syncOutcome(connector);
  const at = timeOf(last_sync_at);
  const isEmail = connectorKind(connector.type) === 'email';
  const facts = [
    at === undefined ? last_sync_at : format.ago(at),
    last_sync_count === null || last_sync_count === undefined
      ? undefined
      : t('connectors.items', { count: last_sync_count }),
  ].filter((fact) => fact);
  return (
    <div className={compact ? classes.syncInRow : classes.sync}>
      {activity && <ActivityBadge activity={activity} />}
      {outcome === 'never' && !activity ? (
        <span className="quiet">{t(isEmail ? 'connectors.byItself' : 'connectors.sync.never')}</span>
      ) : (
        outcome !== 'never' && (
          <span className={badges.badge} data-tone={tones[outcome]}>
            {t(`connectors.sync.${outcome}`)}
          </span>
        )
      )}
      {facts.length > 0 && (
        <span className="quiet" title={at === undefined ? undefined : format.exactTime(at)}>
          {facts.join(' · ')}
        </span>
      )}
      {outcome === 'unknown' && last_sync_status && (
        <span className="quiet">{t('connectors.sync.said', { status: last_sync_status })}</span>
      )}
      {last_sync_error_msg && (
        <span className={classes.error} title={compact ? last_sync_error_msg : undefined}>
          {last_sync_error_msg}
        </span>
      )}
    </div>
  );
}

function ActivityBadge({ activity }: { readonly activity: NonNullable<Connector['activity']> }) {
  const { t, format } = useI18n();
  const removing = activity.kind === 'removal';
  const when = format.ago(activity.since);
  return (
    <span
      className={badges.badge}
      data-tone={removing ? 'warn' : 'busy'}
      title={removing ? undefined : t('connectors.syncingSince', { when })}
    >
      {t(removing ? 'connectors.removing' : 'connectors.syncing')}
    </span>
  );
}
