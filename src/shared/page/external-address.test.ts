import { expect, test } from 'vitest';
import { externalAddress } from './external-address.ts';

test.each([
  ['https://example.com/x?y=1#z', 'https://example.com/x?y=1#z'],
  // What a person reads is what is opened: no letters that only look like others, nothing that turns the
  // order.
  ['https://ex\u0430mple.com/', 'https://xn--exmple-4nf.com/'],
  ['https://example.com/\u202Efdp.exe', 'https://example.com/%E2%80%AEfdp.exe'],
  ['https://exam\nple.com\t/', 'https://example.com/'],
  ['HTTPS:example.com', 'https://example.com/'],
])('%j is opened as %s', (address, opened) => {
  expect(externalAddress(URL.parse(address))).toBe(opened);
});

test.each([
  'http://example.com',
  'file:///etc/passwd',
  'smb://host/x',
  'https://bank.example@evil.example/',
  'x',
])('%s is not opened', (address) => {
  expect(externalAddress(URL.parse(address))).toBeNull();
});
