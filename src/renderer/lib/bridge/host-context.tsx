import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Call, createCall } from './call.ts';
import type { Host } from './host.ts';
import { createLeaveDesk, type LeaveDesk, withLeave } from './leave-desk.ts';

interface Value {
  readonly host: Host;
  readonly call: Call;
  readonly callWithLeave: Call;
  readonly desk: LeaveDesk;
}

const HostContext = createContext<Value | null>(null);

export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  const value = useMemo<Value>(() => {
    const call = createCall(host);
    const desk = createLeaveDesk();
    return { host, call, desk, callWithLeave: withLeave(call, desk) };
  }, [host]);
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

/**
 * The same for what a person starts: where it needs leave, the person is asked for it outside of the page.
 */
export const useCallWithLeave = (): Call => useHostContext().callWithLeave;

/** Where the person is asked for leave. */
export const useLeaveDesk = (): LeaveDesk => useHostContext().desk;
