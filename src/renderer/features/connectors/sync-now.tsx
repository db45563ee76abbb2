import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.tsx';
import { connectorName } from './connector-words.ts';
import { SyncDateDialog } from './sync-date-dialog.tsx';

interface SyncNowProps {
  readonly connector: Connector;
  /** In a row: small, and named after its connector. */
  readonly compact?: boolean;
}

/** Asks for a sync, with a date where the type needs one; says so where there is none. */
export function SyncNow({ connector, compact = false }: SyncNowProps) {
  const { t, format } = useI18n();
  const [asking, setAsking] = useState<'date' | 'again'>();
  const sync = useAction('connectors.sync', { quiet: true });
  const { connector_id: connectorId, activity } = connector;
  const label = connectorName(connector);
  const kind = connectorKind(connector.type);
  if (activity?.kind === 'removal') return null;
  if (connector.archived)
    return compact ? null : <span className="quiet">{t('connectors.archivedNoSync')}</span>;
  if (kind === 'email')
    return (
      <span className="quiet" title={compact ? t('connectors.emailNoSync') : undefined}>
        {t(compact ? 'connectors.byItself' : 'connectors.emailNoSync')}
      </span>
    );

  const start = (dateLimit?: string) =>
    sync.mutate(
      { connectorId, ...(dateLimit === undefined ? {} : { dateLimit }) },
      {
        onSuccess: () => {
          setAsking(undefined);
          notify(t('connectors.syncAccepted'));
        },
      },
    );
  const needsDate = kind === 'investment_research';
  const isSyncing = activity?.kind === 'sync';
  const ask = () => {
    sync.reset();
    if (needsDate) setAsking('date');
    else if (isSyncing) setAsking('again');
    else start();
  };
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'compact-xs' : 'xs'}
        loading={sync.isPending && asking === undefined}
        leftSection={compact ? undefined : <IconRefresh size={14} />}
        aria-label={compact ? t('connectors.syncNowOf', { label }) : undefined}
        onClick={ask}
      >
        {t(compact ? 'connectors.syncShort' : 'connectors.syncNow')}
      </Button>
      {(asking === 'date' || (sync.error !== null && asking === undefined)) && (
        <SyncDateDialog
          connector={connector}
          needsDate={needsDate}
          error={sync.error}
          isPending={sync.isPending}
          onSync={start}
          onClose={() => {
            setAsking(undefined);
            sync.reset();
          }}
        />
      )}
      <Confirm
        opened={asking === 'again'}
        title={t('connectors.syncAgainTitle')}
        text={t('connectors.syncAgainText', { label, when: activity ? format.ago(activity.since) : '' })}
        confirm={t('connectors.syncAgain')}
        onConfirm={() => start()}
        onClose={() => setAsking(undefined)}
      />
    </>
  );
}
