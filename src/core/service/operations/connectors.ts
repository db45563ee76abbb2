import { z } from 'zod';
import { connectorSchema, type SyncAnswer, syncAnswerSchema } from '../schemas/connector.ts';
import { listOf } from '../schemas/lenient.ts';
import { list, lists, record } from './declare-answer.ts';
import { operation } from './define.ts';
import { day, flag, text, texts } from './fields.ts';

const common = { area: 'content', section: '4.7', host: 'base' } as const;
const path = '/contents/v1/connectors';
const connectorId = z.guid('A connector id is a UUID.').meta({ description: 'The id of the connector.' });
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
    title: 'List connectors',
    method: 'GET',
    path,
    answer: lists([list(['results', 'items', ''], columns, { id: 'connector_id' })], {
      pages: { by: 'cursor' },
    }),
    response: listOf(connectorSchema),
    notShown: ['The path, the parameters and the shape of the list.'],
  }),
  'connectors.get': operation({
    ...common,
    title: 'Show a connector',
    method: 'GET',
    path: `${path}/{connector_id}`,
    params: byId,
    answer: connector,
    response: connectorSchema,
  }),
  'connectors.create': operation({
    ...common,
    title: 'Make a connector',
    method: 'POST',
    path,
    effect: 'changes',
    body: z.looseObject({
      type: text('email, investment_research or document_library.', types).optional(),
      label: text('Name for people.').optional(),
      enrichments: z
        .array(
          z.enum(
            ['reporting_entities', 'translation'],
            'Enrichments are reporting_entities and translation.',
          ),
        )
        .meta({ description: 'Processing of the content.' })
        .optional(),
      config: z
        .looseObject({
          allowed_emails: texts('For email: addresses of allowed senders.').optional(),
          user_id: text('For investment_research: the user at the broker.').optional(),
          user_password: z
            .string()
            .meta({ description: 'For investment_research: the password at the broker.', writeOnly: true })
            .optional(),
        })
        .meta({ description: 'Settings of this type of connector.' })
        .optional(),
    }),
    answer: connector,
    response: connectorSchema,
    notShown: ['Fields of the request other than enrichments and config; details of the answer.'],
  }),
  'connectors.update': operation({
    ...common,
    title: 'Replace the settings of a connector',
    method: 'PUT',
    path: `${path}/{connector_id}`,
    effect: 'changes',
    params: byId,
    body: z.looseObject({
      label: text('Name for people.').min(1, 'label is required.'),
      description: text('Empty when left out.').optional(),
      share_with_org: flag('Whether the organization sees the content; false when left out.').optional(),
      config: z
        .looseObject({})
        .nullable()
        .meta({ description: 'Only email connectors accept it; leave it out for the others.' })
        .optional(),
    }),
    complete: true,
    answer: connector,
    response: connectorSchema,
  }),
  'connectors.delete': operation({
    ...common,
    title: 'Archive a connector, or delete it with all its files',
    method: 'DELETE',
    path: `${path}/{connector_id}`,
    effect: 'deletes',
    params: byId.extend({
      force_delete: flag(
        'Deletes all files of the connector, then the connector. Cannot be undone.',
      ).optional(),
    }),
    answer: connector,
    response: archived,
    notShown: ['The answer with force_delete.'],
  }),
  'connectors.sync': operation({
    ...common,
    title: 'Sync a connector now',
    method: 'POST',
    path: `${path}/{connector_id}/sync`,
    effect: 'changes',
    params: byId,
    body: z.looseObject({
      date_limit: day('For investment_research: sync again from this day on.').optional(),
    }),
    answer: record(['connector_id', 'status', 'date_limit']),
    response: sync,
    notShown: ['The shape of the answer.'],
    remarks: () => ['Email connectors have no sync; they collect by themselves.'],
  }),
};
