import { z } from 'zod';
import { readJson } from '../http/read-json.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import type { User } from '../store/users.ts';
import { checkTagIds } from './check-tag-ids.ts';
import { dateTime, enrichmentList, parseDateTime } from './fields.ts';

const enrichBody = z.looseObject({
  file_name: z.string().min(1).max(1024),
  published_ts: dateTime.nullish(),
  tags: z.array(z.string().min(1)).nullish(),
  share_with_org: z.boolean().nullish(),
  enrichments: enrichmentList.nullish(),
  no_index: z.boolean().nullish(),
  no_store: z.boolean().nullish(),
});

/**
 * `POST /contents/v1/documents` (section 4.9): reserves a slot and answers its id and single-use upload
 * address.
 */
export function enrichDocument(services: Services): Route {
  const { clock, documents, settings, signer, tags } = services;
  return {
    method: 'POST',
    path: '/contents/v1/documents',
    async handle(context) {
      const body = validate(enrichBody, await readJson(context), 'body');
      const tagIds = tagsOf(body.tags ?? [], context.user, services);
      const field = settings.profile === 'field';
      const id = documents.add(
        {
          fileName: body.file_name,
          userId: context.user.userId,
          orgId: context.user.orgId,
          origin: 'file_upload',
          shared: body.share_with_org ?? false,
          noIndex: body.no_index ?? false,
          noStore: body.no_store ?? false,
          enrichments: body.enrichments ?? [],
          publishedAt: body.published_ts == null ? null : parseDateTime(body.published_ts),
          connectorId: null,
          externalKey: null,
          requested: body,
        },
        {
          status: field ? 'placeholder' : 'pending',
          now: clock.now(),
          listLagMs: field ? listLag(services) : 0,
        },
      );
      if (tagIds.length > 0) tags.setOfDocument(id, tagIds);
      const seconds = context.fault?.kind === 'expired' ? -60 : settings.uploadAddressSeconds;
      return jsonReply({ url: signer.sign('PUT', `/uploads/${id}`, seconds), id });
    },
  };
}

/** The list endpoint has been seen 3 to 5 s behind. */
function listLag({ random }: Services): number {
  return Math.round(3000 + random() * 2000);
}

/** Ids by the specification; names, made where they are new, as the field has been seen to take them. */
function tagsOf(given: readonly string[], user: User, services: Services): string[] {
  if (services.settings.profile === 'spec') return checkTagIds(given, user, services);
  return given.map((name) => services.tags.ensure(user.orgId, name, services.clock.now()).id);
}
