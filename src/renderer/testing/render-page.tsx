import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '../app/app.tsx';
import type { Locales } from '../lib/i18n/locales.ts';
import { createFakeHost, type Handlers } from './fake-host.ts';
import { beginWindow } from './new-window.ts';

/** The whole app at an address, over a fake host. */
export function renderPage(address: string, handlers: Handlers = {}, locales?: Locales) {
  beginWindow();
  history.replaceState(null, '', address);
  const fake = createFakeHost(handlers);
  const user = userEvent.setup();
  return { ...fake, user, ...render(<App host={fake.host} {...(locales ? { locales } : {})} />) };
}
