import { z } from 'zod';
import { removeDocument } from '../enrich/enrichment-queue.ts';
import { documentNotFound, Problem } from '../http/problem.ts';
import { readJson } from '../http/read-json.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import { checkTagIds } from './check-tag-ids.ts';
import { documentRecord } from './document-record.ts';
import { ownDocument, readableDocument } from './find-document.ts';

const patchBody = z.object({
  tags: z.array(z.string().min(1)).nullish(),
  share_with_org: z.boolean().nullish(),
});

/** Content ids as section 4.8 writes them. */
const contentId = z.object({ content_id: z.string().regex(/^[A-F0-9]{32}$/) });

/** Links to originals and annotated documents live this long (sections 4.8, 8). */
const linkSeconds = 24 * 60 * 60;

/** The one public web document the sandbox knows, so that `web_content: true` can be met (section 4.9). */
const webDocument = {
  id: 'FEEDFACEFEEDFACEFEEDFACEFEEDFACE',
  url: 'https://news.example.com/markets/weekly',
};

/** Metadata, PATCH, DELETE, original and annotated of one document, and the fetch of section 4.9. */
export function documentRoutes(services: Services): Route[] {
  const one = '/contents/v1/documents/{content_id}';
  return [
    {
      method: 'GET',
      path: one,
      handle: (context) => jsonReply(documentRecord(readableDocument(context, services), services)),
    },
    { method: 'PATCH', path: one, handle: (context) => updateDocument(context, services) },
    {
      method: 'DELETE',
      path: one,
      handle: (context) => {
        removeDocument(services, ownDocument(context, services).id);
        return jsonReply(null);
      },
    },
    { method: 'GET', path: `${one}/original`, handle: (context) => link(context, services, 'original') },
    {
      method: 'GET',
      path: `${one}/annotated`,
      handle: (context) => {
        validate(contentId, context.params, 'path');
        return link(context, services, 'annotated');
      },
    },
    {
      method: 'GET',
      path: '/v1/documents/{content_id}',
      handle: (context) => fetchDocument(context, services),
    },
  ];
}

async function updateDocument(context: RequestContext, services: Services): Promise<Reply> {
  const body = validate(patchBody, await readJson(context), 'body');
  const { id } = ownDocument(context, services);
  if (body.tags != null) services.tags.setOfDocument(id, checkTagIds(body.tags, context.user, services));
  const touchedAt = services.clock.now();
  services.documents.update(
    id,
    body.share_with_org == null ? { touchedAt } : { shared: body.share_with_org, touchedAt },
  );
  return jsonReply(documentRecord(ownDocument(context, services), services));
}

function link(context: RequestContext, services: Services, kind: 'original' | 'annotated'): Reply {
  const row = readableDocument(context, services);
  if (row.status !== 'completed') throw notReady(services);
  return jsonReply({ url: services.signer.sign('GET', `/files/${row.id}/${kind}`, linkSeconds) });
}

/** The field answers the same 404 as for a missing document; the specification does not show this case. */
function notReady({ settings }: Services): Problem {
  if (settings.profile === 'field') return documentNotFound();
  return new Problem(404, 'DOCUMENT_NOT_READY', 'The document has not completed its enrichment.');
}

function fetchDocument(context: RequestContext, services: Services): Reply {
  if (context.params.content_id === webDocument.id)
    return jsonReply({ url: webDocument.url, web_content: true });
  const row = readableDocument(context, services);
  if (row.status !== 'completed') throw notReady(services);
  const url = services.signer.sign('GET', `/files/${row.id}/annotated`, linkSeconds);
  return jsonReply({ url, web_content: false });
}
