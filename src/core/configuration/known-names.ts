import { z } from 'zod';
import { configurationSchema } from '#shared/configuration/configuration.ts';

type Path = readonly PropertyKey[];

/** The keys that may stand in the object at a path of the file, those of each kind it may be. */
export function knownKeys(path: Path): string[] {
  let schemas: z.ZodType[] = [configurationSchema];
  for (const part of path) schemas = schemas.flatMap(alternatives).flatMap((one) => below(one, part));
  return schemas
    .flatMap(alternatives)
    .flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : []));
}

/** What a schema is beneath its defaults, as a list because it may be one of several. */
function alternatives(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return alternatives(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(alternatives);
  return [schema];
}

function below(schema: z.ZodType, part: PropertyKey): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  const field =
    schema instanceof z.ZodObject ? (schema.shape[String(part)] as z.ZodType | undefined) : undefined;
  return field === undefined ? [] : [field];
}
