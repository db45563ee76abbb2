import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import { createSearch } from '../search/run-search.ts';
import { executeRoute } from './execute-route.ts';
import { executionListRoute } from './execution-list-route.ts';
import { templateRoutes } from './template-routes.ts';

/** Every operation of `{agents_url}`: stored runs, execution and templates (sections 4.1, 4.14). */
export function workflowRoutes(services: Services): Route[] {
  return [
    executionListRoute(services),
    executeRoute(services, createSearch(services)),
    ...templateRoutes(services),
  ];
}
