import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { ProfileId } from '#shared/ids/ids.ts';
import { type TeamSettings, teamSettingsSchema } from '#shared/settings/team-settings.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall, useSecretAction } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Checks } from '../../ui/checks.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import fields from '../../ui/fields.module.css';
import { Loading } from '../../ui/loading.tsx';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { useSecretField } from '../../ui/use-secret-field.ts';
import classes from './settings.module.css';

interface TeamSectionProps {
  readonly profileId: ProfileId;
  readonly team: TeamSettings | undefined;
}

/** Which team this machine sends with: the password goes in and never comes out (S2). */
export function TeamSection({ profileId: shownProfileId, team }: TeamSectionProps) {
  const { t } = useI18n();
  const { data: shown } = useCall('team.show', {}, { enabled: team !== undefined });
  const password = useSecretField();
  const join = useSecretAction('team.join');
  const test = useSecretAction('team.test', { quiet: true });
  const form = useForm({
    initialValues: {
      address: team?.address ?? '',
      machine: team?.machine ?? '',
      certificates: team?.certificates ?? '',
    },
    validate: {
      address: (address) => (isAddress(address) ? null : t('settings.team.badAddress')),
    },
  });
  const given = () => (password.isEmpty ? {} : { password: password.read() });
  const named = () => {
    const { address, certificates } = form.getValues();
    return { address: address.trim(), certificates: certificates.trim() || null };
  };
  const isChanged = team === undefined || form.isDirty() || !password.isEmpty;
  return (
    <Section
      id="team"
      title={t('settings.team')}
      actions={
        team && (
          <Button component="a" href={href(['team'])} variant="default">
            {t('settings.team.open')}
          </Button>
        )
      }
    >
      <p className={classes.text}>{t(team ? 'settings.team.joined' : 'settings.team.alone')}</p>
      <form
        className={fields.fields}
        onSubmit={form.onSubmit(({ machine }) =>
          join.mutate(() => ({ ...named(), machine: machine.trim() || null, ...given(), shownProfileId }), {
            onSuccess: () => {
              password.clear();
              notify(t('settings.team.wasJoined'));
            },
          }),
        )}
      >
        <TextInput
          label={t('settings.team.address')}
          description={t('settings.team.addressHint')}
          spellCheck={false}
          {...form.getInputProps('address')}
        />
        <TextInput
          label={t('settings.team.machine')}
          description={t('settings.team.machineHint')}
          placeholder={shown?.setting?.machine ?? ''}
          maxLength={100}
          spellCheck={false}
          {...form.getInputProps('machine')}
        />
        <TextInput
          label={t('settings.team.certificates')}
          description={t('settings.team.certificatesHint')}
          spellCheck={false}
          {...form.getInputProps('certificates')}
        />
        <PasswordInput
          label={t('settings.team.password')}
          description={t(
            shown?.setting?.passwordKept ? 'settings.team.passwordKept' : 'settings.team.passwordHint',
          )}
          {...password.props}
        />
        <div className={fields.buttons}>
          <Button type="submit" disabled={!isChanged} loading={join.isPending}>
            {t(team ? 'common.save' : 'settings.team.join')}
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            onClick={() => {
              if (form.validate().hasErrors) return;
              test.mutate(() => ({ ...named(), ...given() }));
            }}
          >
            {t('settings.team.test')}
          </Button>
          {team && <Leave shownProfileId={shownProfileId} />}
        </div>
      </form>
      {test.isPending && <Loading>{t('settings.team.testing')}</Loading>}
      {test.error && <Failure error={test.error} />}
      {test.data && <Checks checks={test.data.checks} />}
    </Section>
  );
}

function Leave({ shownProfileId }: { readonly shownProfileId: ProfileId }) {
  const { t } = useI18n();
  const leave = useAction('team.leave');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="default" loading={leave.isPending} onClick={() => setAsks(true)}>
        {t('settings.team.leave')}
      </Button>
      <Confirm
        opened={asks}
        title={t('settings.team.leaveTitle')}
        text={t('settings.team.leaveText')}
        confirm={t('settings.team.leave')}
        onConfirm={() =>
          leave.mutate({ shownProfileId }, { onSuccess: () => notify(t('settings.team.wasLeft')) })
        }
        onClose={() => setAsks(false)}
      />
    </>
  );
}

function isAddress(address: string): boolean {
  return teamSettingsSchema.shape.address.safeParse(address.trim()).success;
}
