import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EventPayload, PageCallInput } from '#shared/bridge/contract.ts';
import type { OperationResult } from '#shared/bridge/operations.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useSpoken } from '../../lib/i18n/use-spoken.ts';
import { CallError } from '../../lib/bridge/call-error.ts';
import { useCallFunction, useHost } from '../../lib/bridge/host-context.tsx';
import { useOpenedFor } from '../../lib/use-opened-for.ts';
import type { Problem } from './form/error-schema.ts';

export type OperationRequest = Pick<PageCallInput<'operations.call'>, 'params' | 'body' | 'queries' | 'all'>;
export type Piece = EventPayload<'operations.streamed'>['pieces'][number];

export type Run =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly request: OperationRequest; readonly pieces: readonly Piece[] }
  | {
      readonly kind: 'answered';
      readonly request: OperationRequest;
      readonly pieces: readonly Piece[];
      readonly result: OperationResult;
    }
  | {
      readonly kind: 'failed';
      readonly request: OperationRequest;
      readonly pieces: readonly Piece[];
      readonly error: unknown;
    };

/** Detail of the failure where a call goes on and only the waiting for it has ended. */
export const notWaited = 'not waited for';

/** Pieces of a stream that are kept to be shown; its end brings all of them again. */
const mostPieces = 20_000;

export interface OperationRun {
  readonly run: Run;
  /** What the rules said about the last request; it was not sent then. */
  readonly problems: readonly Problem[];
  /** Checks the request by the rules and makes it. */
  readonly start: (request: OperationRequest) => void;
  readonly stop: () => void;
  /** Takes the marks away: the request was changed. */
  readonly changed: () => void;
}

/** One operation being called, one call at a time. What takes its time tells its pieces as they come. */
export function useOperationRun({ name, kind }: Pick<OperationDescription, 'name' | 'kind'>): OperationRun {
  const spoken = useSpoken();
  const call = useCallFunction();
  const host = useHost();
  const client = useQueryClient();
  const shownProfileId = useOpenedFor();
  const [run, setRun] = useState<Run>({ kind: 'idle' });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const current = useRef<string | null>(null);

  const end = useCallback(
    (ended: Extract<Run, { kind: 'answered' | 'failed' }>) => {
      current.current = null;
      setRun((old) => ({ ...ended, pieces: old.kind === 'running' ? old.pieces : [] }));
      // The call is in the history now, and a refusal may have taught accepted values.
      void client.invalidateQueries({ queryKey: ['operations.history'] });
      if (ended.kind === 'failed') void client.invalidateQueries({ queryKey: ['operations.list'] });
    },
    [client],
  );

  const requested = useRef<OperationRequest>({});
  useEffect(
    () =>
      host.on('operations.streamed', (payload) => {
        const { streamId, pieces, result, failure } = payload as EventPayload<'operations.streamed'>;
        if (streamId !== current.current) return;
        if (pieces.length > 0)
          setRun((old) =>
            old.kind === 'running' ? { ...old, pieces: [...old.pieces, ...pieces].slice(-mostPieces) } : old,
          );
        const request = requested.current;
        if (result !== null) end({ kind: 'answered', request, result, pieces: [] });
        else if (failure !== null)
          end({ kind: 'failed', request, error: new CallError(failure), pieces: [] });
      }),
    [host, end],
  );
  // Nobody would see the rest.
  useEffect(
    () => () => {
      const streamId = current.current;
      if (streamId !== null) void call('operations.cancel', { streamId }).catch(() => undefined);
    },
    [call],
  );

  const start = useCallback(
    (request: OperationRequest) => {
      const streamId = crypto.randomUUID();
      current.current = streamId;
      requested.current = request;
      setProblems([]);
      setRun({ kind: 'running', request, pieces: [] });
      const isMine = () => current.current === streamId;
      const make = async () => {
        const found = await call('operations.check', { name, ...request });
        if (!isMine()) return;
        if (found.length > 0) {
          current.current = null;
          setProblems(found.map(({ field, message, said }) => ({ field, message: spoken(said, message) })));
          setRun({ kind: 'idle' });
          return;
        }
        const isLong = kind === 'stream' || request.queries !== undefined || request.all === true;
        if (isLong) {
          await call('operations.start', { name, ...request, remember: true, streamId, shownProfileId });
          return;
        }
        const result = await call('operations.call', { name, ...request, remember: true, shownProfileId });
        if (isMine()) end({ kind: 'answered', request, result, pieces: [] });
      };
      make().catch((error: unknown) => {
        if (isMine()) end({ kind: 'failed', request, error, pieces: [] });
      });
    },
    [call, end, kind, name, shownProfileId, spoken],
  );
  const stop = useCallback(() => {
    const streamId = current.current;
    if (streamId === null) return;
    void call('operations.cancel', { streamId }).then(({ cancelled }) => {
      // A plain call cannot be taken back; its answer is just not waited for.
      if (cancelled || current.current !== streamId) return;
      end({
        kind: 'failed',
        request: requested.current,
        error: new CallError({ code: 'CALL_CANCELLED', message: '', detail: notWaited }),
        pieces: [],
      });
    });
  }, [call, end]);
  const changed = useCallback(() => setProblems((old) => (old.length === 0 ? old : [])), []);
  return { run, problems, start, stop, changed };
}
