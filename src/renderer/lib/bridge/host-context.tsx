import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Call, createCall } from './call.ts';
import type { Host } from './host.ts';

const HostContext = createContext<{ host: Host; call: Call } | null>(null);

export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  const value = useMemo(() => ({ host, call: createCall(host) }), [host]);
  return <HostContext value={value}>{children}</HostContext>;
}

function useHostContext() {
  const value = useContext(HostContext);
  if (value === null) throw new Error('There is no HostProvider above this component.');
  return value;
}

/** What carries the pages. */
export const useHost = (): Host => useHostContext().host;

/** Typed calls, for what is neither a query nor an action of a button. */
export const useCallFunction = (): Call => useHostContext().call;
