import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How far a request got: no socket yet, a socket still connecting, or connected, after which it may have been
 * sent.
 */
export type ConnectionState = 'none' | 'connecting' | 'connected';

/** Watches a request's connection, so that a failure to connect can be told from a failure after sending. */
export function watchConnection(): { attach(request: ClientRequest): void; state(): ConnectionState } {
  let state: ConnectionState = 'none';

  function onSocket(socket: Socket & { secureConnecting?: boolean }): void {
    const isConnected = () => !socket.connecting && socket.secureConnecting !== true;
    if (isConnected()) {
      state = 'connected';
      return;
    }
    state = 'connecting';
    const check = () => {
      if (isConnected()) state = 'connected';
    };
    socket.once('connect', check);
    socket.once('secureConnect', () => {
      state = 'connected';
    });
  }

  return {
    attach(request) {
      state = 'none';
      if (request.socket) onSocket(request.socket);
      else request.once('socket', onSocket);
    },
    state: () => state,
  };
}
