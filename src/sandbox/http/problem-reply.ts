import type { SandboxProfile } from '../options.ts';
import type { Problem } from './problem.ts';
import { jsonReply, type Reply } from './reply.ts';

/** How the field's deployments word each code; anything else is the long gateway shape. */
const fieldShapes: Record<string, (problem: Problem) => unknown> = {
  UNAUTHORIZED: () => ({ message: 'Unauthorized' }),
  TOO_MANY_REQUESTS: () => ({ message: 'Too Many Requests' }),
  ROUTE_NOT_FOUND: () => ({ message: 'Missing Authentication Token' }),
  METHOD_NOT_ALLOWED: () => ({ message: 'Missing Authentication Token' }),
  BAD_JSON: (problem) => ({ detail: problem.message }),
  SYNC_NOT_SUPPORTED: (problem) => ({ errors: [{ message: problem.message }] }),
};

const missingRoutes = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);

/**
 * Words a refusal as the profile does: `{ code, message }` in the spec profile, one of the several seen
 * shapes in the field profile, and the validation error object of section 7 in both.
 */
export function problemReply(problem: Problem, profile: SandboxProfile, requestId: string): Reply {
  const field = profile === 'field';
  const status = field && missingRoutes.has(problem.code) ? 403 : problem.status;
  return withHeaders(jsonReply(body(), status), problem.headers);

  function body(): unknown {
    if (problem.detail !== undefined) return { detail: problem.detail };
    if (!field) return { code: problem.code, message: problem.message };
    const shape = fieldShapes[problem.code];
    if (shape !== undefined) return shape(problem);
    return { statusCode: status, message: problem.message, errorCode: problem.code, requestId };
  }
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
