import type { Exchange } from './exchange.ts';

const agents = { host: 'agents' } as const;
const template = { id: 't-1', not_shown: { name: 'Morning' } };

/** Sections 2.1, 2.2, 4.1 and 4.14. */
export const workflow: Record<string, Exchange> = {
  'workflow.executions': {
    ...agents,
    params: { template_id: 't-1', limit: 20, cursor: 'next page' },
    sends: 'GET /v1/workflow/executions?template_id=t-1&limit=20&cursor=next+page',
    answers: {
      count: 1,
      results: [
        {
          execution_id: 'e-1',
          name: 'Morning note',
          status: 'completed',
          is_public: false,
          date_created: '2026-09-22T06:00:00Z',
          last_updated: '2026-09-22T06:05:00Z',
          template_id: 't-1',
          inputs: { company: { type: 'rp_entity_id', value: 'D8442A' } },
        },
        { execution_id: 'e-2', name: 'Old', status: 'a status nobody knows yet', is_public: true },
      ],
      cursor: null,
    },
    typed: { count: 1, results: [{ execution_id: 'e-1' }, { status: 'a status nobody knows yet' }] },
    notes: [],
  },
  'workflow.execute': {
    ...agents,
    body: { persistence_mode: 'enabled', not_shown: { question: 'Why?' } },
    sends: 'POST /v1/workflow/execute',
    sendsBody: { persistence_mode: 'enabled', not_shown: { question: 'Why?' } },
    answers: [{ answered: 'at once, as JSON' }],
    notes: ['This run was asked to be stored; the answer does not say whether it is.'],
  },
  'workflow.templates.list': {
    ...agents,
    sends: 'GET /v1/workflow/templates',
    answers: { results: [template] },
  },
  'workflow.templates.create': {
    ...agents,
    body: template,
    sends: 'POST /v1/workflow/templates',
    sendsBody: template,
    answers: template,
    typed: template,
  },
  'workflow.templates.community': {
    ...agents,
    sends: 'GET /v1/workflow/templates/community',
    answers: { results: [] },
  },
  'workflow.templates.get': {
    ...agents,
    params: { id: 't-1' },
    sends: 'GET /v1/workflow/templates/t-1',
    answers: template,
  },
  'workflow.templates.update': {
    ...agents,
    params: { id: 't-1' },
    body: template,
    sends: 'PUT /v1/workflow/templates/t-1',
    sendsBody: template,
    answers: template,
  },
  'workflow.templates.delete': {
    ...agents,
    params: { id: 't-1' },
    sends: 'DELETE /v1/workflow/templates/t-1',
    answers: null,
  },
  'workflow.templates.clone': {
    ...agents,
    params: { id: 't-1' },
    sends: 'POST /v1/workflow/templates/t-1/clone',
    answers: { id: 't-2' },
  },
};
