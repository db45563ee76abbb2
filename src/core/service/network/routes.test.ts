import { describe, expect, test } from 'vitest';
import type { NetworkPort } from '#core/ports/network.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { networkSettingsSchema } from '#shared/settings/network-settings.ts';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { nameOfHop } from './hop.ts';
import { createRoutes, type Routes } from './routes.ts';

const url = (address: string) => new URL(address);
const service = url('https://service.example');

function routesWith(port: Partial<NetworkPort>, kept: Record<string, string> = {}) {
  const clock = createTurnedClock();
  let machine = 'at home';
  const routes = createRoutes({
    port: { variables: {}, ...port },
    settings: () => networkSettingsSchema.parse(kept),
    clock,
    logger: silentLogger,
    machine: () => machine,
  });
  return {
    clock,
    routes,
    move: () => {
      machine = 'at work';
    },
  };
}

async function waysOf(routes: Routes, to = service): Promise<string> {
  const { from, hops } = await routes.routeOf(to);
  return `${from}: ${hops.map(nameOfHop).join(', ')}`;
}

describe('who decides', () => {
  const system = async () => 'PROXY system.example:1';
  const variables = { https_proxy: 'http://variable.example:2', NO_PROXY: 'intra.example' };

  test.each([
    ['the run', { proxy: 'http://run.example:3', variables, resolveProxy: system }, {}, 'run: run.example:3'],
    ['the run: none', { proxy: 'none', variables }, { proxy: 'http://kept.example:4' }, 'run: DIRECT'],
    [
      'the settings',
      { variables, resolveProxy: system },
      { proxy: 'http://kept.example:4' },
      'settings: kept.example:4',
    ],
    ['the settings: none', { variables }, { proxy: 'none' }, 'settings: DIRECT'],
    ['a variable', { variables, resolveProxy: system }, {}, 'environment: variable.example:2'],
    [
      'the run says as usual',
      { proxy: 'system', variables },
      { proxy: 'none' },
      'environment: variable.example:2',
    ],
    ['ALL_PROXY', { variables: { ALL_PROXY: 'all.example:5' } }, {}, 'environment: all.example:5'],
    ['the small letters', { variables: { https_proxy: 'a:1', HTTPS_PROXY: 'b:2' } }, {}, 'environment: a:1'],
    [
      'an empty variable is none',
      { variables: { https_proxy: '' }, resolveProxy: system },
      {},
      'system: system.example:1',
    ],
    ['the system', { resolveProxy: system }, {}, 'system: system.example:1'],
    ['nobody', {}, {}, 'none: DIRECT'],
  ])('%s', async (_name, port, kept, expected) => {
    expect(await waysOf(routesWith(port, kept).routes)).toBe(expected);
  });

  test('this machine is reached directly whatever anybody says', async () => {
    const { routes } = routesWith({ proxy: 'http://run.example:3', resolveProxy: system });
    for (const address of ['http://localhost:8', 'http://127.0.0.9', 'https://[::1]:4', 'http://a.localhost'])
      expect(await waysOf(routes, url(address))).toBe('machine: DIRECT');
  });

  test('exceptions of both kinds hold', async () => {
    const { routes } = routesWith({ variables }, { exceptions: '10.0.0.0/8' });
    expect(await waysOf(routes, url('https://a.intra.example'))).toBe('environment: DIRECT');
    expect(await waysOf(routes, url('https://10.1.2.3'))).toBe('environment: DIRECT');
  });
});

describe('what the system says', () => {
  function counted(list = 'PROXY a.example:1') {
    const asked: string[] = [];
    const resolveProxy = async (address: string) => {
      asked.push(address);
      return list;
    };
    return { asked, ...routesWith({ resolveProxy }) };
  }

  test('is kept for an origin, and asked anew after a while, a failure or in another network', async () => {
    const { asked, clock, routes, move } = counted('PROXY a.example:1; DIRECT');
    const ask = async () => {
      await routes.routeOf(service);
      return asked.length;
    };
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await clock.turn(5 * 60_000);
    expect(await ask()).toBe(2);
    const [first] = (await routes.routeOf(service)).hops;
    if (first) routes.failed(first);
    expect(await waysOf(routes)).toBe('system: DIRECT, a.example:1');
    expect(asked).toHaveLength(3);
    move();
    expect(await waysOf(routes)).toBe('system: a.example:1, DIRECT');
    expect(asked).toHaveLength(4);
  });

  test('is kept for no more origins than are bounded', async () => {
    const { asked, routes } = counted();
    for (let host = 0; host < 300; host++) await routes.routeOf(url(`https://h${host}.example`));
    await routes.routeOf(url('https://h299.example'));
    expect(asked).toHaveLength(300);
    await routes.routeOf(url('https://h0.example'));
    expect(asked).toHaveLength(301);
  });

  test('a system that fails or says nothing in time holds nobody up', async () => {
    const failing = routesWith({ resolveProxy: () => Promise.reject(new Error('no PAC')) });
    expect(await waysOf(failing.routes)).toBe('system: DIRECT');
    const silent = routesWith({ resolveProxy: () => new Promise(() => undefined) });
    const ways = waysOf(silent.routes);
    await silent.clock.turn(10_000);
    expect(await ways).toBe('system: DIRECT');
  });
});
