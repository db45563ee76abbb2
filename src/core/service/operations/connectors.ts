import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { enrichmentSchema } from '#shared/settings/fields.ts';
import { rule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { connectorSchema, type SyncAnswer, syncAnswerSchema } from '../schemas/connector.ts';
import { listOf } from '../schemas/lenient.ts';
import { list, lists, record } from './declare-answer.ts';
import { operation } from './define.ts';
import { day, flag, text, texts } from './fields.ts';

const { say } = inEnglish;

const common = { area: 'content', section: '4.7', host: 'base' } as const;
const path = '/contents/v1/connectors';
const connectorId = z.guid(rule('connector-id')).meta({ description: say('operation-field.connector-id') });
const byId = z.looseObject({ connector_id: connectorId });
const types = ['email', 'investment_research', 'document_library'];

const columns = [
  'connector_id',
  'label',
  'type',
  'archived',
  'files_count',
  'last_sync_at',
  'last_sync_status',
  'last_sync_error_msg',
];
const connector = record(columns);

const archived = z.union([connectorSchema, z.unknown().transform(() => null)]);
/** The shape of the answer is not shown, so an empty one is fine too. */
const sync = z.union([syncAnswerSchema, z.null().transform((): SyncAnswer => ({}))]);

/** Connectors of the Content API (specification 2.7, 3.2 and 4.7). */
export const connectorOperations = {
  'connectors.list': operation({
    ...common,
    method: 'GET',
    path,
    answer: lists([list(['results', 'items', ''], columns, { id: 'connector_id' })], {
      pages: { by: 'cursor' },
    }),
    response: listOf(connectorSchema),
    notShown: [say('operation-gap.connector-list')],
  }),
  'connectors.get': operation({
    ...common,
    method: 'GET',
    path: `${path}/{connector_id}`,
    params: byId,
    answer: connector,
    response: connectorSchema,
  }),
  'connectors.create': operation({
    ...common,
    method: 'POST',
    path,
    effect: 'changes',
    body: z.looseObject({
      type: text(say('operation-field.connector-type'), types).optional(),
      label: text(say('operation-field.connector-name')).optional(),
      enrichments: z
        .array(z.enum(enrichmentSchema.options, rule('enrichments')))
        .meta({ description: say('operation-field.enrichments') })
        .optional(),
      config: z
        .looseObject({
          allowed_emails: texts(say('operation-field.senders')).optional(),
          user_id: text(say('operation-field.broker-user')).optional(),
          user_password: z
            .string()
            .meta({ description: say('operation-field.broker-password'), writeOnly: true })
            .optional(),
        })
        .meta({ description: say('operation-field.connector-config') })
        .optional(),
    }),
    answer: connector,
    response: connectorSchema,
    notShown: [say('operation-gap.connector-fields')],
  }),
  'connectors.update': operation({
    ...common,
    method: 'PUT',
    path: `${path}/{connector_id}`,
    effect: 'changes',
    params: byId,
    body: z.looseObject({
      label: text(say('operation-field.connector-name')).min(1),
      description: text(say('operation-field.empty')).optional(),
      share_with_org: flag(say('operation-field.connector-shared')).optional(),
      config: z
        .looseObject({})
        .nullable()
        .meta({ description: say('operation-field.email-only') })
        .optional(),
    }),
    complete: true,
    answer: connector,
    response: connectorSchema,
  }),
  'connectors.delete': operation({
    ...common,
    method: 'DELETE',
    path: `${path}/{connector_id}`,
    effect: 'deletes',
    params: byId.extend({
      force_delete: flag(say('operation-field.force-delete')).optional(),
    }),
    answer: connector,
    response: archived,
    notShown: [say('operation-gap.force-delete')],
  }),
  'connectors.sync': operation({
    ...common,
    method: 'POST',
    path: `${path}/{connector_id}/sync`,
    effect: 'changes',
    params: byId,
    body: z.looseObject({
      date_limit: day(say('operation-field.resync')).optional(),
    }),
    answer: record(['connector_id', 'status', 'date_limit']),
    response: sync,
    notShown: [say('operation-gap.answer-shape')],
    remarks: () => [said('remark.emailSync')],
  }),
};
