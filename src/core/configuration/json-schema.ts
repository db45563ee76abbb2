import { z } from 'zod';
import { configurationSchema } from '#shared/configuration/configuration.ts';

/** The JSON Schema by which editors complete a configuration file, made from the schema that reads it. */
export function configurationJsonSchema(): Record<string, unknown> {
  return {
    title: 'Sluice configuration',
    ...z.toJSONSchema(configurationSchema, { io: 'input', target: 'draft-7' }),
  };
}
