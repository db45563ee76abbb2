import type { CallInput, EventPayload } from '#shared/bridge/contract.ts';
import type { OperationResult } from '#shared/bridge/operations.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import type { Session } from './session.ts';

type Piece = EventPayload<'operations.streamed'>['pieces'][number];

/**
 * Runs an operation that takes its time, telling each piece. The first SIGINT cancels it.
 *
 * @throws AppError of what failed
 */
export async function runOperation(
  { core, calls, environment }: Pick<Session, 'core' | 'calls' | 'environment'>,
  request: CallInput<'operations.start'>,
  onPiece: (piece: Piece) => void,
): Promise<OperationResult> {
  const streamId = crypto.randomUUID();
  const { interrupted } = environment;
  let stop: () => void = () => undefined;
  const ended = new Promise<OperationResult>((resolve, reject) => {
    stop = core.on('operations.streamed', (told) => {
      if (told.streamId !== streamId) return;
      for (const piece of told.pieces) onPiece(piece);
      if (told.result !== null) resolve(told.result);
      if (told.failure !== null) reject(failureOf(told.failure));
    });
  });
  // Its end may come before anybody waits for it.
  ended.catch(() => undefined);
  const cancel = () => void calls['operations.cancel']({ streamId });
  interrupted.addEventListener('abort', cancel);
  try {
    await calls['operations.start']({ ...request, streamId });
    if (interrupted.aborted) cancel();
    return await ended;
  } finally {
    stop();
    interrupted.removeEventListener('abort', cancel);
  }
}

function failureOf(failure: NonNullable<EventPayload<'operations.streamed'>['failure']>): AppError {
  const { code, message, detail, said, requestId } = failure;
  return new AppError(isErrorCode(code) ? code : 'UNEXPECTED', {
    detail: detail ?? (isErrorCode(code) ? '' : message),
    ...(said === undefined ? {} : { spoken: said }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}
