import { expect, test } from 'vitest';
import { createConcurrency } from './concurrency.ts';

test('U1: starts at four, rises by one for each that went well, up to the limit of the profile', () => {
  const concurrency = createConcurrency(10);
  expect(concurrency.places()).toBe(4);
  for (let index = 0; index < 20; index++) concurrency.wentWell();
  expect(concurrency.places()).toBe(10);
});

test('U1: strain halves it, failures that flew together count once, and never below two', () => {
  const concurrency = createConcurrency(10);
  for (let index = 0; index < 20; index++) concurrency.wentWell();
  for (let index = 0; index < 10; index++) concurrency.strained();
  expect(concurrency.places()).toBe(5);
  for (let round = 0; round < 10; round++) {
    for (let index = 0; index < 10; index++) concurrency.wentWell();
    for (let index = 0; index < 3; index++) concurrency.strained();
  }
  for (let index = 0; index < 100; index++) {
    concurrency.wentWell();
    concurrency.wentWell();
    concurrency.strained();
  }
  expect(concurrency.places()).toBeGreaterThanOrEqual(2);
});

test('a profile that allows one gets one', () => {
  const concurrency = createConcurrency(1);
  concurrency.wentWell();
  concurrency.strained();
  expect(concurrency.places()).toBe(1);
});
