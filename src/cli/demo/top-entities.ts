import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export interface TopEntity {
  readonly name: string;
  readonly documents: number;
}

/**
 * The part of an annotated document that names its entities; everything else is let through
 * (service-behaviour.md, "Annotated documents").
 */
const annotatedSchema = z.looseObject({
  analytics: z
    .looseObject({
      entities: z
        .array(z.looseObject({ rp_entity_id: z.string().nullish(), entity_name: z.string().nullish() }))
        .nullish(),
    })
    .nullish(),
});

/**
 * The entities found in most of these annotated documents (paths of JSON files), each counted once a
 * document.
 */
export async function topEntities(paths: readonly string[], most: number): Promise<TopEntity[]> {
  const found = new Map<string, { name: string; documents: number }>();
  for (const path of paths) {
    for (const [id, name] of entitiesOf(JSON.parse(await readFile(path, 'utf8')))) {
      const known = found.get(id) ?? { name, documents: 0 };
      known.documents += 1;
      found.set(id, known);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.documents - a.documents || a.name.localeCompare(b.name, 'en'))
    .slice(0, most);
}

/** Entities of one document by id, or by name where there is none. */
export function entitiesOf(annotated: unknown): Map<string, string> {
  const parsed = annotatedSchema.safeParse(annotated);
  const entities = parsed.success ? (parsed.data.analytics?.entities ?? []) : [];
  const byId = new Map<string, string>();
  for (const { rp_entity_id: id, entity_name: name } of entities) {
    if (typeof name === 'string' && name !== '') byId.set(id ?? name, name);
  }
  return byId;
}
