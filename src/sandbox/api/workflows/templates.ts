import { z } from 'zod';
import data from '../../data/workflows.json' with { type: 'json' };
import { Problem } from '../../http/problem.ts';
import type { TemplateRow } from '../../store/templates.ts';
import { isoTime } from '../document-record.ts';
import type { Asking } from '../table-row.ts';

/** Only the name is required: the fields of templates are not shown, so all others are kept and returned. */
export const templateBody = z.looseObject({
  name: z.string().trim().min(1),
  description: z.string().optional(),
  prompt: z.string().optional(),
  inputs: z
    .array(z.looseObject({ name: z.string().min(1), type: z.enum(['rp_entity_id', 'string']) }))
    .optional(),
});
type TemplateBody = z.output<typeof templateBody>;
type Template = Record<string, unknown> & { id: string; name: string };

export function listOwn(_: unknown, { context, services }: Asking) {
  const results = services.templates.ofUser(context.user.userId).map(templateRecord);
  return { count: results.length, results };
}

export function listCommunity() {
  return { count: data.templates.length, results: data.templates };
}

export function get(_: unknown, asking: Asking): Template {
  return findTemplate(asking.context.params.id ?? '', asking);
}

export function create(given: TemplateBody, { context, now, services }: Asking): Template {
  return templateRecord(services.templates.add(context.user.userId, withoutOwnFields(given), now));
}

export function clone(_: unknown, asking: Asking): Template {
  const from = get(_, asking);
  const copy = { ...withoutOwnFields(from), name: `${from.name} (copy)`, cloned_from: from.id };
  return templateRecord(asking.services.templates.add(asking.context.user.userId, copy, asking.now));
}

export function replace(given: TemplateBody, asking: Asking): Template {
  const { id, body } = ownTemplate(asking);
  const { cloned_from } = JSON.parse(body);
  asking.services.templates.replace(id, { ...withoutOwnFields(given), cloned_from }, asking.now);
  return get(given, asking);
}

export function remove(_: unknown, asking: Asking): null {
  asking.services.templates.remove(ownTemplate(asking).id);
  return null;
}

/**
 * Finds a template that the caller may use: their own, or one of the community.
 *
 * @throws Problem 404 when there is none, or it belongs to another user
 */
export function findTemplate(id: string, { context, services }: Asking): Template {
  const community = data.templates.find((one) => one.id === id);
  if (community !== undefined) return community;
  const row = services.templates.find(id);
  if (row?.user_id === context.user.userId) return templateRecord(row);
  throw new Problem(404, 'TEMPLATE_NOT_FOUND', 'The workflow template does not exist.');
}

function ownTemplate(asking: Asking): TemplateRow {
  const { id } = get(null, asking);
  const row = asking.services.templates.find(id);
  if (row !== undefined) return row;
  throw new Problem(403, 'FORBIDDEN', 'A template of the community cannot be changed; clone it first.');
}

function templateRecord(row: TemplateRow): Template {
  return {
    ...JSON.parse(row.body),
    id: row.id,
    is_community: false,
    date_created: isoTime(row.created_at),
    last_updated: isoTime(row.updated_at),
  };
}

/** Without the fields that the service decides. */
function withoutOwnFields(given: Record<string, unknown>): Record<string, unknown> {
  const { id, is_community, cloned_from, date_created, last_updated, ...rest } = given;
  return rest;
}
