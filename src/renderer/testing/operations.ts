import type { OperationResult } from '#shared/bridge/operations.ts';
import { type OperationDescription, operationDescriptionSchema } from '#shared/operations/description.ts';

/** An operation as core describes it, for tests. */
export function anOperation(changes: Partial<OperationDescription> & { name: string }): OperationDescription {
  return operationDescriptionSchema.parse({
    title: changes.name,
    area: 'structured-data',
    method: 'POST',
    host: 'base',
    path: `/v1/${changes.name}`,
    section: '4.6',
    kind: 'plain',
    effect: 'reads',
    cost: null,
    rules: [],
    notShown: [],
    keys: {},
    pathParameters: [],
    parametersSchema: null,
    requestSchema: null,
    complete: true,
    answer: { lists: [], record: '', columns: [] },
    example: null,
    ...changes,
  });
}

const day = { type: 'string', format: 'date' };

export const sentiment = anOperation({
  name: 'entity-sentiment.query',
  answer: { lists: [{ at: ['results.values'], columns: ['date'] }], record: 'results', columns: [] },
  title: 'Sentiment of an entity, day by day',
  rules: ['A date is written YYYY-MM-DD.'],
  notShown: ['The shape of a list of entities.'],
  requestSchema: {
    type: 'object',
    required: ['identifier'],
    properties: {
      identifier: {
        type: 'object',
        required: ['type', 'value'],
        properties: { type: { type: 'string', examples: ['rp_entity_id'] }, value: { type: 'string' } },
      },
      start: { ...day, description: 'First day.' },
      limit: { type: 'integer', default: 20 },
    },
    additionalProperties: {},
  },
  example: { body: { identifier: { type: 'rp_entity_id', value: 'DB4425' } } },
});

export const people = anOperation({
  name: 'knowledge-graph.people',
  title: 'Find people',
  area: 'knowledge-graph',
  answer: { lists: [{ at: ['results'], columns: ['id', 'name'] }], record: '', columns: [] },
});

export const createConnector = anOperation({
  name: 'connectors.create',
  title: 'Make a connector',
  area: 'content',
  effect: 'changes',
  requestSchema: {
    type: 'object',
    properties: {
      label: { type: 'string' },
      config: {
        type: 'object',
        properties: { user_password: { type: 'string', writeOnly: true } },
      },
    },
  },
});

export const deleteTemplate = anOperation({
  name: 'workflow.templates.delete',
  title: 'Delete a template',
  area: 'workflow',
  method: 'DELETE',
  effect: 'deletes',
  parametersSchema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
});

export const executions = anOperation({
  name: 'workflow.executions',
  title: 'List workflow executions',
  area: 'workflow',
  method: 'GET',
  kind: 'paged',
  answer: {
    lists: [{ at: ['results'], columns: ['execution_id'] }],
    record: '',
    columns: [],
    pages: { by: 'cursor' },
  },
  parametersSchema: {
    type: 'object',
    properties: { limit: { type: 'integer' }, cursor: { type: 'string' } },
  },
});

export const execute = anOperation({
  name: 'workflow.execute',
  title: 'Run a workflow',
  area: 'workflow',
  kind: 'stream',
  effect: 'changes',
  complete: false,
  requestSchema: { type: 'object', properties: {}, additionalProperties: {} },
  example: { body: { prompt: 'What moved revenue?' } },
});

export function anAnswer(value: unknown, changes: Partial<OperationResult> = {}): OperationResult {
  return { status: 200, value, notes: [], requestId: 'r-1', tookMs: 12, ...changes };
}
