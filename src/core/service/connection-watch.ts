import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How far a request got: no socket yet, a socket still connecting, or connected, after which it may have been
 * sent.
 */
export type ConnectionState = 'none' | 'connecting' | 'connected';

/** Its connection stands, and it may not go any more: nothing of it was sent. */
export class TooLate extends Error {}

export interface ConnectionWatch {
  attach(request: ClientRequest): void;
  state(): ConnectionState;
  /** Undefined unless it was held back at the last moment. */
  tooLate(): TooLate | undefined;
}

/**
 * Watches a request's connection, so that a failure to connect can be told from a failure after sending.
 *
 * @param mayGo asked right before the first byte: a machine may have stood still while it connected
 */
export function watchConnection(mayGo: () => boolean = () => true): ConnectionWatch {
  let state: ConnectionState = 'none';
  let late: TooLate | undefined;

  function stands(request: ClientRequest): void {
    if (state === 'connected' || late !== undefined) return;
    if (mayGo()) {
      state = 'connected';
      return;
    }
    late = new TooLate('The permit of this request lapsed.');
    request.destroy(late);
  }

  function onSocket(request: ClientRequest, socket: Socket & { secureConnecting?: boolean }): void {
    const isConnected = () => !socket.connecting && socket.secureConnecting !== true;
    if (isConnected()) {
      stands(request);
      return;
    }
    state = 'connecting';
    const check = () => {
      if (isConnected()) stands(request);
    };
    socket.once('connect', check);
    socket.once('secureConnect', () => stands(request));
  }

  return {
    attach(request) {
      state = 'none';
      if (request.socket) onSocket(request, request.socket);
      else request.once('socket', (socket) => onSocket(request, socket));
    },
    state: () => state,
    tooLate: () => late,
  };
}
