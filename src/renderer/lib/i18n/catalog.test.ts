import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import type { Message } from './define-messages.ts';

const forms = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('both languages say something under every key, with the same values in it', () => {
  const keys = Object.keys(catalog.en) as (keyof typeof catalog.en)[];
  expect(keys.length).toBeGreaterThan(200);
  for (const key of keys) {
    const named = forms(catalog.en[key]).map(places);
    for (const text of [...forms(catalog.en[key]), ...forms(catalog.de[key])]) {
      expect(text, key).not.toBe('');
      expect(named, key).toContainEqual(places(text));
    }
  }
});

test('every string is used somewhere', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('messages') && !/\.test\./.test(name),
  );
  const text = sources.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
  // `t(`state.${state}`)` uses every key that begins so.
  const prefixes = [...text.matchAll(/`([a-zA-Z.-]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
  const unused = Object.keys(catalog.en).filter(
    (key) => !text.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
