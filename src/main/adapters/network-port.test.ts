import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createNetworkPort } from './network-port.ts';

function portWith(variables: Record<string, string> = {}) {
  const power = new EventEmitter();
  const asked: string[] = [];
  const port = createNetworkPort(
    {
      session: {
        resolveProxy: async (address) => {
          asked.push(address);
          return 'PROXY proxy.example:8080; DIRECT';
        },
      },
      onResume: (listener) => power.on('resume', listener),
      offResume: (listener) => power.off('resume', listener),
    },
    variables,
  );
  return { port, power, asked };
}

test('the system is asked for an address, and its words are taken as they are', async () => {
  const { port, asked } = portWith();
  expect(await port.resolveProxy?.('https://service.example')).toBe('PROXY proxy.example:8080; DIRECT');
  expect(asked).toEqual(['https://service.example']);
});

test('waking up is a change of the network, until nobody listens', () => {
  const { port, power } = portWith();
  let changes = 0;
  const stop = port.onChange?.(() => {
    changes += 1;
  });
  power.emit('resume');
  stop?.();
  power.emit('resume');
  expect(changes).toBe(1);
});

test('variables name a proxy and a file of certificates, the file by its whole path', () => {
  expect(portWith({ SLUICE_PROXY: ' none ', SLUICE_CA_FILE: '/etc/acme.pem' }).port).toMatchObject({
    proxy: 'none',
    certificates: '/etc/acme.pem',
  });
  expect(portWith({ SLUICE_PROXY: '', SLUICE_CA_FILE: 'acme.pem' }).port).toMatchObject({
    proxy: undefined,
    certificates: undefined,
  });
});
