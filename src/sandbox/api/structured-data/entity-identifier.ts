import { z } from 'zod';
import type { Company } from '../../data/companies.ts';
import type { Asking } from '../data-route.ts';

/** Exactly one type and its value (section 4.5); `rp_entity_id` is the one type shown. */
export const entityIdentifier = z.strictObject({ type: z.enum(['rp_entity_id']), value: z.string().min(1) });

/** The company of an id; where there is none, the errors say so. */
export function issuerOf(id: string, { services, errors }: Asking): Company | undefined {
  const company = services.catalog.company(id);
  if (company === undefined) errors.push(`There is no company with the rp_entity_id ${id}.`);
  return company;
}
