import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Profile } from '#shared/settings/profile.ts';
import { sendsElsewhere } from '#shared/settings/sends-elsewhere.ts';
import { isAddress, withoutSlash } from '../../lib/address.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { AcceptInsecure } from '../../ui/accept-insecure.tsx';
import fields from '../../ui/fields.module.css';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { SaveRow } from './save-row.tsx';

/** Name and addresses of the active profile. */
export function ConnectionSection({ profile }: { readonly profile: Profile }) {
  const { t } = useI18n();
  const save = useAction('profiles.save');
  const form = useForm({
    initialValues: {
      name: profile.name,
      baseUrl: profile.baseUrl,
      agentsUrl: profile.agentsUrl ?? '',
      insecureAccepted: profile.insecureAccepted ?? '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('welcome.needed') : null),
      baseUrl: (address) => (isAddress(address) ? null : t('welcome.badUrl')),
      agentsUrl: (address) => (address === '' || isAddress(address) ? null : t('welcome.badUrl')),
    },
  });
  return (
    <Section title={t('settings.connection', { name: profile.name })}>
      <form
        className={fields.fields}
        onSubmit={form.onSubmit(({ name, baseUrl, agentsUrl, insecureAccepted }) =>
          save.mutate(
            {
              profile: {
                id: profile.id,
                name: name.trim(),
                baseUrl: withoutSlash(baseUrl),
                agentsUrl: agentsUrl === '' ? null : withoutSlash(agentsUrl),
                insecureAccepted: insecureAccepted.trim() || null,
              },
            },
            {
              onSuccess: (saved) =>
                notify(t(sendsElsewhere(profile, saved) ? 'settings.keyOfOtherHost' : 'common.saved')),
            },
          ),
        )}
      >
        <TextInput label={t('welcome.name')} {...form.getInputProps('name')} />
        <TextInput label={t('welcome.baseUrl')} spellCheck={false} {...form.getInputProps('baseUrl')} />
        <TextInput
          label={t('welcome.agentsUrl')}
          description={t('welcome.agentsUrlHint')}
          spellCheck={false}
          {...form.getInputProps('agentsUrl')}
        />
        <AcceptInsecure
          addresses={[form.getValues().baseUrl, form.getValues().agentsUrl]}
          {...form.getInputProps('insecureAccepted')}
        />
        <SaveRow dirty={form.isDirty()} saving={save.isPending} />
      </form>
    </Section>
  );
}
