import { expect, test } from 'vitest';
import { childEnvironment, confinedEnvironment } from './child-environment.ts';

test('what a program needs is handed on, and nothing that may be a secret', () => {
  const variables = {
    PATH: '/bin',
    Path: 'C:\\Windows',
    LC_ALL: 'de_DE.UTF-8',
    XDG_RUNTIME_DIR: '/run/user/1',
    UNSET: undefined,
    SLUICE_API_KEY: 'canary',
    SLUICE_SANDBOX_API_KEY: 'sandbox',
    AWS_SECRET_ACCESS_KEY: 'canary',
    NODE_OPTIONS: '--inspect',
    HTTPS_PROXY: 'http://user:canary@proxy',
  };
  expect(childEnvironment(variables)).toEqual({
    PATH: '/bin',
    Path: 'C:\\Windows',
    LC_ALL: 'de_DE.UTF-8',
    XDG_RUNTIME_DIR: '/run/user/1',
  });
  expect(confinedEnvironment({ ...variables, TZ: 'UTC', SystemRoot: 'C:\\Windows' })).toEqual({
    TZ: 'UTC',
    SystemRoot: 'C:\\Windows',
  });
  expect(childEnvironment(variables, ['SLUICE_SANDBOX_API_KEY'])).toMatchObject({
    SLUICE_SANDBOX_API_KEY: 'sandbox',
  });
});
