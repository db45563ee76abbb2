import { expect, test } from 'vitest';
import { assertInSandbox } from './in-sandbox.ts';

test('a packaged app shows no page without the sandbox, whoever asks for that', () => {
  const without = { hasSwitch: (name: string) => name === 'no-sandbox' };
  const refused = () => assertInSandbox(true, without);
  expect(refused).toThrow(expect.objectContaining({ code: 'NO_SANDBOX' }));
  assertInSandbox(true, { hasSwitch: () => false });
  assertInSandbox(false, without);
});
