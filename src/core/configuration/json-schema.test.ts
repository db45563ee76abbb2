import { readFileSync } from 'node:fs';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configurationJsonSchema } from './json-schema.ts';
import { readConfiguration } from './read-configuration.ts';

const validator = new Validator(configurationJsonSchema() as Schema, '7', false);
const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
const example = /<!-- example:[^>]*-->\s+```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const isValid = (text: string) => validator.validate(parse(text)).valid;

test('an editor and `sluice validate` agree about the example of the documentation', () => {
  expect(isValid(example)).toBe(true);
  expect(readConfiguration(example).problems).toEqual([]);
});

test.each([
  ['share: true', 'shar: true'],
  ['uploadsAtOnce: 6', 'uploadsAtOnce: 65'],
  ['afterUpload: move', 'afterUpload: shred'],
  ['4MB', '4 parsecs'],
  ['version: 1', 'version: 2'],
  ['from: "08:00"', 'from: "8"'],
  ['https://archive.example.com/v1', 'archive.example.com'],
])('and about a mistake: %s as %s', (right, wrong) => {
  expect(example).toContain(right);
  const text = example.replace(right, wrong);
  expect(isValid(text)).toBe(false);
  expect(readConfiguration(text).problems.length).toBeGreaterThan(0);
});

test('each key is explained where an editor completes it', () => {
  const { properties } = configurationJsonSchema() as {
    properties: { folders: { items: { properties: Record<string, { description?: string }> } } };
  };
  const fields = Object.entries(properties.folders.items.properties);
  expect(fields.length).toBeGreaterThan(25);
  expect(fields.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
});
