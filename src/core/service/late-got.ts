import type { Got } from 'got';

/**
 * A client that is made at its first request. With all it imports, got takes 18 MB and 60 ms of processor
 * time, and an agent that has nothing to send and nothing to ask needs none of it.
 */
export function createLateClient(make: (got: Got) => Got): () => Promise<Got> {
  let made: Got | undefined;
  return async () => {
    made ??= make((await import('got')).default);
    return made;
  };
}
