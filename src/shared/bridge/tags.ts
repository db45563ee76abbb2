import { z } from 'zod';
import { rule } from '../spoken/rule.ts';
import { call } from './define.ts';

/** A tag as the service tells of it, unknown fields included. */
export const tagSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Documents that carry it, where the service counts them. */
  file_count: z.number().nullish(),
});
export type Tag = z.infer<typeof tagSchema>;

export const tagCalls = {
  /** All tags, or those whose name starts with `prefix`; the service decides whether case counts. */
  'tags.list': call(z.object({ prefix: z.string().optional() }), z.array(tagSchema)),
  /**
   * Makes a tag. What services do with a name they have is unknown, so that tag is answered instead:
   * `existed`.
   */
  'tags.create': call(
    z.object({ name: z.string().trim().min(1, rule('tag-name')) }),
    tagSchema.extend({ existed: z.boolean().optional() }),
  ),
};
