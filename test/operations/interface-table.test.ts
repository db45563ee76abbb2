import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';
import { projectRoot } from '../support/project-copy.ts';

test('docs/interface.md has a row for every operation', () => {
  const text = readFileSync(`${projectRoot}/docs/interface.md`, 'utf8');
  for (const [name, { method, path, section }] of Object.entries(operations)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(`${method} `);
    expect(row).toContain(`${path}\` | ${section} |`);
  }
});
