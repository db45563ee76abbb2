import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createCall } from '../lib/bridge/call.ts';
import { HostProvider } from '../lib/bridge/host-context.tsx';
import type { Host } from '../lib/bridge/host.ts';
import { chooseLanguage } from '#shared/sentences/choose-language.ts';
import { I18nProvider } from '../lib/i18n/i18n-context.tsx';
import { type Locales, locales as ownLocales } from '../lib/i18n/locales.ts';
import { HistoryMemory } from '../lib/history-memory.tsx';
import { createQueryClient, useCall } from '../lib/queries.ts';
import { useLiveQueries } from '../lib/use-live-queries.ts';
import { Loading } from '../ui/loading.tsx';
import { theme } from '../ui/theme.ts';
import { notifyFailure } from '../ui/notify.tsx';
import { Shell } from './shell.tsx';
import { beginPage } from './use-prefetch.ts';

/** Everything a page stands in: host, cache, language, theme. */
export function App({ host, locales = ownLocales }: { readonly host: Host; readonly locales?: Locales }) {
  const [client] = useState(() => {
    const created = createQueryClient(notifyFailure);
    // While the settings are asked for.
    beginPage(created, createCall(host), location.hash);
    return created;
  });
  return (
    <HostProvider host={host}>
      <QueryClientProvider client={client}>
        <Preferred locales={locales} />
      </QueryClientProvider>
    </HostProvider>
  );
}

function Preferred({ locales }: { readonly locales: Locales }) {
  useLiveQueries();
  const { data, isPending } = useCall('settings.get', {});
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  const preferences = data?.settings.preferences;
  const chosen = preferences?.theme ?? 'auto';
  const language = chooseLanguage(preferences?.language ?? 'auto', navigator.languages, locales.languages);
  return (
    <I18nProvider language={language} locales={locales}>
      {/* Variables and classes come from files: the policy lets no page write a style element. */}
      <MantineProvider
        theme={theme}
        forceColorScheme={chosen === 'auto' ? system : chosen}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {isPending ? (
          <Loading>Sluice…</Loading>
        ) : (
          <HistoryMemory>
            <Shell />
          </HistoryMemory>
        )}
      </MantineProvider>
    </I18nProvider>
  );
}
