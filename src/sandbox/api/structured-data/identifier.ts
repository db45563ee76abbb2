import { z } from 'zod';

/** Exactly one type and its value (section 4.5); `rp_entity_id` is the one type shown. */
export const identifier = z.strictObject({ type: z.enum(['rp_entity_id']), value: z.string().min(1) });

/** What is said where an id leads to no company. */
export function unknownEntity(id: string): string {
  return `There is no company with the rp_entity_id ${id}.`;
}
