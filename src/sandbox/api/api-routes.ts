import { Problem } from '../http/problem.ts';
import type { Route } from '../http/router.ts';
import type { Services } from '../services.ts';
import { connectorRoutes } from './connector-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { enrichDocument } from './enrich-document.ts';
import { listDocumentsRoute } from './list-documents-route.ts';
import { dataRoutes, workflowRoutes } from './route-table.ts';
import { tagRoutes } from './tag-routes.ts';

/** A deployment without the list endpoint knows no such route, although the path takes a POST. */
const noListRoute: Route = {
  method: 'GET',
  path: '/contents/v1/documents',
  handle() {
    throw new Problem(404, 'ROUTE_NOT_FOUND', 'There is no such route.');
  },
};

/**
 * Every operation of the API origin; in the field profile the workflows are there too, as with one host for
 * both.
 */
export function apiRoutes(services: Services): Route[] {
  return [
    enrichDocument(services),
    services.settings.listEndpoint ? listDocumentsRoute(services) : noListRoute,
    ...documentRoutes(services),
    ...tagRoutes(services),
    ...connectorRoutes(services),
    ...dataRoutes(services),
    ...(services.settings.profile === 'field' ? workflowRoutes(services) : []),
  ];
}
