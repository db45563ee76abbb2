import { type Answer, type CallOptions, failed } from './answer.ts';
import type { Governor } from './governor-port.ts';
import type { ApiRequest, Http } from './http.ts';

/**
 * The same way to the API, where background work passes the governor. A read that fails for the profile's
 * reasons waits and is made again, so that nobody who follows documents has to know of outages; a request for
 * a new document comes back as `held`.
 */
export function governHttp(http: Http, governor: Governor): Http {
  return {
    call: async <T>(request: ApiRequest<T>, options: CallOptions): Promise<Answer<T>> => {
      const asked = { kind: request.kind, priority: options.priority };
      for (;;) {
        if ((await governor.admit(asked, options.signal)) === 'held') return held(governor);
        const answer = await judged(http, governor, request, options);
        if (answer.ok) return answer;
        const { disposition, maybeDone } = answer.failure;
        if (disposition !== 'held' || request.kind === 'enrich') return answer;
        // Deleting twice deletes once; any other change may have been made.
        if (maybeDone && request.method !== 'DELETE') return answer;
      }
    },
    stream: http.stream,
    close: http.close,
  };
}

async function judged<T>(
  http: Http,
  governor: Governor,
  request: ApiRequest<T>,
  options: CallOptions,
): Promise<Answer<T>> {
  const asked = { kind: request.kind, priority: options.priority };
  let heard = false;
  try {
    const mayStillGo = () => governor.mayStillGo(asked);
    const answer = await http.call(request, { ...options, mayStillGo });
    if (!answer.ok && answer.failure.disposition === 'held') return held(governor);
    const isProfiles = governor.heard(asked, answer);
    heard = answer.ok || answer.failure.disposition !== 'rate-limited';
    if (answer.ok || !isProfiles || options.priority === 'person') return answer;
    return { ok: false, failure: { ...answer.failure, disposition: 'held' } };
  } finally {
    if (!heard) governor.left(asked);
  }
}

/** Nothing was sent. */
function held(governor: Governor): Answer<never> {
  const { code, detail } = governor.reason() ?? { code: 'SERVICE_FAILED' };
  return failed(code, 'held', { concerns: 'profile', ...(detail === undefined ? {} : { detail }) });
}
