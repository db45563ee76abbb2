import { statSync } from 'node:fs';
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { storageError } from '../http/storage-error.ts';
import type { Services } from '../services.ts';
import type { DocumentRow } from '../store/document-row.ts';
import { batchRoute } from './batch-route.ts';
import { receiveBody } from './receive-body.ts';
import { refuseAddress } from './refuse-address.ts';

/**
 * The storage origin: the PUT of an upload or of a batch's queries, and the GET of an original or annotated
 * file.
 */
export function storageRoutes(services: Services): Route[] {
  return [
    {
      method: 'PUT',
      path: '/uploads/{content_id}',
      handle: (context) => refuseAddress(context, services) ?? putObject(context, services),
    },
    {
      method: 'GET',
      path: '/files/{content_id}/original',
      handle: (context) => refuseAddress(context, services) ?? getOriginal(context, services),
    },
    {
      method: 'GET',
      path: '/files/{content_id}/annotated',
      handle: (context) => refuseAddress(context, services) ?? getAnnotated(context, services),
    },
    batchRoute(services),
  ];
}

async function putObject(context: RequestContext, services: Services): Promise<Reply> {
  const { clock, documents, files, queue, settings } = services;
  const id = context.params.content_id ?? '';
  const late = context.fault?.kind === 'late-bytes';
  const slot = late ? documents.findEver(id) : documents.find(id);
  const find = late || settings.lateBytes ? documents.findEver : documents.find;
  const used = () => storageError(403, 'AccessDenied', 'The upload address has been used.');
  if (slot === undefined || slot.landed_at !== null) return used();
  const length = Number(context.request.headers['content-length']);
  const paths = { arriving: files.arriving(id), final: files.original(id) };
  // In one go: a second body that arrives at the same time finds the slot filled and changes nothing.
  const object = await receiveBody(context.request, length, paths, (landed, place) => {
    const now = find(id);
    if (now?.landed_at !== null) return false;
    place();
    if (now.deleted_at === null) return queue.landed(id, landed);
    documents.revive(id);
    const taken = queue.landed(id, landed);
    if (context.fault?.revive === false) documents.remove(id, clock.now());
    return taken;
  });
  if (object === undefined) return used();
  context.bytesIn = object.size;
  return emptyReply(200, { etag: `"${object.md5}"` });
}

function getOriginal({ params }: RequestContext, { documents, files }: Services): Reply {
  const row = documents.find(params.content_id ?? '');
  if (row === undefined || row.landed_at === null) return noSuchKey();
  return fileReply(files.original(row.id), row.content_type ?? 'application/octet-stream');
}

function getAnnotated({ params }: RequestContext, { documents, files }: Services): Reply {
  const row = documents.find(params.content_id ?? '');
  if (row?.status !== 'completed') return noSuchKey();
  const reply = fileReply(files.annotated(row.id), 'application/json');
  // A sandbox that annotates nothing wrote none: the four sections are there and empty (section 2.8).
  return reply.status === 200 ? reply : jsonReply(bareAnnotated(row));
}

function bareAnnotated(row: DocumentRow): Record<string, unknown> {
  return {
    document: { source: { name: 'My files' }, metadata: { file_name: row.file_name } },
    content: { title: { text: row.file_name }, body: [] },
    profiling: {},
    analytics: { document: {}, events: [], entities: [] },
  };
}

function fileReply(filePath: string, contentType: string): Reply {
  const size = statSync(filePath, { throwIfNoEntry: false })?.size;
  if (size === undefined) return noSuchKey();
  return { status: 200, headers: { 'content-type': contentType }, body: { filePath, size } };
}

function noSuchKey(): Reply {
  return storageError(404, 'NoSuchKey', 'The specified key does not exist.');
}
