import type { Bridge, PageCallInput, PageCallName, PageCallOutput } from '#shared/bridge/contract.ts';
import { CallError } from './call-error.ts';

export type Call = <N extends PageCallName>(name: N, input: PageCallInput<N>) => Promise<PageCallOutput<N>>;

/** Typed calls over a bridge: resolves with the value, rejects with `CallError`. */
export function createCall(bridge: Bridge): Call {
  return async <N extends PageCallName>(name: N, input: PageCallInput<N>) => {
    const reply = await bridge.call(name, input);
    if (!reply.ok) throw new CallError(reply.error);
    return reply.value as PageCallOutput<N>;
  };
}
