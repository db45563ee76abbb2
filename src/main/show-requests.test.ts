import { expect, test } from 'vitest';
import { ShowRequests } from './show-requests.ts';

test('a link that starts the app is there when its window is made, and is not opened twice', () => {
  const requests = new ShowRequests();
  const shown: (string | undefined)[] = [];
  expect(requests.take()).toBeUndefined();
  requests.ask('#/documents/1');
  requests.ask();
  expect(requests.take()).toEqual({ route: '#/documents/1' });
  requests.answerWith((route) => shown.push(route));
  expect(shown).toEqual([]);
});

test('what is asked for while the window is made is shown as soon as there is one', () => {
  const requests = new ShowRequests();
  const shown: (string | undefined)[] = [];
  requests.take();
  requests.ask('#/documents/2');
  requests.answerWith((route) => shown.push(route));
  requests.ask('#/documents/3');
  requests.ask();
  expect(shown).toEqual(['#/documents/2', '#/documents/3', undefined]);
});
