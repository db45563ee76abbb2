import type { WatchEmitter, WatchEvents } from './watch-api.ts';

type Listeners = { [N in keyof WatchEvents]: Set<(payload: WatchEvents[N]) => void> };

export function createEmitter() {
  const listeners: Listeners = {
    changed: new Set(),
    health: new Set(),
    progress: new Set(),
    aside: new Set(),
  };
  const emitter: WatchEmitter = {
    on(name, listener) {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
  };
  return {
    emitter,
    emit<N extends keyof WatchEvents>(name: N, payload: WatchEvents[N]): void {
      for (const listener of listeners[name]) listener(payload);
    },
  };
}
