import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '../app/app.tsx';
import { status } from '../testing/answers.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { beginWindow } from '../testing/new-window.ts';

test('what changed between the first answers and the first event is asked for when events begin to come', async () => {
  beginWindow();
  history.replaceState(null, '', '#/home');
  let paused = true;
  const { host } = createFakeHost({ 'agent.status': () => ({ ...status, paused }) });
  let tell = (_isConnected: boolean): void => undefined;
  const onConnection = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  render(<App host={{ ...host, onConnection }} />);
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeDefined();
  // Its event went to nobody.
  paused = false;
  act(() => tell(true));
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeDefined();
});
