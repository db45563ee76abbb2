import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findCard } from '../../data/catalog.ts';
import { invalid } from '../../http/problem.ts';
import { validate } from '../../http/validate.ts';
import type { ExecutionStatus } from '../../store/executions.ts';
import type { Asking } from '../table-row.ts';
import { chooseChunks } from '../search/answers.ts';
import { runSearch } from '../search/run-search.ts';
import { searchBody } from '../search/search-body.ts';
import { findTemplate } from './templates.ts';

/** Sandbox milliseconds between two events. */
const stepMs = 100;
/** Most passages that an answer quotes. */
const mostPassages = 3;

const persistence = z.enum(['enabled', 'disabled']).optional();
const persistenceQuery = z.object({ persistence_mode: persistence });
const input = z.strictObject({ type: z.enum(['rp_entity_id', 'string']), value: z.string() });

/** The request is not shown: a template id or a prompt, with inputs as section 2.1 has them. */
export const executeBody = z.looseObject({
  template_id: z.string().min(1).nullish(),
  prompt: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  inputs: z.record(z.string(), input).nullish(),
  persistence_mode: persistence,
});
type ExecuteBody = z.output<typeof executeBody>;

/**
 * `POST {agents_url}/v1/workflow/execute` (section 4.14): streams events `{ request_id, execution_id, delta }`
 * (service-behaviour.md, "Workflows"). Stores the run only with `persistence_mode=enabled` (section 3.3), in
 * the query or in the body. A closed connection cancels the run.
 */
export function execute(given: ExecuteBody, asking: Asking): AsyncGenerator<unknown> {
  const { context, now, services } = asking;
  const { clock, executions } = services;
  const query = validate(persistenceQuery, Object.fromEntries(context.query), 'query');
  const workflow = workflowOf(given, asking);
  const stored = (given.persistence_mode ?? query.persistence_mode) === 'enabled';
  const id = randomUUID();
  if (stored) {
    executions.add({
      execution_id: id,
      user_id: context.user.userId,
      name: workflow.name,
      status: 'running',
      is_public: 0,
      created_at: now,
      updated_at: now,
      template_id: workflow.templateId,
      inputs: Object.keys(workflow.inputs).length === 0 ? null : JSON.stringify(workflow.inputs),
    });
  }
  const { socket } = context.request;
  let ended = false;
  const end = (status: ExecutionStatus) => {
    if (ended) return;
    ended = true;
    socket.off('close', cancel);
    if (stored) executions.setStatus(id, status, clock.now());
  };
  // The connection can close before anyone reads the first event.
  const cancel = () => end('cancelled');
  socket.once('close', cancel);
  return events();

  async function* events(): AsyncGenerator<unknown> {
    try {
      for (const delta of deltas(workflow, asking)) {
        yield { request_id: context.requestId, execution_id: id, delta };
        if (delta.type === 'error') end('error');
        await new Promise<void>((resolve) => {
          clock.setTimer(clock.now() + stepMs, resolve);
        });
      }
      end('completed');
    } finally {
      cancel();
    }
  }
}

/** The workflow to run, with its inputs checked against the template. */
function workflowOf(given: ExecuteBody, asking: Asking) {
  const template = given.template_id == null ? undefined : findTemplate(given.template_id, asking);
  const prompt = given.prompt ?? (typeof template?.prompt === 'string' ? template.prompt : template?.name);
  if (prompt === undefined) {
    const msg = 'A template_id or a prompt is required';
    throw invalid({ loc: ['body', 'template_id'], msg, type: 'missing', input: given });
  }
  const inputs = given.inputs ?? {};
  const declared = Array.isArray(template?.inputs) ? template.inputs : [];
  for (const { name, type, required } of declared as { name: string; type: string; required?: boolean }[]) {
    const loc = ['body', 'inputs', name];
    if (inputs[name] === undefined) {
      if (required === false) continue;
      throw invalid({ loc, msg: 'Field required', type: 'missing', input: inputs });
    }
    if (inputs[name].type !== type) {
      const msg = `The input ${name} is of type ${type}`;
      throw invalid({ loc: [...loc, 'type'], msg, type: 'enum', input: inputs[name].type });
    }
  }
  return {
    name: given.name ?? template?.name ?? prompt.slice(0, 80),
    prompt,
    templateId: template?.id ?? null,
    inputs,
  };
}

type Workflow = ReturnType<typeof workflowOf>;

/** Thinks, searches the caller's documents, and answers with passages of them. */
function* deltas({ prompt, inputs }: Workflow, { context, services }: Asking) {
  const delta = (type: string, content: string, message_id: string = randomUUID()) => ({
    ...{ type, role: 'assistant', content, message_id },
  });
  let text = prompt;
  for (const [name, { type, value }] of Object.entries(inputs)) {
    const known = type === 'string' ? value : findCard(value)?.card.name;
    if (known === undefined) {
      yield delta('error', `There is no entity with the rp_entity_id ${value}.`);
      return;
    }
    text = text.replaceAll(`{${name}}`, known);
  }
  yield delta('thinking', `The question is: ${text}`);
  yield delta('action', `Searching the documents for: ${text}`);
  const query = searchBody.parse({ query: { text } });
  const passages = chooseChunks(runSearch(query, context.user, services).chunks, mostPassages, true);
  const answer = randomUUID();
  if (passages.length === 0) yield delta('answer', 'The documents say nothing about it.', answer);
  for (const passage of passages) {
    yield delta('answer', `${passage.headline}: `, answer);
    yield delta('answer', `${passage.text.slice(0, 300)}\n`, answer);
  }
  yield delta('complete', '');
}
