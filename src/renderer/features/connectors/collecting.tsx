import type { Connector } from '#shared/bridge/connectors.ts';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './connectors.module.css';
import { Copyable } from './copyable.tsx';
import { LastSync } from './last-sync.tsx';
import { StopCollecting } from './stop-collecting.tsx';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Where documents come from, how the last sync went, and the way to stop. */
export function Collecting({ connector }: { readonly connector: Connector }) {
  const { t } = useI18n();
  const kind = connectorKind(connector.type);
  const config = connector.config ?? {};
  const isRemoving = connector.activity?.kind === 'removal';
  return (
    <>
      <dl className={classes.facts}>
        {kind === 'email' && (
          <>
            <div className={classes.fact}>
              <dt>{t('connector.inbox')}</dt>
              <dd>
                <Inbox address={text(config.email)} />
                <p className={`quiet ${classes.note}`}>{t('connector.inboxHint')}</p>
              </dd>
            </div>
            <div className={classes.fact}>
              <dt>{t('connector.senders')}</dt>
              <dd>
                <ul className={classes.senders}>
                  {texts(config.allowed_emails).map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </dd>
            </div>
          </>
        )}
        {kind === 'investment_research' && (
          <div className={classes.fact}>
            <dt>{t('connector.brokerUser')}</dt>
            <dd>
              {text(config.user_id) ?? '–'}
              <p className={`quiet ${classes.note}`}>{t('connector.brokerFixed')}</p>
            </dd>
          </div>
        )}
        <div className={classes.fact}>
          <dt>{t('connectors.lastSync')}</dt>
          <dd>
            {/* That it is being removed is said above all this. */}
            <LastSync connector={isRemoving ? { ...connector, activity: null } : connector} />
            {kind === 'document_library' && (
              <p className={`quiet ${classes.note}`}>{t('connector.libraryHint')}</p>
            )}
          </dd>
        </div>
      </dl>
      <StopCollecting connector={connector} />
    </>
  );
}

function Inbox({ address }: { readonly address: string | undefined }) {
  const { t } = useI18n();
  return address === undefined ? (
    t('connector.noInbox')
  ) : (
    <Copyable text={address} label={t('connectors.copyInbox')} />
  );
}
