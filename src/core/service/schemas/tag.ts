import { z } from 'zod';
import { tagIdSchema } from '#shared/ids/ids.ts';
import { lenientNumber, lenientString } from './lenient.ts';

/** A tag (service-behaviour.md, "Tags"). */
export const tagSchema = z.looseObject({
  id: tagIdSchema,
  name: lenientString,
  created_at: lenientString,
  updated_at: lenientString,
  file_count: lenientNumber,
});

export type TagRecord = z.infer<typeof tagSchema>;
