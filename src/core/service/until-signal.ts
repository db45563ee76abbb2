import type { CallOptions } from './answer.ts';
import type { Http } from './http.ts';
import type { StorageArea } from './storage.ts';

/** The same way to the API; every call, and every wait of it, also ends with `end`. */
export function httpUntil(http: Http, end: AbortSignal): Http {
  const both = (options: CallOptions) => ({ ...options, signal: either(options.signal, end) });
  return {
    call: (request, options) => http.call(request, both(options)),
    stream: (request, options) => http.stream(request, both(options)),
    close: http.close,
  };
}

export function storageUntil(storage: StorageArea, end: AbortSignal): StorageArea {
  const both = <T extends { readonly signal?: AbortSignal | undefined }>(options: T | undefined) =>
    ({ ...options, signal: either(options?.signal, end) }) as T;
  return {
    put: (address, body, options) => storage.put(address, body, both(options)),
    downloadToFile: (address, path, options) => storage.downloadToFile(address, path, both(options)),
    downloadBytes: (address, options) => storage.downloadBytes(address, both(options)),
    hashOf: (address, options) => storage.hashOf(address, both(options)),
  };
}

const ends = new WeakMap<AbortSignal, AbortSignal>();

/**
 * Says that whoever made `own` aborts it with `end`: so no call has to join the two, which costs each upload
 * more than its hash.
 */
export function comesWith(own: AbortSignal, end: AbortSignal): void {
  ends.set(own, end);
}

function either(own: AbortSignal | undefined, end: AbortSignal): AbortSignal {
  if (own === undefined) return end;
  return ends.get(own) === end ? own : AbortSignal.any([own, end]);
}
