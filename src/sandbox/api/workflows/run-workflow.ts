import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../http/request-context.ts';
import type { Services } from '../../services.ts';
import type { ExecutionStatus } from '../../store/executions.ts';
import { chooseChunks } from '../search/document-results.ts';
import type { Search } from '../search/run-search.ts';
import { readSearch } from '../search/search-body.ts';

/** What is to be run. */
export interface Workflow {
  name: string;
  /** Inputs stand in braces. */
  prompt: string;
  templateId: string | null;
  inputs: Record<string, { type: 'rp_entity_id' | 'string'; value: string }>;
}

/** Sandbox milliseconds between two events. */
const stepMs = 100;
/** Passages an answer quotes at most. */
const mostPassages = 3;

interface Run {
  id: string;
  workflow: Workflow;
  context: RequestContext;
  /** Whether the end is noted in the list of executions. */
  stored: boolean;
}

/**
 * Runs a workflow as a stream of events `{ request_id, execution_id, delta }` (service-behaviour.md,
 * "Workflows"): it thinks, searches the caller's documents, and answers with passages of them. Who hangs up
 * cancels the run.
 */
export function runWorkflow(
  { id, workflow, context, stored }: Run,
  services: Services,
  search: Search,
): AsyncGenerator<unknown> {
  const { clock, executions } = services;
  const { socket } = context.request;
  let ended = false;
  const end = (status: ExecutionStatus) => {
    if (ended) return;
    ended = true;
    socket.off('close', hungUp);
    if (stored) executions.setStatus(id, status, clock.now());
  };
  // Before the first event: a connection may be gone before anybody reads one.
  const hungUp = () => end('cancelled');
  socket.once('close', hungUp);
  return events();

  async function* events(): AsyncGenerator<unknown> {
    try {
      for (const delta of deltas(workflow, context, services, search)) {
        yield { request_id: context.requestId, execution_id: id, delta };
        if (delta.type === 'error') end('error');
        await new Promise<void>((resolve) => {
          clock.setTimer(clock.now() + stepMs, resolve);
        });
      }
      end('completed');
    } finally {
      end('cancelled');
    }
  }
}

interface Delta {
  type: 'thinking' | 'action' | 'answer' | 'error' | 'complete';
  role: 'assistant';
  content: string;
  message_id: string;
}

function* deltas(
  { prompt, inputs }: Workflow,
  { user }: RequestContext,
  services: Services,
  search: Search,
): Generator<Delta> {
  const delta = (type: Delta['type'], content: string, message_id: string = randomUUID()): Delta => ({
    type,
    role: 'assistant',
    content,
    message_id,
  });
  let question = prompt;
  for (const [name, { type, value }] of Object.entries(inputs)) {
    const known = type === 'string' ? value : services.catalog.card(value)?.card.name;
    if (known === undefined) {
      yield delta('error', `There is no entity with the rp_entity_id ${value}.`);
      return;
    }
    question = question.replaceAll(`{${name}}`, known);
  }
  yield delta('thinking', `The question is: ${question}`);
  yield delta('action', `Searching the documents for: ${question}`);
  const { chunks } = search(readSearch({ query: { text: question } }), user);
  const passages = chooseChunks(chunks, mostPassages, true);
  const answerId = randomUUID();
  if (passages.length === 0) yield delta('answer', 'No document says anything about it.', answerId);
  for (const { headline, text } of passages) {
    yield delta('answer', `${headline}: `, answerId);
    yield delta('answer', `${text.slice(0, 300)}\n`, answerId);
  }
  yield delta('complete', '');
}
