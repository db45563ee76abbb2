import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { AcceptInsecure } from '../../ui/accept-insecure.tsx';
import { Checks } from '../../ui/checks.tsx';
import { Failure } from '../../ui/failure.tsx';
import fields from '../../ui/fields.module.css';
import { Loading } from '../../ui/loading.tsx';
import { useSecretField } from '../../ui/use-secret-field.ts';
import { isAddress, withoutSlash } from '../../lib/address.ts';
import { useConnecting } from './use-connecting.ts';
import classes from './welcome.module.css';

interface ConnectStepProps {
  readonly onBack: () => void;
  readonly onDone: (profileId: string) => void;
}

/** Addresses and key, then a live check of each permission, each result in words. */
export function ConnectStep({ onBack, onDone }: ConnectStepProps) {
  const { t } = useI18n();
  const connecting = useConnecting();
  const key = useSecretField();
  const [asked, setAsked] = useState(false);
  const { data: host } = useCall('host.info', {});
  const form = useForm({
    initialValues: { name: t('welcome.nameDefault'), baseUrl: '', agentsUrl: '', insecureAccepted: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('welcome.needed') : null),
      baseUrl: (address) => (isAddress(address) ? null : t('welcome.badUrl')),
      agentsUrl: (address) => (address === '' || isAddress(address) ? null : t('welcome.badUrl')),
    },
  });
  const { result } = connecting;
  const { baseUrl, agentsUrl } = form.getValues();
  const areAddresses = isAddress(baseUrl) && (agentsUrl === '' || isAddress(agentsUrl));
  const hasKey = areAddresses && connecting.hasKeyFor({ baseUrl, agentsUrl: agentsUrl || null });
  const keyMissing = key.isEmpty && !hasKey;
  return (
    <form
      className={classes.panel}
      onSubmit={form.onSubmit(({ name, baseUrl, agentsUrl, insecureAccepted }) => {
        if (keyMissing) return;
        const agents = agentsUrl === '' ? null : withoutSlash(agentsUrl);
        const accepted = insecureAccepted.trim() || null;
        void connecting.start(
          {
            name: name.trim(),
            baseUrl: withoutSlash(baseUrl),
            agentsUrl: agents,
            insecureAccepted: accepted,
          },
          key,
        );
      })}
      onSubmitCapture={() => setAsked(true)}
    >
      <div className={fields.fields}>
        <h1 className={classes.stepTitle}>{t('welcome.connectTitle')}</h1>
        <TextInput label={t('welcome.name')} {...form.getInputProps('name')} />
        <TextInput
          label={t('welcome.baseUrl')}
          placeholder="https://api.example.com"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('baseUrl')}
        />
        <TextInput
          label={t('welcome.agentsUrl')}
          description={t('welcome.agentsUrlHint')}
          spellCheck={false}
          {...form.getInputProps('agentsUrl')}
        />
        <AcceptInsecure addresses={[baseUrl, agentsUrl]} {...form.getInputProps('insecureAccepted')} />
        <PasswordInput
          label={t('welcome.key')}
          description={t(host?.kind === 'app' ? 'welcome.keyHint' : 'welcome.keyHintAgent')}
          placeholder={hasKey ? t('welcome.keyKept') : ''}
          error={asked && keyMissing && t('welcome.needed')}
          {...key.props}
        />
        {connecting.busy && <Loading>{t('welcome.checking')}</Loading>}
        {connecting.error !== undefined && <Failure error={connecting.error} />}
        {result && (
          <div aria-live="polite">
            <Checks checks={result.checks} />
            <p className="quiet">{t(result.ok ? 'welcome.allWell' : 'welcome.notAll')}</p>
          </div>
        )}
        <div className={fields.buttons}>
          <Button variant="default" onClick={onBack}>
            {t('common.back')}
          </Button>
          <Button type="submit" variant={result ? 'default' : 'filled'} loading={connecting.busy}>
            {t('welcome.check')}
          </Button>
          {result && (
            <Button
              // Enter goes on where all is well, and only there.
              key={String(result.ok)}
              autoFocus={result.ok}
              variant={result.ok ? 'filled' : 'default'}
              onClick={() => onDone(result.profileId)}
            >
              {t(result.ok ? 'welcome.continue' : 'welcome.continueAnyway')}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
