import { z } from 'zod';
import { documentIdSchema } from '#shared/ids/ids.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { enrichmentSchema } from '#shared/settings/fields.ts';
import type { WireName } from '#shared/settings/fields.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { documentRecordSchema } from '../schemas/document.ts';
import { listOf } from '../schemas/lenient.ts';
import { enrichAnswerSchema, fetchAnswerSchema, linkSchema } from '../schemas/links.ts';
import { list, lists, record } from './declare-answer.ts';
import { operation } from './define.ts';
import { contentId, count, flag, text, texts } from './fields.ts';

const { say } = inEnglish;

const common = { area: 'content', section: '4.9', host: 'base' } as const;
const path = '/contents/v1/documents';
const byId = { params: z.looseObject({ content_id: contentId }) };
/** Specification 4.8 and 4.9. */
const secretLink = () => [said('remark.secretLink')];
const fieldNotes = say('operation-gap.operation');

const enrichments = z
  .array(z.enum(enrichmentSchema.options, rule('enrichments')))
  .meta({ description: say('operation-field.enrichments') });

/** One for each option that the table sends. Tags are ids, or names where the deployment takes those (ADR 0016). */
const enrichFields = {
  file_name: text(say('operation-field.file-name')).min(1),
  published_ts: text(say('operation-field.published')).optional(),
  tags: texts(say('operation-field.tag-ids')).optional(),
  share_with_org: flag(say('operation-field.shared')).optional(),
  enrichments: enrichments.optional(),
  no_index: flag(say('operation-field.no-index')).optional(),
  no_store: flag(say('operation-field.no-store')).optional(),
} satisfies Record<WireName | 'file_name', z.ZodType>;
/** Body of `POST /contents/v1/documents` (specification 4.9). */
export type EnrichRequest = z.input<z.ZodObject<typeof enrichFields>>;

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
    method: 'POST',
    path,
    kind: 'upload',
    effect: 'changes',
    outcome: 'enrich',
    cost: say('operation-cost.pages'),
    body: z.looseObject(enrichFields),
    complete: true,
    answer: record(['id', 'url']),
    response: enrichAnswerSchema,
    notShown: [say('operation-gap.answer-names')],
  }),
  'documents.list': operation({
    ...common,
    method: 'GET',
    path,
    params: z.looseObject({
      file_name: text(say('operation-field.part-of-name')).optional(),
      tags: texts(say('operation-field.tag-names')).optional(),
      connector: text(say('operation-field.of-connector')).optional(),
      origin: text(say('operation-field.origin')).optional(),
      from_date: text(say('operation-field.from-date')).optional(),
      ownership: text(say('operation-field.ownership'), ['all', 'owned', 'shared']).optional(),
      owner: text(say('operation-field.owner')).optional(),
      rp_collection_id: text(say('operation-field.collection')).optional(),
      page: count(say('operation-field.page'), {
        says: rule('pages-from-one'),
        usual: 1,
      }).optional(),
      page_size: count(say('operation-field.page-size'), {
        most: 100,
        usual: 50,
        says: rule('page-size'),
      }).optional(),
      sort_by: text(say('operation-field.sort-by'), [
        'created_at',
        'updated_at',
        'file_name',
        'status',
      ]).optional(),
      sort_order: text(say('operation-field.sort-order'), ['asc', 'desc']).optional(),
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
    method: 'GET',
    path: `${path}/{content_id}`,
    answer: record(columns),
    response: documentRecordSchema,
    notShown: [say('operation-gap.path-and-answer')],
  }),
  'documents.update': operation({
    ...common,
    ...byId,
    method: 'PATCH',
    path: `${path}/{content_id}`,
    effect: 'changes',
    body: z.looseObject({
      tags: texts(say('operation-field.tag-ids-whole')).optional(),
      share_with_org: flag(say('operation-field.shared')).optional(),
    }),
    complete: true,
    answer: record(columns),
    response: updated,
    notShown: [say('operation-gap.answer-shape')],
  }),
  'documents.delete': operation({
    ...common,
    ...byId,
    method: 'DELETE',
    path: `${path}/{content_id}`,
    effect: 'deletes',
    answer: record(columns),
    response: z.unknown(),
    notShown: [say('operation-gap.path')],
  }),
  'documents.original': operation({
    ...common,
    ...byId,
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
    section: '4.8',
    method: 'GET',
    path: `${path}/{content_id}/annotated`,
    answer: link,
    response: linkSchema,
    remarks: secretLink,
    notShown: [say('operation-gap.annotated')],
  }),
  'documents.fetch': operation({
    ...common,
    method: 'GET',
    path: '/v1/documents/{document_id}',
    params: z.looseObject({
      document_id: documentIdSchema.meta({ description: say('operation-field.document-id') }),
    }),
    answer: link,
    response: fetchAnswerSchema,
    remarks: ({ value }) => (isRecord(value) && value.web_content === true ? [] : secretLink()),
  }),
};
