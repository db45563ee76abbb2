import { readFileSync } from 'node:fs';
import { expect, type Launched, test } from '../support/app.ts';

const canary = 'canary-key-7f3a91';
const profile = { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9' };

/**
 * Says which keychain the desktop has, and what the person answers when there is none. Without a service for
 * secrets, as in a test, Electron encrypts by its fallback; `hasSecret` marks what that made as a keychain's.
 */
const keychainIs = (
  { app }: Launched,
  backend: string,
  { response = 0, hasSecret = backend !== 'basic_text' } = {},
) =>
  app.evaluate(
    ({ safeStorage, dialog }, given) => {
      safeStorage.getSelectedStorageBackend = () => given.backend as 'gnome_libsecret';
      if (given.hasSecret && process.platform === 'linux') {
        const { encryptStringAsync, decryptStringAsync } = safeStorage;
        const swap = (bytes: Buffer, from: string, to: string) =>
          bytes.subarray(0, 3).toString() === from
            ? Buffer.concat([Buffer.from(to), bytes.subarray(3)])
            : bytes;
        safeStorage.encryptStringAsync = async (text) => swap(await encryptStringAsync(text), 'v10', 'own');
        safeStorage.decryptStringAsync = (bytes) => decryptStringAsync(swap(bytes, 'own', 'v10'));
      }
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = (async (...args: unknown[]) => {
        asked.push((args.at(-1) as { message: string }).message);
        return { response: given.response, checkboxChecked: false };
      }) as typeof dialog.showMessageBox;
    },
    { backend, response, hasSecret },
  );
const asked = ({ app }: Launched) => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

test('a key is encrypted by the keychain, survives a restart and is in no file, page or log', async ({
  launch,
  place,
}) => {
  const first = await launch();
  await keychainIs(first, 'gnome_libsecret');
  const { id } = await first.value<{ id: string }>('profiles.save', { profile });
  await first.value('key.set', { profileId: id, key: canary });
  expect(await asked(first)).toEqual([]);
  const settings = await first.value('settings.get');
  expect(settings).toMatchObject({ keysPresent: { [id]: true } });
  const { path } = await first.value<{ path: string }>('host.supportBundle');
  expect(readFileSync(path, 'utf8')).toContain('"keyPresent": true');
  const memory = await first.page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }),
  );
  await first.quit();
  expect(memory + JSON.stringify(settings) + first.log() + place.everything()).not.toContain(canary);

  const second = await launch();
  await keychainIs(second, 'gnome_libsecret');
  expect(await second.value('settings.get')).toMatchObject({ keysPresent: { [id]: true } });
  await second.value('key.forget', { profileId: id });
  expect(await second.value('settings.get')).toMatchObject({ keysPresent: { [id]: false } });
});

test('without a keychain that encrypts, a key is refused unless the person keeps it for the session', async ({
  launch,
  place,
}) => {
  const first = await launch();
  const { id } = await first.value<{ id: string }>('profiles.save', { profile });
  await keychainIs(first, 'basic_text');
  expect(await first.call('key.set', { profileId: id, key: canary })).toMatchObject({
    ok: false,
    error: { code: 'KEY_MISSING' },
  });
  expect(await asked(first)).toEqual(['This computer has no keychain that encrypts.']);
  expect(await first.value('settings.get')).toMatchObject({ keysPresent: { [id]: false } });
  if (process.platform === 'linux') {
    // The desktop has a keychain by its name, and nothing that answers.
    await keychainIs(first, 'gnome_libsecret', { hasSecret: false });
    expect(await first.call('key.set', { profileId: id, key: canary })).toMatchObject({
      ok: false,
      error: { code: 'KEY_MISSING' },
    });
  }
  await keychainIs(first, 'basic_text', { response: 1 });
  await first.value('key.set', { profileId: id, key: canary });
  expect(await first.value('settings.get')).toMatchObject({ keysPresent: { [id]: true } });
  await first.quit();
  expect(place.everything() + first.log()).not.toContain(canary);
  const second = await launch();
  expect(await second.value('settings.get')).toMatchObject({ keysPresent: { [id]: false } });
});

test('a crash ends the app and tells no key: not in the log, not to the person, not where it was started', async ({
  launch,
  place,
}) => {
  const first = await launch();
  await keychainIs(first, 'gnome_libsecret');
  const { id } = await first.value<{ id: string }>('profiles.save', { profile });
  await first.value('key.set', { profileId: id, key: canary });
  const ended = first.app.waitForEvent('close');
  await first.app.evaluate(({ dialog }, key) => {
    dialog.showErrorBox = (title, content) => console.error(`shown: ${title}: ${content}`);
    setTimeout(() => {
      throw new Error(`the request with ${key} broke`);
    });
  }, canary);
  await ended;
  expect(first.log()).toContain('shown: Sluice: ');
  expect(place.everything()).toContain('an error that nobody foresaw');
  expect(first.log() + place.everything()).not.toContain(canary);
});
