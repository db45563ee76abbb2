import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives a request up when its socket stood still for `milliseconds`, in either direction. Node knows of bytes
 * that left a large write, so a slow line is not taken for a dead one.
 */
export interface StallWatch {
  attach(request: ClientRequest): void;
  /** Waiting on purpose (bandwidth limit) is no stall. */
  pause(): void;
  resume(): void;
  stalled(): boolean;
  /** Leaves the socket as it was; it may go back to the agent. */
  end(): void;
}

export function watchStall(milliseconds: number, onStall: () => void): StallWatch {
  let socket: Socket | undefined;
  let paused = false;
  let ended = false;
  let stalled = false;

  const onTimeout = () => {
    stalled = true;
    onStall();
  };

  function onSocket(next: Socket): void {
    if (ended) return;
    socket = next;
    socket.on('timeout', onTimeout);
    if (!paused) socket.setTimeout(milliseconds);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    socket?.off('timeout', onTimeout);
    socket?.setTimeout(0);
  }

  return {
    attach(request) {
      // All of the answer has come: the connection goes back to the agent, which has a timeout of its own for
      // it, while a long answer is still unpacked and read here.
      request.once('close', end);
      if (request.socket) onSocket(request.socket);
      else request.once('socket', onSocket);
    },
    pause() {
      paused = true;
      if (!ended) socket?.setTimeout(0);
    },
    resume() {
      paused = false;
      if (!ended) socket?.setTimeout(milliseconds);
    },
    stalled: () => stalled,
    end,
  };
}
