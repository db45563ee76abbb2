import { expect, test } from 'vitest';
import { listenAddress, reportAddress } from './monitoring-options.ts';

test.each([
  ['9469', { host: '127.0.0.1', port: 9469 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['localhost:80', { host: 'localhost', port: 80 }],
  ['[::1]:9469', { host: '::1', port: 9469 }],
  ['0.0.0.0:9469', { host: '0.0.0.0', port: 9469 }],
])('%s is an address to listen at', (text, address) => {
  expect(listenAddress(text)).toEqual(address);
});

test.each(['', ':', '127.0.0.1', '127.0.0.1:', '127.0.0.1:65536', '::1:80', 'http://127.0.0.1:80', 'a b:1'])(
  '%j is none',
  (text) => {
    expect(() => listenAddress(text)).toThrow(/cli\.option\.listen/);
  },
);

test.each(['https://hooks.example/a?b', 'http://127.0.0.1:81/x', 'http://[::1]/x', 'http://localhost:1/'])(
  'reports go to %s',
  (address) => {
    expect(reportAddress('--ping-url', address)).toBe(address);
  },
);

test.each([
  'http://hooks.example/a',
  'https://me:secret@hooks.example/',
  'file:///etc/passwd',
  'hooks.example',
  '',
])('reports do not go to %j', (address) => {
  expect(() => reportAddress('--ping-url', address)).toThrow(expect.objectContaining({ code: 'USAGE' }));
});
