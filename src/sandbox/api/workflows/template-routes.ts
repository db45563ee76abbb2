import { z } from 'zod';
import communityTemplates from '../../data/workflow-templates.json' with { type: 'json' };
import { Problem } from '../../http/problem.ts';
import { readJson } from '../../http/read-json.ts';
import { jsonReply } from '../../http/reply.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import type { TemplateRow } from '../../store/templates.ts';
import { isoTime } from '../document-record.ts';

/**
 * Only a name is asked for: the fields of templates are not shown, so whatever else comes is kept and given
 * back.
 */
const body = z.looseObject({
  name: z.string().trim().min(1),
  description: z.string().optional(),
  prompt: z.string().optional(),
  inputs: z
    .array(z.looseObject({ name: z.string().min(1), type: z.enum(['rp_entity_id', 'string']) }))
    .optional(),
});

/** What the service decides, whatever a body says. */
const ownFields = ['id', 'is_community', 'cloned_from', 'date_created', 'last_updated'];

/** Workflow templates of the caller, those of the community, and cloning (section 4.14). */
export function templateRoutes(services: Services): Route[] {
  const { clock, templates } = services;
  const path = '/v1/workflow/templates';
  const answer = (id: string) => jsonReply(templateRecord(templates.find(id) as TemplateRow));
  return [
    {
      method: 'GET',
      path,
      handle({ user }) {
        const results = templates.ofUser(user.userId).map(templateRecord);
        return jsonReply({ count: results.length, results });
      },
    },
    {
      method: 'POST',
      path,
      async handle(context) {
        const given = withoutOwnFields(validate(body, await readJson(context), 'body'));
        return answer(templates.add(context.user.userId, given, clock.now()).id);
      },
    },
    {
      method: 'GET',
      path: `${path}/community`,
      handle: () => jsonReply({ count: communityTemplates.length, results: communityTemplates }),
    },
    {
      method: 'GET',
      path: `${path}/{id}`,
      handle: (context) => jsonReply(findTemplate(context.params.id ?? '', context, services)),
    },
    {
      method: 'PUT',
      path: `${path}/{id}`,
      async handle(context) {
        const given = withoutOwnFields(validate(body, await readJson(context), 'body'));
        const row = ownTemplate(context, services);
        const { cloned_from } = JSON.parse(row.body);
        templates.replace(row.id, cloned_from === undefined ? given : { ...given, cloned_from }, clock.now());
        return answer(row.id);
      },
    },
    {
      method: 'DELETE',
      path: `${path}/{id}`,
      handle(context) {
        templates.remove(ownTemplate(context, services).id);
        return jsonReply(null);
      },
    },
    {
      method: 'POST',
      path: `${path}/{id}/clone`,
      handle(context) {
        const from = findTemplate(context.params.id ?? '', context, services);
        const copy = { ...withoutOwnFields(from), name: `${from.name} (copy)`, cloned_from: from.id };
        return answer(templates.add(context.user.userId, copy, clock.now()).id);
      },
    },
  ];
}

/**
 * A template the caller may use: an own one, or one of the community.
 *
 * @throws Problem 404 when there is none, or it is somebody else's
 */
export function findTemplate(
  id: string,
  { user }: RequestContext,
  { templates }: Services,
): Record<string, unknown> & { id: string; name: string } {
  const community = communityTemplates.find((one) => one.id === id);
  if (community !== undefined) return community;
  const row = templates.find(id);
  if (row === undefined || row.user_id !== user.userId) throw templateNotFound();
  return templateRecord(row);
}

function ownTemplate({ params, user }: RequestContext, { templates }: Services): TemplateRow {
  if (communityTemplates.some((one) => one.id === params.id)) {
    throw new Problem(403, 'FORBIDDEN', 'A template of the community cannot be changed; clone it first.');
  }
  const row = templates.find(params.id ?? '');
  if (row === undefined || row.user_id !== user.userId) throw templateNotFound();
  return row;
}

function templateNotFound(): Problem {
  return new Problem(404, 'TEMPLATE_NOT_FOUND', 'The workflow template does not exist.');
}

function templateRecord(row: TemplateRow): Record<string, unknown> & { id: string; name: string } {
  return {
    ...JSON.parse(row.body),
    id: row.id,
    is_community: false,
    date_created: isoTime(row.created_at),
    last_updated: isoTime(row.updated_at),
  };
}

function withoutOwnFields(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !ownFields.includes(name)));
}
