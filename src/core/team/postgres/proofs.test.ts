import { expect, test } from 'vitest';
import { teamKeyOf } from '../scope.ts';
import { type ClaimWord, createProofs } from './proofs.ts';

const service = 'https://api.example.com/v1';
const [key, otherKey] = await Promise.all([teamKeyOf(service, 'one'), teamKeyOf(service, 'other')]);
const word: ClaimWord = {
  scope: key.scope,
  sha256: 'a'.repeat(64),
  size: 10,
  contentId: 'A',
  state: 'named',
};
const by = { agent: 'agent-1', epoch: 7 };

function proofsOf(known: typeof key | undefined) {
  const forged: ClaimWord[] = [];
  return {
    forged,
    ...createProofs(
      async () => known,
      (about) => forged.push(about),
    ),
  };
}

test('a proof holds for what it was made of, and for nothing else', async () => {
  const { forged, judge, sign } = proofsOf(key);
  const proof = (await sign(word, by)) ?? '';
  expect(await judge(word, proof)).toBe('key');
  const changed: ClaimWord[] = [
    { ...word, sha256: 'b'.repeat(64) },
    { ...word, size: 11 },
    { ...word, contentId: 'B' },
    { ...word, state: 'landed' },
  ];
  for (const one of changed) expect(await judge(one, proof)).toBe('wrong');
  for (const one of [proof.replace('agent-1', 'agent-2'), proof.replace(' 7 ', ' 8 '), 'x', ''])
    expect(await judge(word, one)).toBe('wrong');
  expect(forged).toHaveLength(8);
});

test('without the key of a scope nobody signs for it or judges it', async () => {
  const theirs = (await proofsOf(otherKey).sign({ ...word, scope: otherKey.scope }, by)) ?? '';
  for (const known of [undefined, otherKey]) {
    const { forged, judge, sign } = proofsOf(known);
    expect(await sign(word, by)).toBeNull();
    expect(await judge(word, theirs)).toBe('none');
    expect(forged).toEqual([]);
  }
  const { forged, judge } = proofsOf(key);
  expect(await judge(word, null)).toBe('none');
  // Another key's proof under this one's scope.
  expect(await judge(word, theirs)).toBe('wrong');
  expect(forged).toHaveLength(1);
});

test('an answer is heard about the question that it was given to', async () => {
  const { seal, open } = proofsOf(key);
  const sealed = (await seal(key.scope, 'page 1', '{"a":1}')) ?? '';
  expect(await open(key.scope, 'page 1', sealed)).toBe('{"a":1}');
  expect(await open(key.scope, 'page 2', sealed)).toBeUndefined();
  expect(await open(key.scope, 'page 1', sealed.replace('1}', '2}'))).toBeUndefined();
  expect(await open(key.scope, 'page 1', '')).toBeUndefined();
  expect(await proofsOf(otherKey).open(key.scope, 'page 1', sealed)).toBeUndefined();
});
