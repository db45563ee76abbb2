import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entitiesOf, topEntities } from './top-entities.ts';

const entity = (id: string | null, name: string | null) => ({ rp_entity_id: id, entity_name: name });

test('an entity counts once a document, by id, else by name', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-entities-'));
  const paths = [
    [entity('A', 'Apple Inc.'), entity('A', 'Apple'), entity(null, 'Zurich')],
    [entity('A', 'Apple Inc.'), entity('B', 'Bern')],
    [entity('B', 'Bern'), entity('A', 'Apple Inc.')],
  ].map((entities, index) => {
    const path = join(directory, `${index}.json`);
    writeFileSync(path, JSON.stringify({ analytics: { entities } }));
    return path;
  });
  expect(await topEntities(paths, 2)).toEqual([
    { name: 'Apple', documents: 3 },
    { name: 'Bern', documents: 2 },
  ]);
  rmSync(directory, { recursive: true });
});

test('an annotated document without entities, or of another shape, has none', () => {
  for (const odd of [{}, null, [], { analytics: null }, { analytics: { entities: 'none' } }]) {
    expect(entitiesOf(odd).size).toBe(0);
  }
  expect(entitiesOf({ analytics: { entities: [entity('A', null), entity(null, '')] } }).size).toBe(0);
});
