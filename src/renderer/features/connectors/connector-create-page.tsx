import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { PageCallInput } from '#shared/bridge/contract.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo, href, useRoute } from '../../lib/route.ts';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import fields from '../../ui/fields.module.css';
import { notify } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { connectorName } from './connector-words.ts';
import classes from './connectors.module.css';
import { BrokerFields } from './form/broker-fields.tsx';
import { type CommonValues, ConnectorFields } from './form/connector-fields.tsx';
import { notAddresses, SendersField } from './form/senders-field.tsx';
import { creatableTypes, type CreatableType, TypeChoice } from './form/type-choice.tsx';
import { useCreateConnector } from './use-create-connector.ts';

const empty: CommonValues = { label: '', description: '', share: false, enrichments: [] };

/** Makes a connector for email or investment research; says of a document library why not. */
export function ConnectorCreatePage() {
  const { t } = useI18n();
  const asked = useRoute().query.get('type');
  const [type, setType] = useState<CreatableType>(creatableTypes.find((one) => one === asked) ?? 'email');
  const [common, setCommon] = useState(empty);
  const [senders, setSenders] = useState<string[]>([]);
  const [userId, setUserId] = useState('');
  const [tried, setTried] = useState(false);
  const [isPasswordMissing, setPasswordMissing] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const { create, error, isPending, reset } = useCreateConnector();

  async function send(): Promise<void> {
    setTried(true);
    const values = { ...common, enrichments: common.enrichments as CreateInput['enrichments'] };
    const isResearch = type === 'investment_research';
    if (common.label.trim() === '') return;
    if (type === 'email' && (senders.length === 0 || notAddresses(senders).length > 0)) return;
    if (isResearch) {
      const isMissing = (password.current?.value ?? '') === '';
      setPasswordMissing(isMissing);
      if (isMissing || userId.trim() === '') return;
    }
    const made = await create(
      isResearch
        ? { type, ...values, broker: { userId: userId.trim(), password: takeOut(password.current) } }
        : { type, ...values, allowedEmails: senders },
    );
    if (!made) return;
    notify(t('connectorForm.created', { label: connectorName(made) }));
    goTo(href(['connectors', made.connector_id]), { replace: true });
  }

  const passwordError = isPasswordMissing
    ? t('connectorForm.brokerNeeded')
    : error !== undefined
      ? t('connectorForm.passwordAgain')
      : undefined;
  return (
    <Page title={t('connectorForm.createTitle')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TypeChoice
          value={type}
          onChange={(chosen) => {
            setType(chosen);
            reset();
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
                password={password}
                passwordError={passwordError}
                tried={tried}
              />
            )}
          </>
        )}
        {error !== undefined && <ExplainedFailure error={error} />}
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

type CreateInput = PageCallInput<'connectors.create'>;

/** What was typed, which is not in the field any more. */
function takeOut(field: HTMLInputElement | null): string {
  const typed = field?.value ?? '';
  if (field) field.value = '';
  return typed;
}
