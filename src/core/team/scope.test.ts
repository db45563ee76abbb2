import { expect, test } from 'vitest';
import { scopeOf, teamKeyOf } from './scope.ts';

test('a scope is the same for one service and key, and another for any other', async () => {
  const scope = await scopeOf('https://api.example.com/v1', 'key-of-the-team');
  expect(scope).toMatch(/^[0-9a-f]{32}$/);
  // Claims of a team last for years: it must never come out otherwise.
  expect(scope).toBe('ff7890dbc3bfac0d6a65126f293498bd');
  expect(await scopeOf('http://api.example.com/v1/', 'key-of-the-team')).toBe(scope);
  const others = [
    await scopeOf('https://api.example.com/v1', 'key of another'),
    await scopeOf('https://api.example.com/v2', 'key-of-the-team'),
    await scopeOf('https://api.example.com:8443/v1', 'key-of-the-team'),
  ];
  expect(new Set([scope, ...others]).size).toBe(4);
});

test('the code of a text is the same for one service and key, and another for any other', async () => {
  const { mac } = await teamKeyOf('https://api.example.com/v1', 'key-of-the-team');
  // Claims of a team last for years: it must never come out otherwise.
  expect(mac('text')).toBe('2cZptuhfRZCn7s42OBP8CrqtiGvX5wU-jtRbNPNzKiE');
  const others = [
    await teamKeyOf('https://api.example.com/v1', 'key of another'),
    await teamKeyOf('https://api.example.com/v2', 'key-of-the-team'),
  ];
  expect(new Set([mac('text'), mac('another'), ...others.map((one) => one.mac('text'))]).size).toBe(4);
});
