import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Profile } from '#shared/settings/profile.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { useLocked, usePolicy } from '../../lib/use-policy.ts';
import { useTeamTogether } from '../../lib/use-team-together.ts';
import fields from '../../ui/fields.module.css';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { SaveRow } from './save-row.tsx';
import classes from './settings.module.css';

const kilobyte = 1_000;

/** What the service allows a key, and how much of the line Sluice may take. */
export function LimitsSection({ profile }: { readonly profile: Profile }) {
  const { t } = useI18n();
  const save = useAction('profiles.save');
  const { limits = {} } = usePolicy();
  const locked = useLocked();
  const team = useTeamTogether();
  const form = useForm<{ requests: number | string; atOnce: number | string; bandwidth: number | string }>({
    initialValues: {
      requests: profile.requestsPerMinute,
      atOnce: profile.uploadsAtOnce,
      bandwidth: profile.uploadBandwidth === null ? '' : profile.uploadBandwidth / kilobyte,
    },
    validate: {
      requests: (value) => (typeof value === 'number' ? null : t('welcome.needed')),
      atOnce: (value) => (typeof value === 'number' ? null : t('welcome.needed')),
    },
  });
  return (
    <Section id="limits" title={t('settings.limits')}>
      {team && (
        <p className={classes.text}>
          {t('settings.limitsOfTeam', { requests: team.permitted, places: team.places })}
        </p>
      )}
      <form
        className={fields.fields}
        onSubmit={form.onSubmit(({ requests, atOnce, bandwidth }) =>
          save.mutate(
            {
              profile: {
                id: profile.id,
                requestsPerMinute: Number(requests),
                uploadsAtOnce: Number(atOnce),
                uploadBandwidth: typeof bandwidth === 'number' ? Math.round(bandwidth * kilobyte) : null,
              },
            },
            { onSuccess: () => notify(t('common.saved')) },
          ),
        )}
      >
        <div className={fields.row}>
          <NumberInput
            label={t('settings.requests')}
            description={locked(limits.requestsPerMinute !== undefined)}
            min={1}
            max={limits.requestsPerMinute}
            allowDecimal={false}
            {...form.getInputProps('requests')}
          />
          <NumberInput
            label={t('settings.atOnce')}
            description={locked(limits.uploadsAtOnce !== undefined)}
            min={1}
            max={limits.uploadsAtOnce ?? 64}
            allowDecimal={false}
            {...form.getInputProps('atOnce')}
          />
          <NumberInput
            label={t('settings.bandwidth')}
            description={locked(limits.uploadBandwidth !== undefined)}
            min={1}
            max={limits.uploadBandwidth === undefined ? undefined : limits.uploadBandwidth / kilobyte}
            placeholder={t('settings.noLimit')}
            {...form.getInputProps('bandwidth')}
          />
        </div>
        <SaveRow dirty={form.isDirty()} saving={save.isPending} />
      </form>
    </Section>
  );
}
