import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAccess } from './access.ts';

const hour = 60 * 60 * 1000;

function turned() {
  let now = 0;
  const access = createAccess(() => now);
  const turn = (milliseconds: number) => {
    now += milliseconds;
  };
  return { access, turn };
}

test('a token makes one session, and only once', () => {
  const { access } = turned();
  const token = access.token();
  expect(access.token()).toBe(token);
  expect(access.redeem('guessed')).toBeNull();
  const session = access.redeem(token) ?? '';
  expect(session).toMatch(/^[\w-]{43}$/);
  expect([access.admits(session), access.admits(token), access.admits(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([access.redeem(token), access.wasSpent(token), access.wasSpent('guessed')]).toEqual([
    null,
    true,
    false,
  ]);
  expect(access.token()).not.toBe(token);
});

test('a session that nobody uses ends, and so does one that is used for ever', () => {
  const { access, turn } = turned();
  const session = access.redeem(access.token()) ?? '';
  turn(12 * hour);
  expect(access.admits(session)).toBe(true);
  turn(12 * hour + 1);
  expect(access.admits(session)).toBe(false);

  const used = access.redeem(access.token()) ?? '';
  for (let hours = 0; hours < 7 * 24; hours += 8) {
    expect(access.admits(used)).toBe(true);
    turn(8 * hour);
  }
  turn(1);
  expect(access.admits(used)).toBe(false);
});

test('signing out ends one session or all', () => {
  const { access } = turned();
  const [first = '', second = '', third = ''] = [0, 1, 2].map(() => access.redeem(access.token()) ?? '');
  access.signOut(first);
  expect([first, second, third].map((one) => access.admits(one))).toEqual([false, true, true]);
  access.signOutAll();
  expect([second, third].map((one) => access.admits(one))).toEqual([false, false]);
});

test('only the agent that made a session can prove that it is the one, and only while the session goes on', () => {
  const { access, turn } = turned();
  const session = access.redeem(access.token()) ?? '';
  const who = createHash('sha256').update(session).digest('base64url');
  const key = Buffer.from(access.proofKey(session), 'base64url');
  expect(access.prove(who, 'a number')).toBe(
    createHmac('sha256', key).update('a number').digest('base64url'),
  );
  expect(access.prove(who, 'another')).not.toBe(access.prove(who, 'a number'));
  expect([access.prove(session, 'a number'), access.prove('', 'a number')]).toEqual([null, null]);
  // Another agent, that was somehow told the secret of the session, can make nothing of it.
  expect(turned().access.proofKey(session)).not.toBe(access.proofKey(session));
  turn(12 * hour + 1);
  expect(access.prove(who, 'a number')).toBeNull();
});

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

test('a tab that another one vouches for has its own secret and key, in the same session', () => {
  const { access, turn } = turned();
  const first = access.redeem(access.token()) ?? '';
  access.vouch(first, digestOf('a tab'));
  expect(access.redeem('another tab')).toBeNull();
  const second = access.redeem('a tab') ?? '';
  expect(second).toMatch(/^[\w-]{43}$/);
  expect(second).not.toBe(first);
  expect(access.proofKey(second)).not.toBe(access.proofKey(first));
  expect(access.prove(digestOf(second), 'a number')).not.toBeNull();
  expect([access.redeem('a tab'), access.wasSpent('a tab')]).toEqual([null, false]);
  // It is used, or the other one: the session goes on in both.
  turn(10 * hour);
  expect(access.admits(second)).toBe(true);
  turn(10 * hour);
  expect(access.admits(first)).toBe(true);
  access.signOut(second);
  expect([access.admits(first), access.admits(second)]).toEqual([false, false]);
});

test('only a session that goes on vouches, for a few seconds', () => {
  const { access, turn } = turned();
  const session = access.redeem(access.token()) ?? '';
  access.vouch('guessed', digestOf('of a stranger'));
  expect(access.redeem('of a stranger')).toBeNull();
  access.vouch(session, digestOf('late'));
  turn(10_001);
  expect(access.redeem('late')).toBeNull();
  access.vouch(session, digestOf('signed out'));
  access.signOut(session);
  expect(access.redeem('signed out')).toBeNull();
});

test('of very many tabs, those that were used last stay signed in', () => {
  const { access } = turned();
  const first = access.redeem(access.token()) ?? '';
  const tabs = Array.from({ length: 120 }, (_, index) => {
    access.vouch(first, digestOf(`tab ${index}`));
    access.admits(first);
    return access.redeem(`tab ${index}`) ?? '';
  });
  expect([first, tabs[0], tabs[119]].map((one) => access.admits(one))).toEqual([true, false, true]);
});
