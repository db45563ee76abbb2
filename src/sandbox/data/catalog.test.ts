import { expect, test } from 'vitest';
import { entityId, gazetteerEntities } from '../enrich/annotate/gazetteer.ts';
import { categories } from './card.ts';
import { createCatalog } from './catalog.ts';
import { isCusip, isIsin } from './identifiers.ts';

const catalog = createCatalog();

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
    expect(catalog.card(id), name).toMatchObject({ category: categoryOf[type], card: { id, name } });
  }
});

test('ids are unique over all categories, and every category holds something', () => {
  const ids = categories.flatMap((category) => catalog.cards[category].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const category of categories) expect(catalog.cards[category].length, category).toBeGreaterThan(5);
});

test('cards that no text names have the id of their kind and name', () => {
  const kinds = { companies: 'COMP', etfs: 'ETF', funds: 'FUND', sources: 'SRCE', positions: 'POSI' };
  for (const [category, kind] of Object.entries(kinds)) {
    for (const { id, name } of catalog.cards[category as keyof typeof kinds])
      expect(id).toBe(entityId(kind, name));
  }
});

test('identifiers are unique, have right check digits and lie in the ranges left to users', () => {
  const securities = [...catalog.companies, ...catalog.etfs];
  const isins = securities.flatMap((one) => one.isin_values);
  const cusips = securities.flatMap((one) => one.cusip_values);
  expect(isins.every(isIsin)).toBe(true);
  expect(cusips.every(isCusip)).toBe(true);
  expect(cusips.every((cusip) => cusip.startsWith('99'))).toBe(true);
  const sedols = securities.flatMap((one) => one.sedol_values as string[]);
  expect(sedols.every(isSedolOfUsers)).toBe(true);
  expect(new Set([...isins, ...cusips, ...sedols]).size).toBe(isins.length + cusips.length + sedols.length);
});

test('check digits are those of the standards', () => {
  // Well-known examples: ISO 6166 and the CUSIP of the same company.
  expect(isIsin('US0378331005')).toBe(true);
  expect(isIsin('US0378331006')).toBe(false);
  expect(isCusip('037833100')).toBe(true);
  expect(isCusip('037833101')).toBe(false);
});

test('people and products point at companies and positions there are', () => {
  const names = new Set(
    ['companies', 'organizations'].flatMap((category) =>
      catalog.cards[category as 'companies'].map((card) => card.name),
    ),
  );
  const positions = new Set(catalog.cards.positions.map((card) => card.name));
  for (const person of catalog.cards.people) {
    if (person.company !== null) expect(names, person.name).toContain(person.company);
    expect(positions, person.name).toContain(person.position);
  }
  for (const { name, company_id: id } of catalog.cards.products) {
    if (id !== null) expect(catalog.company(String(id)), name).toBeDefined();
  }
});

/** SEDOLs that begin with 9 are left to their users. */
function isSedolOfUsers(text: string): boolean {
  const weights = [1, 3, 1, 7, 3, 9, 1];
  const sum = weights.reduce((total, weight, index) => total + Number(text[index]) * weight, 0);
  return /^9\d{6}$/.test(text) && sum % 10 === 0;
}
