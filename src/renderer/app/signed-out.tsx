import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { chooseLanguage } from '#shared/sentences/choose-language.ts';
import { I18nProvider, useI18n } from '../lib/i18n/i18n-context.tsx';
import { locales } from '../lib/i18n/locales.ts';
import { Brand } from '../ui/brand.tsx';
import { theme } from '../ui/theme.ts';
import { useTitle } from '../ui/use-title.ts';
import classes from './signed-out.module.css';

/** What a person without a session sees: what to do. Nothing here asks the agent anything. */
export function SignedOut() {
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return (
    <I18nProvider language={chooseLanguage('auto', navigator.languages, locales.languages)}>
      <MantineProvider
        theme={theme}
        forceColorScheme={system}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Words />
      </MantineProvider>
    </I18nProvider>
  );
}

function Words() {
  const { t } = useI18n();
  useTitle(t('signedOut.title'));
  return (
    <main className={classes.signedOut}>
      <Brand />
      <h1>{t('signedOut.title')}</h1>
      <p>{t('signedOut.remedy')}</p>
    </main>
  );
}
