import { Button, PasswordInput } from '@mantine/core';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useSecretAction } from '../../lib/queries.ts';
import { Checks } from '../../ui/checks.tsx';
import { Failure } from '../../ui/failure.tsx';
import fields from '../../ui/fields.module.css';
import { Loading } from '../../ui/loading.tsx';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { useSecretField } from '../../ui/use-secret-field.ts';
import classes from './settings.module.css';

/** Set, test, forget: the key goes in and never comes out (S2). */
export function KeySection({
  profileId,
  present,
}: {
  readonly profileId: string;
  readonly present: boolean;
}) {
  const { t } = useI18n();
  const key = useSecretField();
  const set = useSecretAction('key.set');
  const forget = useAction('key.forget');
  const test = useAction('key.test', { quiet: true });
  return (
    <Section id="key" title={t('settings.key')}>
      <p className={classes.text}>{t(present ? 'settings.keyStored' : 'settings.keyMissing')}</p>
      <form
        className={fields.fields}
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate(() => ({ profileId, key: key.read() }), {
            onSuccess: () => {
              key.clear();
              notify(t('settings.keyWasSet'));
              test.mutate({ profileId });
            },
          });
        }}
      >
        <div className={classes.end}>
          <PasswordInput label={t('settings.newKey')} {...key.props} />
          <Button type="submit" disabled={key.isEmpty} loading={set.isPending}>
            {t('settings.setKey')}
          </Button>
        </div>
        {present && (
          <div className={fields.buttons}>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ profileId })}>
              {t('settings.testKey')}
            </Button>
            <Button
              variant="default"
              loading={forget.isPending}
              onClick={() =>
                forget.mutate({ profileId }, { onSuccess: () => notify(t('settings.keyForgotten')) })
              }
            >
              {t('settings.forgetKey')}
            </Button>
          </div>
        )}
      </form>
      {test.isPending && <Loading>{t('welcome.checking')}</Loading>}
      {test.error && <Failure error={test.error} />}
      {test.data && <Checks checks={test.data.checks} />}
    </Section>
  );
}
