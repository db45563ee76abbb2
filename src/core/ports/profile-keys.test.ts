import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { keyProblem } from './profile-keys.ts';

const profile = { id: 'p', baseUrl: 'https://content.example', agentsUrl: null } as unknown as Parameters<
  typeof keyProblem
>[1];
const failsWith = (error: unknown) => keyProblem({ getKey: () => Promise.reject(error) }, profile);
const systemError = (code: string) => Object.assign(new Error(`${code}: no`), { code });

test('a key store that cannot be read is one, unless the machine says that nothing can be opened', async () => {
  expect(await failsWith(new AppError('KEY_STORE_UNREADABLE'))).toBe('KEY_STORE_UNREADABLE');
  expect(await failsWith(systemError('EACCES'))).toBe('KEY_STORE_UNREADABLE');
  expect(await failsWith(new AppError('KEY_MISSING'))).toBe('KEY_MISSING');
  expect(await failsWith(systemError('EMFILE'))).toBe('TOO_MANY_FILES');
  expect(await failsWith(new AppError('TOO_MANY_FILES'))).toBe('TOO_MANY_FILES');
});
