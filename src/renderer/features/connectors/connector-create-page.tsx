import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PageCallInput } from '#shared/bridge/contract.ts';
import { newConnectorQuery } from '../../lib/addresses/connectors.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useSecretAction } from '../../lib/queries.ts';
import { useOpenedFor } from '../../lib/use-opened-for.ts';
import { goTo, href } from '../../lib/route.ts';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import fields from '../../ui/fields.module.css';
import { notify } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useSecretField } from '../../ui/use-secret-field.ts';
import { connectorName } from './connector-words.ts';
import classes from './connectors.module.css';
import { BrokerFields } from './form/broker-fields.tsx';
import { type CommonValues, ConnectorFields } from './form/connector-fields.tsx';
import { notAddresses, SendersField } from './form/senders-field.tsx';
import { creatableTypes, type CreatableType, TypeChoice } from './form/type-choice.tsx';

type CreateInput = PageCallInput<'connectors.create'>;

const empty: CommonValues = { label: '', description: '', share: false, enrichments: [] };

/** Makes a connector for email or investment research; says of a document library why not. */
export function ConnectorCreatePage() {
  const { t } = useI18n();
  const { type: asked } = useQueryValues(newConnectorQuery);
  const [type, setType] = useState<CreatableType>(creatableTypes.find((one) => one === asked) ?? 'email');
  const [common, setCommon] = useState(empty);
  const [senders, setSenders] = useState<string[]>([]);
  const [userId, setUserId] = useState('');
  const [tried, setTried] = useState(false);
  const password = useSecretField();
  const shownProfileId = useOpenedFor();
  const create = useSecretAction('connectors.create', { quiet: true });
  const { error, isPending } = create;

  function send(): void {
    setTried(true);
    const isResearch = type === 'investment_research';
    if (common.label.trim() === '') return;
    if (isResearch && (userId.trim() === '' || password.isEmpty)) return;
    if (type === 'email' && (senders.length === 0 || notAddresses(senders).length > 0)) return;
    const enrichments = common.enrichments as CreateInput['enrichments'];
    const values = { ...common, enrichments, shownProfileId };
    const input = (): CreateInput => {
      if (!isResearch) return { type, ...values, allowedEmails: senders };
      const broker = { userId: userId.trim(), password: password.read() };
      // Typed once, sent once: whatever comes of it, the field is empty from here on.
      password.clear();
      return { type, ...values, broker };
    };
    create.mutate(input, {
      onSuccess: (made) => {
        notify(t('connectorForm.created', { label: connectorName(made) }));
        goTo(href(['connectors', made.connector_id]), { replace: true });
      },
    });
  }

  const passwordError = !password.isEmpty
    ? undefined
    : error
      ? t('connectorForm.passwordAgain')
      : tried
        ? t('connectorForm.brokerNeeded')
        : undefined;
  return (
    <Page title={t('connectorForm.createTitle')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TypeChoice
          value={type}
          onChange={(chosen) => {
            setType(chosen);
            create.reset();
            setTried(false);
          }}
        />
        {type !== 'document_library' && (
          <>
            <ConnectorFields
              value={common}
              onChange={(change) => setCommon((current) => ({ ...current, ...change }))}
              tried={tried}
            />
            {type === 'email' ? (
              <Section title={t('connectorForm.who')}>
                <div className={fields.fields}>
                  <SendersField value={senders} onChange={setSenders} tried={tried} />
                </div>
              </Section>
            ) : (
              <BrokerFields
                userId={userId}
                onUserId={setUserId}
                password={password.props}
                passwordError={passwordError}
                tried={tried}
              />
            )}
          </>
        )}
        {error && <ExplainedFailure error={error} />}
        <div className={fields.buttons}>
          {type !== 'document_library' && (
            <Button type="submit" loading={isPending}>
              {t('connectorForm.create')}
            </Button>
          )}
          <Button variant="default" component="a" href={href(['connectors'])}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Page>
  );
}
