import { expect, test } from 'vitest';
import { entityId, gazetteerEntities } from '../enrich/annotate/gazetteer.ts';
import { cards, categories, companies, etfs, findCard } from './catalog.ts';

test('whatever the annotator finds by its gazetteer has a card of the same id and name', () => {
  const categoryOf = {
    COMP: 'companies',
    ORGA: 'organizations',
    PEOP: 'people',
    PLCE: 'places',
    PROD: 'products',
    TOPI: 'topics',
    BUSI: 'concepts',
    CEPT: 'concepts',
    SECT: 'concepts',
  };
  const entities = gazetteerEntities();
  expect(entities.length).toBeGreaterThan(200);
  for (const { id, name, type } of entities) {
    expect(findCard(id), name).toMatchObject({ category: categoryOf[type], card: { id, name } });
  }
});

test('ids are unique over all categories, and every category holds something', () => {
  const ids = categories.flatMap((category) => cards[category].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const category of categories) expect(cards[category].length, category).toBeGreaterThan(5);
});

test('cards that no text names have the id of their kind and name', () => {
  const kinds = { companies: 'COMP', etfs: 'ETF', funds: 'FUND', sources: 'SRCE', positions: 'POSI' };
  for (const [category, kind] of Object.entries(kinds)) {
    for (const { id, name } of cards[category as keyof typeof kinds]) expect(id).toBe(entityId(kind, name));
  }
});

test('identifiers are unique', () => {
  const identifiers = [...companies, ...etfs].flatMap((one) => [
    ...one.isin_values,
    ...one.cusip_values,
    ...one.sedol_values,
  ]);
  expect(new Set(identifiers).size).toBe(identifiers.length);
});

test('people and products point at companies and positions there are', () => {
  const names = new Set(
    ['companies', 'organizations'].flatMap((category) =>
      cards[category as 'companies'].map((card) => card.name),
    ),
  );
  const positions = new Set(cards.positions.map((card) => card.name));
  for (const person of cards.people) {
    if (person.company !== null) expect(names, person.name).toContain(person.company);
    expect(positions, person.name).toContain(person.position);
  }
  for (const { name, company_id: id } of cards.products) {
    if (id !== null) expect(findCard(String(id)), name).toBeDefined();
  }
});
