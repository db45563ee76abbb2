import { type EntityType, entityId, gazetteerEntities } from '../enrich/annotate/gazetteer.ts';
import type { Card } from './card.ts';
import { webpageOf } from './companies.ts';
import {
  organizationsTable,
  peopleTable,
  placesTable,
  positionsTable,
  productsTable,
  sourcesTable,
  topicsTable,
} from './entities-table.ts';
import { readTable } from './read-table.ts';

export function people(): Card[] {
  return readTable(peopleTable).map(([name = '', position = '', company = '', country]) => ({
    id: entityId('PEOP', name),
    name,
    position,
    country,
    company: company === '' ? null : company,
    description: company === '' ? position : `${position}, ${company}`,
  }));
}

export function organizations(): Card[] {
  return readTable(organizationsTable).map(([name = '', type = '', country]) => ({
    id: entityId('ORGA', name),
    name,
    type,
    country,
    description: type,
  }));
}

export function places(): Card[] {
  return readTable(placesTable).map(([name = '', type = '', country = '']) => ({
    id: entityId('PLCE', name),
    name,
    type,
    country: country === '' ? null : country,
    description: type,
  }));
}

export function products(): Card[] {
  return readTable(productsTable).map(([name = '', type = '', company = '']) => ({
    id: entityId('PROD', name),
    name,
    type,
    company: company === '' ? null : company,
    company_id: company === '' ? null : entityId('COMP', company),
    description: company === '' ? type : `${type} of ${company}`,
  }));
}

/** The gazetteer's concepts, its kinds of business and its sectors: the graph has one category for the three. */
export function concepts(): Card[] {
  const kinds = new Map<EntityType, string>([
    ['CEPT', 'Concept'],
    ['BUSI', 'Business'],
    ['SECT', 'Sector'],
  ]);
  return gazetteerEntities().flatMap(({ id, name, type }) => {
    const kind = kinds.get(type);
    return kind === undefined ? [] : [{ id, name, type: kind, description: kind }];
  });
}

export function topics(): Card[] {
  return readTable(topicsTable).map(([name = '', group = '']) => ({
    id: entityId('TOPI', name),
    name,
    group,
    description: group,
  }));
}

export function positions(): Card[] {
  return readTable(positionsTable).map(([name = '', type = '']) => ({
    id: entityId('POSI', name),
    name,
    type,
    description: type,
  }));
}

/** Invented publishers, and the places private content comes from. */
export function sources(): Card[] {
  return readTable(sourcesTable).map((cells) => {
    const [name = '', country = '', language, rank, tier, category, inPackage] = cells;
    return {
      id: entityId('SRCE', name),
      name,
      country: country === '' ? null : country,
      language,
      rank,
      tier,
      category,
      package: inPackage,
      webpage: country === '' ? null : webpageOf(name),
    };
  });
}
