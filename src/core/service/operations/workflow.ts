import { z } from 'zod';
import { templateIdSchema } from '#shared/ids/ids.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { lenientBoolean, lenientNumber, lenientString } from '../schemas/lenient.ts';
import { anyAnswer, openAnswer, rows } from './answers.ts';
import { list, lists, record } from './declare-answer.ts';
import { operation } from './define.ts';
import { count, open, text } from './fields.ts';
import { persistenceRemark } from './persistence.ts';

const { say } = inEnglish;

const common = { area: 'workflow', host: 'agents', section: '4.14' } as const;
const shapes = [say('operation-gap.templates')];
const byId = {
  params: z.looseObject({ id: templateIdSchema.meta({ description: say('operation-field.template-id') }) }),
};

/** Execution summary (specification 2.1). */
const execution = z.looseObject({
  execution_id: lenientString,
  name: lenientString,
  /** `pending`, `running`, `completed`, `error`, `cancelled`, or one not known yet. */
  status: lenientString,
  is_public: lenientBoolean,
  date_created: lenientString,
  last_updated: lenientString,
  template_id: lenientString,
  inputs: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const templateColumns = [
  'id',
  'name',
  'description',
  'is_community',
  'date_created',
  'last_updated',
  'inputs.name',
  'prompt',
];
const template = record(templateColumns);
const templateList = lists([list(['results', 'items', ''], templateColumns, { id: 'id' })], {
  pages: { by: 'cursor' },
});

const templates = '/v1/workflow/templates';

/** Stored runs, running a workflow, and templates (specification 4.1 and 4.14). */
export const workflowOperations = {
  'workflow.executions': operation({
    ...common,
    section: '4.1',
    method: 'GET',
    path: '/v1/workflow/executions',
    kind: 'paged',
    params: z.looseObject({
      template_id: templateIdSchema.meta({ description: say('operation-field.of-template') }).optional(),
      limit: count(say('operation-field.executions'), {
        usual: 20,
        says: rule('page-limit'),
      }).optional(),
      cursor: text(say('operation-field.cursor')).optional(),
    }),
    answer: lists(
      [
        list(
          'results',
          ['execution_id', 'status', 'date_created', 'last_updated', 'is_public', 'name', 'template_id'],
          {
            id: 'execution_id',
            lists: [list('inputs', ['name', 'value.type', 'value.value'], { form: 'pairs' })],
          },
        ),
      ],
      { pages: { by: 'cursor' } },
    ),
    response: z.looseObject({ count: lenientNumber, results: rows(execution), cursor: lenientString }),
    explain: ({ status, said: reason }) =>
      status === 422 && /cursor/i.test(reason) ? said('input.cursorOfOther', { reason }) : undefined,
    example: { params: { limit: 20 } },
  }),
  'workflow.execute': operation({
    ...common,
    method: 'POST',
    path: '/v1/workflow/execute',
    kind: 'stream',
    stream: {
      ends: [
        'complete',
        'completed',
        'done',
        'end',
        'ended',
        'finish',
        'finished',
        'message_stop',
        'stop',
        'success',
      ],
      fails: ['error', 'failed', 'failure', 'exception', 'cancelled', 'canceled', 'aborted', 'timeout'],
    },
    effect: 'changes',
    body: z.looseObject({
      persistence_mode: text(say('operation-field.persistence'), ['enabled']).optional(),
    }),
    answer: lists([list('', ['delta.type', 'delta.role', 'delta.content'])]),
    response: anyAnswer,
    notShown: [say('operation-gap.request-and-answer')],
    remarks: ({ body, params, value }) => [
      persistenceRemark(value, [body.persistence_mode, params.persistence_mode].includes('enabled')),
    ],
    example: { body: { prompt: 'What moved revenue?', persistence_mode: 'enabled' } },
  }),
  'workflow.templates.list': operation({
    ...common,
    method: 'GET',
    path: templates,
    answer: templateList,
    response: openAnswer,
    notShown: shapes,
  }),
  'workflow.templates.create': operation({
    ...common,
    method: 'POST',
    path: templates,
    effect: 'changes',
    body: open,
    answer: template,
    response: openAnswer,
    notShown: shapes,
  }),
  'workflow.templates.community': operation({
    ...common,
    method: 'GET',
    path: `${templates}/community`,
    answer: templateList,
    response: openAnswer,
    notShown: shapes,
  }),
  'workflow.templates.get': operation({
    ...common,
    ...byId,
    method: 'GET',
    path: `${templates}/{id}`,
    answer: template,
    response: openAnswer,
    notShown: shapes,
  }),
  'workflow.templates.update': operation({
    ...common,
    ...byId,
    method: 'PUT',
    path: `${templates}/{id}`,
    effect: 'changes',
    body: open,
    answer: template,
    response: openAnswer,
    notShown: shapes,
  }),
  'workflow.templates.delete': operation({
    ...common,
    ...byId,
    method: 'DELETE',
    path: `${templates}/{id}`,
    effect: 'deletes',
    answer: template,
    response: anyAnswer,
    notShown: shapes,
  }),
  'workflow.templates.clone': operation({
    ...common,
    ...byId,
    method: 'POST',
    path: `${templates}/{id}/clone`,
    effect: 'changes',
    body: open.optional(),
    answer: template,
    response: openAnswer,
    notShown: shapes,
  }),
};
