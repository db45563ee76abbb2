import type { Socket } from 'node:net';

/**
 * The connections on which nobody has shown a session yet: another user of the machine can open any number of
 * them.
 */
export interface Strangers {
  /**
   * Takes on a new connection. Where there are too many, the one that was silent longest is closed, never the
   * new one.
   */
  add(socket: Socket): void;
  /** Somebody with a session speaks on it: it is closed for no other. */
  know(socket: Socket): void;
}

/** @param most strangers at once */
export function createStrangers(most: number): Strangers {
  /** In the order in which they came. */
  const sockets = new Set<Socket>();
  return {
    add(socket) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      const [oldest] = sockets;
      if (sockets.size <= most || oldest === undefined) return;
      sockets.delete(oldest);
      oldest.destroy();
    },
    know(socket) {
      sockets.delete(socket);
    },
  };
}
