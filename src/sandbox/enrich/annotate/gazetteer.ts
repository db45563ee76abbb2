import { createHash } from 'node:crypto';
import gazetteerData from '../../data/gazetteer.json' with { type: 'json' };

/** The entity types that have been seen (service-behaviour.md, "Annotated documents"). */
export type EntityType = 'COMP' | 'ORGA' | 'PEOP' | 'PLCE' | 'PROD' | 'TOPI' | 'BUSI' | 'CEPT' | 'SECT';

/** Something with a name that the sandbox can find in a text. */
export interface Entity {
  /** Six upper-case hexadecimal characters, invented: the same name always has the same. */
  id: string;
  name: string;
  type: EntityType;
}

/** Types whose names are ordinary words, found whatever their capitals. */
const caseless = new Set<EntityType>(['TOPI', 'BUSI', 'CEPT', 'SECT']);

/** One way to write an entity's name. */
export interface Alias {
  /** As it stands in the text; lower case where `caseless`. */
  written: string;
  caseless: boolean;
  entity: Entity;
}

/** Every entity once, in the order of the list. */
export function gazetteerEntities(): Entity[] {
  return entries().map(({ entity }) => entity);
}

/** Every way to write every entity; a name of several words is also known in capitals. */
export function gazetteer(): Alias[] {
  return entries().flatMap(({ written, entity }) => written.flatMap((one) => waysToWrite(one, entity)));
}

/** The entities of the data file: for each its name, then other ways to write it. */
function entries(): { written: string[]; entity: Entity }[] {
  return (Object.entries(gazetteerData) as [EntityType, string[][]][]).flatMap(([type, list]) =>
    list.map((written) => {
      const name = written[0] ?? '';
      return { written, entity: { id: entityId(type, name), name, type } };
    }),
  );
}

/** The invented id of an entity; other kinds of thing (funds, sources …) take theirs the same way. */
export function entityId(type: string, name: string): string {
  return createHash('sha256').update(`${type}:${name}`).digest('hex').slice(0, 6).toUpperCase();
}

function waysToWrite(written: string, entity: Entity): Alias[] {
  const acronym = written === written.toUpperCase();
  if (caseless.has(entity.type) && !acronym)
    return [{ written: written.toLowerCase(), caseless: true, entity }];
  const exact = { written, caseless: false, entity };
  const capitals = written.toUpperCase();
  return acronym || written.length < 4 ? [exact] : [exact, { ...exact, written: capitals }];
}
