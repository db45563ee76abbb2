import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { notify } from '../../ui/notify.tsx';
import { connectorName } from './connector-words.ts';
import classes from './connectors.module.css';

/** Archives a connector: nothing new comes in, its documents stay (specification 3.2). */
export function StopCollecting({ connector }: { readonly connector: Connector }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const archive = useAction('connectors.archive', { quiet: true });
  const label = connectorName(connector);
  if (connector.activity?.kind === 'removal') return null;
  return (
    <>
      <div className={classes.stop}>
        <p className="quiet">{t(connector.archived ? 'connector.stoppedHint' : 'connector.stopHint')}</p>
        {!connector.archived && (
          <Button variant="default" loading={archive.isPending} onClick={() => setAsking(true)}>
            {t('connector.stop')}
          </Button>
        )}
      </div>
      {archive.error && <ExplainedFailure error={archive.error} />}
      <Confirm
        opened={asking}
        title={t('connector.stopTitle', { label })}
        text={t('connector.stopText')}
        confirm={t('connector.stop')}
        keep={t('connector.keepCollecting')}
        onConfirm={() =>
          archive.mutate(
            { connectorId: connector.connector_id },
            { onSuccess: () => notify(t('connector.stopped', { label })) },
          )
        }
        onClose={() => setAsking(false)}
      />
    </>
  );
}
