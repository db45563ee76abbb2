import { randomUUID } from 'node:crypto';
import type { CallParsed, Handlers } from '#shared/bridge/contract.ts';
import type { OperationResult } from '#shared/bridge/operations.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { connectorIdSchema, contentIdSchema } from '#shared/ids/ids.ts';
import { normaliseQuotas } from '#shared/operations/quotas.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { activeProfile, activeService, type ServiceContext } from '../engine/core-context.ts';
import { orThrow } from '../service/answer.ts';
import { describeOperations } from '../service/operations/describe-operations.ts';
import type { OperationOptions } from '../service/operations/operation-client.ts';
import { documentCalls } from './document-calls.ts';
import { prepareRemoval } from './prepare-removal.ts';
import { rememberCall } from './remember-call.ts';

type Request = CallParsed<'operations.call'>;

/** Runs under way at once; more are a page that starts them in a loop. */
const mostStreams = 16;

/** Any operation of the service's interface, over its registry. */
export function operationCalls(
  context: ServiceContext,
): Pick<Handlers, Extract<keyof Handlers, `operations.${string}` | 'quotas.show'>> {
  const running = new Map<string, AbortController>();
  const client = () => activeService(context).client.operations;

  async function run(request: Request, options: OperationOptions): Promise<OperationResult> {
    const { name, params, body, queries, all } = request;
    const startedAt = context.clock.monotonic();
    const took = () => Math.max(0, Math.round(context.clock.monotonic() - startedAt));
    if (name === 'documents.enrich') throw reserved();
    if (name === 'documents.delete') {
      const [problem] = client().check(name, { params, body });
      if (problem !== undefined) throw new AppError('USAGE', { spoken: problem.said });
      // The ledger must know, so that the same bytes may be uploaded again.
      const { deleted } = await documentCalls(context)['documents.delete']({
        contentId: contentIdSchema.parse(params.content_id),
      });
      const notes = deleted ? [] : [said('remark.noSuchDocument')];
      return { status: deleted ? 200 : 404, value: null, notes, requestId: null, tookMs: took() };
    }
    const hasBegun = await beforeRemoval(request);
    const given = { params, body, ...(queries === undefined ? {} : { queries }) };
    const asked = await client().call(name, given, { ...options, all });
    if (!asked.ok) await hearOfDocument(asked.failure.error, params.content_id);
    const answer = orThrow(asked);
    hasBegun?.();
    const { status, value, notes, requestId } = answer;
    return { status, value, notes: [...notes], requestId: requestId ?? null, tookMs: took() };
  }

  /** A connector that goes with its data takes its documents along, whoever asked for it. */
  async function beforeRemoval({ name, params, body }: Request): Promise<(() => void) | undefined> {
    if (name !== 'connectors.delete' || String(params.force_delete) !== 'true') return undefined;
    const connectorId = connectorIdSchema.safeParse(params.connector_id);
    if (!connectorId.success || client().check(name, { params, body }).length > 0) return undefined;
    return prepareRemoval(context, connectorId.data);
  }

  /** "No such document" is known everywhere at once, whoever asked. */
  async function hearOfDocument({ code }: AppError, id: unknown): Promise<void> {
    const contentId = contentIdSchema.safeParse(id);
    if (code !== 'DOCUMENT_NOT_FOUND' || !contentId.success) return;
    await context.documents.actions(activeProfile(context)).look(contentId.data, { priority: 'person' });
    context.emit('documents.changed', {});
    context.emit('uploads.changed', { ids: [] });
  }

  /** The same, kept in the profile's history where that is wanted. */
  async function runAndKeep(request: Request, options: OperationOptions): Promise<OperationResult> {
    if (!request.remember) return run(request, options);
    const keep = rememberCall(context, request);
    try {
      const result = await run(request, options);
      keep({ status: result.status, code: null });
      return result;
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'UNEXPECTED';
      keep({ status: null, code: options.signal?.aborted === true ? 'CALL_CANCELLED' : code });
      throw error;
    }
  }

  /** Runs to the end in the background, telling each piece. */
  async function tell(streamId: string, request: Request, controller: AbortController): Promise<void> {
    const emit = (told: Partial<Parameters<typeof context.emit<'operations.streamed'>>[1]>) =>
      context.emit('operations.streamed', { streamId, pieces: [], result: null, failure: null, ...told });
    try {
      const result = await runAndKeep(request, {
        signal: controller.signal,
        onPiece: (piece) => emit({ pieces: [piece] }),
      });
      emit({ result });
    } catch (error) {
      emit({ failure: failureOf(error, controller.signal, context) });
    } finally {
      running.delete(streamId);
    }
  }

  return {
    'operations.list': async () => {
      const { settings, serviceOf } = context;
      // The list is of the interface and needs no profile; only what was learned does.
      const profile = settings.get().profiles.find(({ id }) => id === settings.get().activeProfileId);
      return describeOperations(
        profile === undefined ? undefined : serviceOf(profile).client.operations.learned,
      );
    },
    'operations.check': async ({ name, params, body, queries }) =>
      client()
        .check(name, { params, body, ...(queries === undefined ? {} : { queries }) })
        .map((problem) => ({ ...problem, message: speakEnglish(problem.said) })),
    'operations.call': async (request) => {
      activeProfile(context, request.shownProfileId);
      return runAndKeep(request, {});
    },
    'operations.start': async ({ streamId = randomUUID(), ...request }) => {
      activeProfile(context, request.shownProfileId);
      if (running.has(streamId) || running.size >= mostStreams)
        throw new AppError('USAGE', { spoken: said('usage.tooManyRuns') });
      const controller = new AbortController();
      running.set(streamId, controller);
      void tell(streamId, request, controller);
      return { streamId };
    },
    'operations.cancel': async ({ streamId }) => {
      const controller = running.get(streamId);
      controller?.abort(new AppError('CALL_CANCELLED'));
      return { cancelled: controller !== undefined };
    },
    'operations.history': async () => context.ledger.calls.list(activeProfile(context).id),
    'operations.forget': async ({ id }) => ({
      count: context.ledger.calls.forget(activeProfile(context).id, id),
    }),
    'quotas.show': async () =>
      normaliseQuotas(orThrow(await client().methods['subscription.quotas']({})).value),
  };
}

function reserved(): AppError {
  return new AppError('USAGE', { spoken: said('usage.reserved') });
}

function failureOf(error: unknown, signal: AbortSignal, { logger }: ServiceContext) {
  if (!(error instanceof AppError)) logger.error('An operation failed unexpectedly.', { error });
  const isCancelled = signal.aborted || (error instanceof AppError && error.code === 'CALL_CANCELLED');
  if (isCancelled) return { code: 'CALL_CANCELLED', message: 'The call was cancelled.' };
  const failure = error instanceof AppError ? error : new AppError('UNEXPECTED');
  const { code, message, detail, spoken, requestId } = failure;
  return {
    code,
    message,
    ...(detail === undefined ? {} : { detail }),
    ...(spoken === undefined ? {} : { said: spoken }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
