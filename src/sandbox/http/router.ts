import type { Reply } from './reply.ts';
import type { RequestContext } from './request-context.ts';

/** One route: method, path with names in braces, and its handler. */
export interface Route {
  method: string;
  path: string;
  handle: (context: RequestContext) => Reply | Promise<Reply>;
}

/** What a request met: a route, a path that exists with other methods, or nothing. */
export type RouteMatch =
  | { kind: 'found'; route: Route; params: Record<string, string> }
  | { kind: 'wrong-method' }
  | { kind: 'nothing' };

/** Finds the route of a request; the literal paths win over those with a name in braces. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => RouteMatch {
  const compiled = routes.map((route) => ({ route, segments: route.path.split('/') }));
  return (method, path) => {
    const asked = path.split('/');
    let pathExists = false;
    let found: RouteMatch | undefined;
    for (const { route, segments } of compiled) {
      const params = matchSegments(segments, asked);
      if (params === undefined) continue;
      pathExists = true;
      if (route.method !== method) continue;
      if (found === undefined || route.path === path) found = { kind: 'found', route, params };
    }
    return found ?? { kind: pathExists ? 'wrong-method' : 'nothing' };
  };
}

function matchSegments(
  segments: readonly string[],
  asked: readonly string[],
): Record<string, string> | undefined {
  if (segments.length !== asked.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = asked[index] ?? '';
    if (segment.startsWith('{')) {
      if (value === '') return undefined;
      params[segment.slice(1, -1)] = decode(value);
    } else if (segment !== value) return undefined;
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
