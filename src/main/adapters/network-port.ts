import { isAbsolute } from 'node:path';
import type { Session } from 'electron';
import type { NetworkPort, NetworkVariables } from '#core/ports/network.ts';

/** The part of Electron that knows the system's network. */
export interface SystemNetwork {
  readonly session: Pick<Session, 'resolveProxy'>;
  /** Calls back when the computer wakes, which is often elsewhere. */
  readonly onResume: (listener: () => void) => void;
  readonly offResume: (listener: () => void) => void;
}

/**
 * The network as the app knows it. Chromium reads what the system has set, runs PAC scripts and follows
 * changes of both (https://www.electronjs.org/docs/latest/api/session#sesresolveproxyurl); its own requests
 * would ask for NTLM too, but they go through no budget of ours, so only its word is taken.
 */
export function createNetworkPort(
  { session, onResume, offResume }: SystemNetwork,
  variables: NetworkVariables,
): NetworkPort {
  const file = variables.SLUICE_CA_FILE;
  return {
    variables,
    proxy: variables.SLUICE_PROXY?.trim() || undefined,
    // An app has no folder that it was started in.
    certificates: file !== undefined && isAbsolute(file) ? file : undefined,
    resolveProxy: (address) => session.resolveProxy(address),
    onChange(listener) {
      onResume(listener);
      return () => offResume(listener);
    },
  };
}
