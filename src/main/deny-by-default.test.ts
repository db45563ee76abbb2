import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { denyByDefault } from './deny-by-default.ts';

/** A WebContents that keeps what it was given, because a runtime tells none of it back. */
function fakeContents() {
  const given: Record<string, (...args: never[]) => unknown> = {};
  const keep = (name: string) => (handler: (...args: never[]) => unknown) => {
    given[name] = handler;
  };
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: keep('open'),
    session: {
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
    },
  });
  denyByDefault(contents as unknown as WebContents);
  const prevented = (name: string, url: string) => {
    let isPrevented = false;
    contents.emit(name, { url, preventDefault: () => (isPrevented = true) });
    return isPrevented;
  };
  return { given, prevented };
}

test.each(['camera', 'notifications', 'geolocation', 'openExternal', 'clipboard-read'])(
  'the permission %s is denied, asked or checked',
  (permission) => {
    const { given } = fakeContents();
    const answers: unknown[] = [];
    (given.request as (...args: unknown[]) => void)({}, permission, (answer: unknown) =>
      answers.push(answer),
    );
    expect(answers).toEqual([false]);
    expect((given.check as (...args: unknown[]) => unknown)({}, permission)).toBe(false);
    expect((given.device as (...args: unknown[]) => unknown)({})).toBe(false);
  },
);

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s stays within our pages', (name) => {
  const { prevented } = fakeContents();
  for (const url of [
    'https://example.com/',
    'file:///etc/passwd',
    'app://other/',
    'app://sluice.evil/',
    'javascript:1',
  ])
    expect([url, prevented(name, url)]).toEqual([url, true]);
  expect(prevented(name, 'app://sluice/index.html')).toBe(false);
});

test('web views and new windows are denied', () => {
  const { given, prevented } = fakeContents();
  expect(prevented('will-attach-webview', 'app://sluice/')).toBe(true);
  expect((given.open as (...args: unknown[]) => unknown)({ url: 'app://sluice/' })).toEqual({
    action: 'deny',
  });
});
