import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import type { Connector, SeenConnector } from '#shared/bridge/connectors.ts';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { failureCode, useAction, useCall } from '../../lib/queries.ts';
import { href, returnTo } from '../../lib/route.ts';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import fields from '../../ui/fields.module.css';
import { Loading } from '../../ui/loading.tsx';
import { notify } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { connectorName, typeName } from './connector-words.ts';
import classes from './connectors.module.css';
import { Conflict } from './form/conflict.tsx';
import { ConnectorFields } from './form/connector-fields.tsx';
import { notAddresses, SendersField } from './form/senders-field.tsx';
import { isSameSet, seenConnector } from './seen-connector.ts';

/**
 * Edits a connector as it was when the page was opened; the service replaces it whole (specification 4.7).
 */
export function ConnectorEditPage({ connectorId }: { readonly connectorId: string }) {
  const { t } = useI18n();
  const show = useCall('connectors.show', { connectorId });
  const [reloaded, setReloaded] = useState<Connector>();
  const start = reloaded ?? show.data;
  if (start)
    return <EditForm key={reloaded?.updated_at ?? 'opened'} start={start} onLoadTheirs={setReloaded} />;
  return (
    <Page title={t('connectors.title')}>
      {show.error ? (
        <ExplainedFailure error={show.error} onRetry={() => void show.refetch()} />
      ) : (
        <Loading>{t('common.loading')}</Loading>
      )}
    </Page>
  );
}

interface EditFormProps {
  readonly start: Connector;
  readonly onLoadTheirs: (connector: Connector) => void;
}

function EditForm({ start, onLoadTheirs }: EditFormProps) {
  const { t } = useI18n();
  const call = useCallFunction();
  // What the form was opened with stays, whatever the page learns meanwhile.
  const [connector] = useState(start);
  const [opened] = useState(() => seenConnector(start));
  const [value, setValue] = useState(opened);
  const [theirs, setTheirs] = useState<Connector>();
  const [tried, setTried] = useState(false);
  const update = useAction('connectors.update', { quiet: true });
  const { connector_id: connectorId } = connector;
  const label = connectorName(connector);
  const kind = connectorKind(connector.type);
  const isEmail = kind === 'email';
  const sendersChanged = !isSameSet(value.allowedEmails, opened.allowedEmails);

  function save(seen: SeenConnector): void {
    setTried(true);
    setTheirs(undefined);
    if (value.label.trim() === '') return;
    if (sendersChanged && (value.allowedEmails.length === 0 || notAddresses(value.allowedEmails).length > 0))
      return;
    const { description, share, enrichments, allowedEmails } = value;
    update.mutate(
      {
        connectorId,
        label: value.label,
        description,
        share,
        enrichments,
        ...(isEmail && allowedEmails.length > 0 && (sendersChanged || seen !== opened)
          ? { allowedEmails }
          : {}),
        seen,
      },
      {
        onSuccess: (saved) => {
          const kept = !isSameSet(saved.enrichments ?? [], enrichments);
          notify(t(kept ? 'connectorForm.kept' : 'common.saved'));
          returnTo(href(['connectors', connectorId]));
        },
        onError: (error) => void lookAtConflict(error),
      },
    );
  }

  /** The service has conflicts of its own; only where the connector differs is there something to choose. */
  async function lookAtConflict(error: unknown): Promise<void> {
    if (failureCode(error) !== 'CONFLICT') return;
    const now = await call('connectors.show', { connectorId }).catch(() => undefined);
    if (now && JSON.stringify(seenConnector(now)) !== JSON.stringify(opened)) setTheirs(now);
  }

  return (
    <Page title={t('connectorForm.editTitle', { label })} aside={typeName(t, connector.type)}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(opened);
        }}
      >
        {opened.archived && (
          <Alert color="gray" variant="light">
            {t('connectorForm.archivedEdit')}
          </Alert>
        )}
        <ConnectorFields
          value={value}
          onChange={(change) =>
            setValue((current) => ({
              ...current,
              ...change,
              enrichments: [...(change.enrichments ?? current.enrichments)],
            }))
          }
          tried={tried}
        />
        {isEmail && (
          <Section title={t('connectorForm.who')}>
            <div className={fields.fields}>
              <SendersField
                value={value.allowedEmails}
                onChange={(allowedEmails) => setValue((current) => ({ ...current, allowedEmails }))}
                tried={tried || sendersChanged}
              />
            </div>
          </Section>
        )}
        {kind === 'investment_research' && (
          <Section title={t('connectorForm.broker')} hint={t('connector.brokerFixed')} />
        )}
        {theirs ? (
          <Conflict
            opened={opened}
            theirs={seenConnector(theirs)}
            mine={value}
            onSaveMine={() => save(seenConnector(theirs))}
            onLoadTheirs={() => onLoadTheirs(theirs)}
          />
        ) : (
          update.error && <ExplainedFailure error={update.error} />
        )}
        <div className={fields.buttons}>
          <Button type="submit" loading={update.isPending}>
            {t('common.save')}
          </Button>
          <Button variant="default" component="a" href={href(['connectors', connectorId])}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Page>
  );
}
