import { z } from 'zod';
import { Problem } from '../http/problem.ts';
import { readJson } from '../http/read-json.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import type { TagRow } from '../store/tags.ts';
import { isoTime } from './document-record.ts';

const tagBody = z.object({ tag_name: z.string().trim().min(1).max(256) });

/**
 * Tags (section 4.9). A name that exists already: the spec profile answers the tag there is, the field
 * profile refuses with 400, because what deployments do is unknown and a client must live with both.
 */
export function tagRoutes({ tags, clock, settings }: Services): Route[] {
  return [
    {
      method: 'POST',
      path: '/contents/v1/tags',
      async handle(context) {
        const { tag_name: name } = validate(tagBody, await readJson(context), 'body');
        const { orgId } = context.user;
        if (settings.profile === 'field' && tags.byName(orgId, name) !== undefined) {
          throw new Problem(400, 'TAG_ALREADY_EXISTS', `A tag named "${name}" exists already.`);
        }
        return jsonReply(tagRecord(tags.ensure(orgId, name, clock.now())));
      },
    },
    {
      method: 'GET',
      path: '/contents/v1/tags',
      handle({ query, user }) {
        return jsonReply({ results: tags.list(user.orgId, query.get('prefix') ?? '').map(tagRecord) });
      },
    },
  ];
}

function tagRecord(row: TagRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    file_count: row.file_count,
  };
}
