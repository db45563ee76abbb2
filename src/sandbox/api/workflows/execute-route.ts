import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { invalid } from '../../http/problem.ts';
import { readJson } from '../../http/read-json.ts';
import { eventsReply } from '../../http/reply.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import type { Search } from '../search/run-search.ts';
import { runWorkflow, type Workflow } from './run-workflow.ts';
import { findTemplate } from './template-routes.ts';

const persistence = z.enum(['enabled', 'disabled']);

/**
 * The request is not shown: a template by its id, or a prompt of one's own, with inputs as section 2.1 has
 * them.
 */
const body = z.looseObject({
  template_id: z.string().min(1).nullish(),
  prompt: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  inputs: z
    .record(z.string(), z.strictObject({ type: z.enum(['rp_entity_id', 'string']), value: z.string() }))
    .nullish(),
  persistence_mode: persistence.optional(),
});

/**
 * `POST {agents_url}/v1/workflow/execute` (section 4.14): streams server-sent events, and stores the run only
 * with `persistence_mode=enabled` (section 3.3), in the query or in the body.
 */
export function executeRoute(services: Services, search: Search): Route {
  return {
    method: 'POST',
    path: '/v1/workflow/execute',
    async handle(context) {
      const given = validate(body, await readJson(context), 'body');
      const asked = context.query.get('persistence_mode') ?? undefined;
      const { mode } = validate(
        z.object({ mode: persistence.default('disabled') }),
        { mode: asked },
        'query',
      );
      const workflow = workflowOf(given, context, services);
      const id = randomUUID();
      const stored = (given.persistence_mode ?? mode) === 'enabled';
      if (stored) store(id, workflow, context, services);
      return eventsReply(runWorkflow({ id, workflow, context, stored }, services, search));
    },
  };
}

function workflowOf(given: z.output<typeof body>, context: RequestContext, services: Services): Workflow {
  const template = given.template_id == null ? undefined : findTemplate(given.template_id, context, services);
  const prompt = given.prompt ?? (typeof template?.prompt === 'string' ? template.prompt : template?.name);
  if (prompt === undefined) {
    const msg = 'A template_id or a prompt is required';
    throw invalid({ loc: ['body', 'template_id'], msg, type: 'missing', input: given });
  }
  const inputs = given.inputs ?? {};
  const wanted = Array.isArray(template?.inputs) ? template.inputs : [];
  for (const { name, type, required } of wanted as { name: string; type: string; required?: boolean }[]) {
    if (inputs[name] === undefined) {
      if (required === false) continue;
      throw invalid({ loc: ['body', 'inputs', name], msg: 'Field required', type: 'missing', input: inputs });
    }
    if (inputs[name].type !== type) {
      const msg = `The input ${name} is of type ${type}`;
      throw invalid({ loc: ['body', 'inputs', name, 'type'], msg, type: 'enum', input: inputs[name].type });
    }
  }
  return {
    name: given.name ?? template?.name ?? prompt.slice(0, 80),
    prompt,
    templateId: template?.id ?? null,
    inputs,
  };
}

function store(
  id: string,
  workflow: Workflow,
  { user }: RequestContext,
  { clock, executions }: Services,
): void {
  const now = clock.now();
  executions.add({
    id,
    userId: user.userId,
    name: workflow.name,
    status: 'running',
    templateId: workflow.templateId,
    inputs: Object.keys(workflow.inputs).length === 0 ? null : workflow.inputs,
    createdAt: now,
    updatedAt: now,
  });
}
