import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settings } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

const route = {
  host: 'service.example',
  from: 'system',
  ways: ['proxy.example:8080'],
  login: false,
} as const;

test('O10: a login for the proxy goes in and is nowhere to be read afterwards', async () => {
  const { user, inputs, container } = renderPage('#/settings/network', {
    'network.show': () => ({ settings: settings.network, route: { ...route } }),
    'network.login': () => ({ proxy: 'proxy.example:8080' }),
  });
  expect(await screen.findByText(/service.example is reached by proxy.example:8080/)).toBeDefined();
  await user.type(screen.getByLabelText('User name for the proxy'), 'ann');
  await user.type(screen.getByLabelText('Password for the proxy'), 'canary-password');
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() =>
    expect(inputs('network.login')).toEqual([{ user: 'ann', password: 'canary-password' }]),
  );
  await waitFor(() => expect(screen.getByLabelText('Password for the proxy')).toHaveProperty('value', ''));
  expect(container.ownerDocument.documentElement.outerHTML).not.toContain('canary-password');
});

test('a proxy is named by its address, and a wrong one is not saved', async () => {
  const { user, inputs } = renderPage('#/settings/network', {
    'network.show': () => ({ settings: settings.network, route: { ...route, ways: ['DIRECT'] } }),
    'network.save': () => settings.network,
  });
  expect(await screen.findByText(/service.example is reached directly/)).toBeDefined();
  expect(screen.queryByLabelText('Password for the proxy')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Proxy' }));
  await user.click(await screen.findByRole('option', { name: 'This one', hidden: true }));
  const address = await screen.findByLabelText('Address of the proxy');
  const save = () =>
    screen.getAllByRole('button', { name: 'Save' }).find((button) => !button.hasAttribute('disabled'));
  await user.type(address, 'http://ann:secret@proxy.example');
  await user.click(save() as HTMLElement);
  expect(await screen.findByText('This is no address of a proxy.')).toBeDefined();
  expect(inputs('network.save')).toEqual([]);
  await user.clear(address);
  await user.type(address, 'proxy.example:3128');
  await user.click(save() as HTMLElement);
  await waitFor(() =>
    expect(inputs('network.save')).toEqual([{ proxy: 'http://proxy.example:3128', exceptions: '' }]),
  );
});
