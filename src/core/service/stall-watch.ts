import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Aborts a request when its socket stood still for `milliseconds`, in either direction, or moved fewer bytes
 * than `leastBytes` in that time. Node counts the bytes that left a large write, so a slow line is not
 * mistaken for a dead one.
 *
 * @param leastBytes for transfers: a peer that sends a byte now and then would keep its place for hours.
 *   Interim responses (1xx) do not count.
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

export function watchStall(milliseconds: number, onStall: () => void, leastBytes = 0): StallWatch {
  let socket: Socket | undefined;
  let paused = false;
  let ended = false;
  let stalled = false;
  let pace: NodeJS.Timeout | undefined;
  /** Bytes of interim responses; nothing else is read before the response. */
  let interim = 0;
  /** Of requests before this one on the same connection. */
  let readBefore = 0;

  /** Bytes that the connection has moved so far, in both directions. */
  const movedBy = ({ bytesRead, bytesWritten }: Socket) => bytesRead + bytesWritten - interim;

  const onTimeout = () => {
    stalled = true;
    onStall();
  };

  function watchPace(of: Socket): void {
    clearInterval(pace);
    if (leastBytes === 0) return;
    let before = movedBy(of);
    pace = setInterval(() => {
      const moved = movedBy(of);
      if (moved - before < leastBytes) onTimeout();
      before = moved;
    }, milliseconds);
    pace.unref();
  }

  function onSocket(next: Socket): void {
    if (ended) return;
    socket = next;
    readBefore = next.bytesRead;
    socket.on('timeout', onTimeout);
    if (paused) return;
    socket.setTimeout(milliseconds);
    watchPace(socket);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(pace);
    socket?.off('timeout', onTimeout);
    socket?.setTimeout(0);
  }

  return {
    attach(request) {
      // All of the answer has come: the connection goes back to the agent, which has a timeout of its own for
      // it, while a long answer is still unpacked and read here.
      request.once('close', end);
      request.on('information', () => {
        interim = (socket?.bytesRead ?? 0) - readBefore;
      });
      if (request.socket) onSocket(request.socket);
      else request.once('socket', onSocket);
    },
    pause() {
      paused = true;
      clearInterval(pace);
      if (!ended) socket?.setTimeout(0);
    },
    resume() {
      paused = false;
      if (ended || socket === undefined) return;
      socket.setTimeout(milliseconds);
      watchPace(socket);
    },
    stalled: () => stalled,
    end,
  };
}
