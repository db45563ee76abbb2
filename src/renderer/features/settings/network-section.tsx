import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { networkSettingsSchema, type NetworkSettings } from '#shared/settings/network-settings.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall, useSecretAction } from '../../lib/queries.ts';
import fields from '../../ui/fields.module.css';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { useSecretField } from '../../ui/use-secret-field.ts';
import { SaveRow } from './save-row.tsx';
import classes from './settings.module.css';

const kinds = ['system', 'none', 'address'] as const;
type Kind = (typeof kinds)[number];

/**
 * By which proxy services are reached, and who Sluice is for it: the password goes in and never comes out.
 */
export function NetworkSection({ network }: { readonly network: NetworkSettings }) {
  const { t } = useI18n();
  const { data: shown } = useCall('network.show', {});
  const save = useAction('network.save');
  const isNamed = network.proxy !== 'system' && network.proxy !== 'none';
  const form = useForm({
    initialValues: {
      kind: (isNamed ? 'address' : network.proxy) as Kind,
      address: isNamed ? network.proxy : '',
      exceptions: network.exceptions,
    },
    validate: {
      address: (address, { kind }) =>
        kind !== 'address' || isProxy(address) ? null : t('settings.network.badAddress'),
    },
  });
  const { kind } = form.getValues();
  const route = shown?.route;
  const isProxied = route !== undefined && route !== null && route.ways[0] !== 'DIRECT';
  return (
    <Section id="network" title={t('settings.network')}>
      {route && (
        <p className={classes.text}>
          {isProxied
            ? t('settings.network.by', { host: route.host, proxy: route.ways[0] ?? '' })
            : t('settings.network.direct', { host: route.host })}{' '}
          {route.login && t('settings.network.withLogin')}
        </p>
      )}
      {network.certificates !== null && (
        <p className={classes.text}>{t('settings.network.file', { path: network.certificates })}</p>
      )}
      <form
        className={fields.fields}
        onSubmit={form.onSubmit(({ address, exceptions }) =>
          save.mutate(
            { proxy: kind === 'address' ? withScheme(address) : kind, exceptions: exceptions.trim() },
            { onSuccess: () => notify(t('common.saved')) },
          ),
        )}
      >
        <Select
          label={t('settings.network.proxy')}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: t(`settings.network.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        {kind === 'address' && (
          <TextInput
            label={t('settings.network.addressLabel')}
            description={t('settings.network.addressHint')}
            spellCheck={false}
            {...form.getInputProps('address')}
          />
        )}
        <TextInput
          label={t('settings.network.exceptions')}
          description={t('settings.network.exceptionsHint')}
          spellCheck={false}
          {...form.getInputProps('exceptions')}
        />
        <SaveRow dirty={form.isDirty()} saving={save.isPending} />
      </form>
      {isProxied && <Login present={route.login} />}
    </Section>
  );
}

function Login({ present }: { readonly present: boolean }) {
  const { t } = useI18n();
  const [user, setUser] = useState('');
  const password = useSecretField();
  const set = useSecretAction('network.login');
  const forget = useAction('network.logout');
  return (
    <form
      className={fields.fields}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(() => ({ user: user.trim(), password: password.read() }), {
          onSuccess: ({ proxy }) => {
            password.clear();
            notify(t('settings.network.loginKept', { proxy }));
          },
        });
      }}
    >
      <TextInput
        label={t('settings.network.user')}
        spellCheck={false}
        autoComplete="off"
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      <div className={classes.end}>
        <PasswordInput label={t('settings.network.password')} {...password.props} />
        <Button type="submit" disabled={user.trim() === '' || password.isEmpty} loading={set.isPending}>
          {t('settings.network.keep')}
        </Button>
      </div>
      {present && (
        <div className={fields.buttons}>
          <Button
            variant="default"
            loading={forget.isPending}
            onClick={() => forget.mutate({}, { onSuccess: () => notify(t('settings.network.forgotten')) })}
          >
            {t('settings.network.forget')}
          </Button>
        </div>
      )}
    </form>
  );
}

function withScheme(address: string): string {
  const text = address.trim().replace(/\/+$/, '');
  return text.includes('://') ? text : `http://${text}`;
}

function isProxy(address: string): boolean {
  return address.trim() !== '' && networkSettingsSchema.shape.proxy.safeParse(withScheme(address)).success;
}
