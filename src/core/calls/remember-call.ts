import type { CallParsed } from '#shared/bridge/contract.ts';
import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import { withoutSecrets } from '#shared/operations/without-secrets.ts';
import { activeProfile, type CoreContext } from '../engine/core-context.ts';
import { describeOperation } from '../service/operations/describe-operations.ts';

/** A part of a request larger than this is not kept; characters of JSON. */
const largest = 32_000;

type Ended = Pick<OperationHistoryEntry, 'status' | 'code'>;

/**
 * Begins to keep a call of an operation; what is returned is told how it ended. Keeping never fails the call.
 */
export function rememberCall(
  context: CoreContext,
  { name, params, body, queries, all }: CallParsed<'operations.call'>,
): (ended: Ended) => void {
  const profileId = activeProfile(context).id;
  const [at, startedAt] = [context.clock.now(), context.clock.monotonic()];
  const operation = describeOperation(name);
  const leftOut: string[] = [];
  const kept = (part: string, value: unknown, schema: unknown): Record<string, unknown> => {
    if (value === undefined) return {};
    const { value: safe, takenOut } = withoutSecrets(schema, value);
    leftOut.push(...takenOut.map((path) => `${part}.${path}`));
    if (JSON.stringify(safe).length <= largest) return { [part]: safe };
    leftOut.push(part);
    return {};
  };
  const request: OperationHistoryEntry['request'] = {
    ...kept('params', params, operation?.parametersSchema),
    ...kept('body', body, operation?.requestSchema),
    ...kept('queries', queries, null),
    ...(all ? { all } : {}),
  };
  return ({ status, code }) => {
    const tookMs = Math.max(0, Math.round(context.clock.monotonic() - startedAt));
    try {
      context.ledger.calls.add(profileId, { at, name, request, leftOut, status, code, tookMs });
    } catch (error) {
      context.logger.warn('A call was not kept in the history.', { error });
    }
  };
}
