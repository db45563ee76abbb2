import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { HostProvider } from '../../../lib/bridge/host-context.tsx';
import { I18nProvider } from '../../../lib/i18n/i18n-context.tsx';
import { locales } from '../../../lib/i18n/locales.ts';
import { createQueryClient } from '../../../lib/queries.ts';
import { createFakeHost } from '../../../testing/fake-host.ts';
import { OriginalLink } from './original-link.tsx';

const { say } = await locales.load('en');
afterEach(() => {
  vi.unstubAllGlobals();
  // They live outside the page; the next case would find this one's.
  notifications.clean();
});

function follow(address: string) {
  const opened = vi.fn();
  vi.stubGlobal('open', opened);
  const onClose = vi.fn();
  const { host } = createFakeHost();
  render(
    <HostProvider host={host}>
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <I18nProvider language="en" locales={locales}>
          <MantineProvider env="test">
            <Notifications />
            <OriginalLink address={address} onClose={onClose} />
          </MantineProvider>
        </I18nProvider>
      </QueryClientProvider>
    </HostProvider>,
  );
  return { opened, onClose };
}

test('a link in foreign letters is shown and opened as it leads', async () => {
  const { opened } = follow('https://ex\u0430mple.com/\u202Efdp.exe');
  const address = 'https://xn--exmple-4nf.com/%E2%80%AEfdp.exe';
  await screen.findByText(say('original.leave', { address }));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(opened.mock.calls[0]?.[0]).toBe(address);
});

test.each(['http://example.com/', 'https://bank.example@evil.example/', 'not an address'])(
  '%s is not opened, as in the app, and the user reads why',
  async (address) => {
    const { opened, onClose } = follow(address);
    const asked = () => screen.queryAllByRole('dialog').length;
    await expect.poll(() => onClose.mock.calls.length + asked()).toBeGreaterThan(0);
    expect(asked()).toBe(0);
    await screen.findByText(say('original.notOpened'));
    expect(opened).not.toHaveBeenCalled();
  },
);
