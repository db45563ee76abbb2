import { type PageCallName, pageCalls } from '#shared/bridge/contract.ts';

/** Whether the contract has this call. */
export function isPageCall(name: unknown): name is PageCallName {
  return typeof name === 'string' && Object.hasOwn(pageCalls, name);
}
