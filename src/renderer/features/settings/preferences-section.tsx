import { SegmentedControl, Switch } from '@mantine/core';
import type { Preferences } from '#shared/settings/preferences.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import fields from '../../ui/fields.module.css';
import { Section } from '../../ui/section.tsx';

/** Theme, language, notifications, start at login: each takes effect at once. */
export function PreferencesSection({ preferences }: { readonly preferences: Preferences }) {
  const { t, languages: known } = useI18n();
  const update = useAction('settings.update');
  const { data: host } = useCall('host.info', {});
  const change = (part: Partial<Preferences>) => update.mutate({ preferences: part });
  const themes = (['auto', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`settings.theme.${value}`),
  }));
  const languages = [
    { value: 'auto', label: t('settings.language.auto') },
    ...known.map((value) => ({ value, label: ownName(value) })),
  ];
  return (
    <Section id="preferences" title={t('settings.look')}>
      <div className={fields.fields}>
        <div className={fields.row} style={{ alignItems: 'center' }}>
          <span>{t('settings.theme')}</span>
          <SegmentedControl
            aria-label={t('settings.theme')}
            data={themes}
            value={preferences.theme}
            onChange={(theme) => change({ theme })}
          />
        </div>
        <div className={fields.row} style={{ alignItems: 'center' }}>
          <span>{t('settings.language')}</span>
          <SegmentedControl
            aria-label={t('settings.language')}
            data={languages}
            value={preferences.language}
            onChange={(language) => change({ language })}
          />
        </div>
        {host?.kind === 'app' && (
          <>
            <Switch
              label={t('settings.notifications')}
              description={t('settings.notificationsHint')}
              checked={preferences.notifications}
              onChange={(event) => change({ notifications: event.currentTarget.checked })}
            />
            {host.canStartAtLogin && (
              <Switch
                label={t('settings.startAtLogin')}
                checked={preferences.startAtLogin}
                onChange={(event) => change({ startAtLogin: event.currentTarget.checked })}
              />
            )}
          </>
        )}
      </div>
    </Section>
  );
}

/** A language's name in itself: nobody has to know another to find their own. */
function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
