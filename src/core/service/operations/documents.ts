import { z } from 'zod';
import { documentIdSchema } from '#shared/ids/ids.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { documentRecordSchema } from '../schemas/document.ts';
import { listOf } from '../schemas/lenient.ts';
import { enrichAnswerSchema, fetchAnswerSchema, linkSchema } from '../schemas/links.ts';
import { list, lists, record } from './declare-answer.ts';
import { operation } from './define.ts';
import { contentId, count, flag, text, texts } from './fields.ts';

const common = { area: 'content', section: '4.9', host: 'base' } as const;
const path = '/contents/v1/documents';
const byId = { params: z.looseObject({ content_id: contentId }) };
/** Specification 4.8 and 4.9. */
const secretLink = () => [
  'The address is good for 24 hours, for whoever has it. Ask for a new one after that.',
];
const fieldNotes = 'The operation itself; some deployments have it.';

const enrichments = z
  .array(z.enum(['reporting_entities', 'translation'], 'Enrichments are reporting_entities and translation.'))
  .meta({ description: 'Processing of the content.' });

const columns = [
  'id',
  'file_name',
  'status',
  'error_code',
  'created_at',
  'updated_at',
  'published_at',
  'raw_size',
  'request_origin',
  'tags.name',
];
const link = record(['url', 'web_content']);

/** The updated document where the answer is one; its shape is not given (specification 4.9). */
const updated = z.union([documentRecordSchema, z.unknown().transform(() => null)]);

/** Documents of the Content API (specification 4.8 and 4.9). */
export const documentOperations = {
  'documents.enrich': operation({
    ...common,
    title: 'Reserve a document and get its upload address',
    method: 'POST',
    path,
    kind: 'upload',
    effect: 'changes',
    outcome: 'enrich',
    cost: 'Pages of the quota, once the file is sent and processed.',
    body: z.looseObject({
      file_name: text('Name of the file.').min(1, 'file_name is required.'),
      published_ts: text('When it was published, ISO 8601.').optional(),
      tags: texts('Tag ids.').optional(),
      share_with_org: flag('Whether the organization sees it.').optional(),
      enrichments: enrichments.optional(),
      no_index: flag('Enriched and stored, but not found by search.').optional(),
      no_store: flag('Enriched, and deleted 24 hours after that.').optional(),
    }),
    complete: true,
    answer: record(['id', 'url']),
    response: enrichAnswerSchema,
    notShown: ['The names of the fields of the answer.'],
  }),
  'documents.list': operation({
    ...common,
    title: 'List documents',
    method: 'GET',
    path,
    params: z.looseObject({
      file_name: text('Part of the file name.').optional(),
      tags: texts('Names of tags.').optional(),
      connector: text('Id of the connector.').optional(),
      origin: text('email, investment_research, file_upload…').optional(),
      from_date: text('From this date on.').optional(),
      ownership: text('all, owned or shared.', ['all', 'owned', 'shared']).optional(),
      owner: text('Id of the owner.').optional(),
      rp_collection_id: text('Id of the collection.').optional(),
      page: count('Page, from 1.', { says: 'Pages are counted from 1.', usual: 1 }).optional(),
      page_size: count('Documents a page.', {
        most: 100,
        usual: 50,
        says: 'A page has 1 to 100 documents.',
      }).optional(),
      sort_by: text('Field to sort by.', ['created_at', 'updated_at', 'file_name', 'status']).optional(),
      sort_order: text('asc or desc.', ['asc', 'desc']).optional(),
    }),
    answer: lists([list(['results', 'items', ''], columns, { id: 'id' })], {
      pages: { by: 'number', usual: 50 },
    }),
    response: listOf(documentRecordSchema),
    notShown: [fieldNotes],
  }),
  'documents.get': operation({
    ...common,
    ...byId,
    title: 'Show what the service knows of a document',
    method: 'GET',
    path: `${path}/{content_id}`,
    answer: record(columns),
    response: documentRecordSchema,
    notShown: ['The path and the shape of the answer.'],
  }),
  'documents.update': operation({
    ...common,
    ...byId,
    title: 'Change tags or sharing of a document',
    method: 'PATCH',
    path: `${path}/{content_id}`,
    effect: 'changes',
    body: z.looseObject({
      tags: texts('Tag ids; they replace the whole set.').optional(),
      share_with_org: flag('Whether the organization sees it.').optional(),
    }),
    complete: true,
    answer: record(columns),
    response: updated,
    notShown: ['The shape of the answer.'],
  }),
  'documents.delete': operation({
    ...common,
    ...byId,
    title: 'Delete a document: original, annotated version and search entries',
    method: 'DELETE',
    path: `${path}/{content_id}`,
    effect: 'deletes',
    answer: record(columns),
    response: z.unknown(),
    notShown: ['The path.'],
  }),
  'documents.original': operation({
    ...common,
    ...byId,
    title: 'Link to the file as it was uploaded',
    method: 'GET',
    path: `${path}/{content_id}/original`,
    answer: link,
    response: linkSchema,
    remarks: secretLink,
    notShown: [fieldNotes],
  }),
  'documents.annotated': operation({
    ...common,
    ...byId,
    title: 'Link to the annotated document',
    section: '4.8',
    method: 'GET',
    path: `${path}/{content_id}/annotated`,
    answer: link,
    response: linkSchema,
    remarks: secretLink,
    notShown: ['The fields of the annotated document beyond its four sections.'],
  }),
  'documents.fetch': operation({
    ...common,
    title: 'Link to a document of the service or of the web',
    method: 'GET',
    path: '/v1/documents/{document_id}',
    params: z.looseObject({
      document_id: documentIdSchema.meta({ description: 'The id of the document.' }),
    }),
    answer: link,
    response: fetchAnswerSchema,
    remarks: ({ value }) => (isRecord(value) && value.web_content === true ? [] : secretLink()),
  }),
};
