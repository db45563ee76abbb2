import { z } from 'zod';
import { categories } from '../data/catalog.ts';
import type { Route } from '../http/router.ts';
import type { Services } from '../services.ts';
import { corporateEvents, economicReleases, eventsBody, releasesBody } from './calendars.ts';
import { listValues, lookup, lookupBody } from './knowledge-graph.ts';
import * as market from './market-data.ts';
import { quotas } from './quotas.ts';
import { entityMentions, search, topicMentions, volume, watchlist } from './search/answers.ts';
import { batchStatus, createBatch, newBatchBody } from './search/batches.ts';
import { searchBody, volumeBody, watchlistBody } from './search/search-body.ts';
import { described, plain, type Row, streamed, structured } from './table-row.ts';
import { execute, executeBody } from './workflows/execute.ts';
import { executionsQuery, listExecutions } from './workflows/executions.ts';
import * as templates from './workflows/templates.ts';

const anything = z.unknown();
const template = '/v1/workflow/templates/{id}';

/**
 * Market data, calendars, the knowledge graph, search and quotas. Each row has a method, a path, a request schema,
 * and the function that answers.
 */
const dataRows: readonly Row[] = [
  structured('POST', '/v1/company-screener/query', market.screenerBody, market.screen),
  structured('POST', '/v1/company-revenue-product-segments/query', market.segmentsBody, market.segments),
  structured('POST', '/v1/entity-sentiment', market.sentimentBody, market.sentiment),
  structured('POST', '/v1/entity-sentiment/', market.sentimentBody, market.sentiment),
  structured('POST', '/v1/price/daily/query', market.pricesBody, market.prices),
  structured('POST', '/v1/analyst-estimates/query', market.estimatesBody, market.estimates),
  structured('POST', '/v1/subsidiaries', market.subsidiariesBody, market.subsidiaries),
  structured('GET', '/v1/subsidiaries', market.subsidiariesBody, market.subsidiaries),
  structured('POST', '/v1/companies/get-by-cusip', market.cusipsBody, market.issuersBy('cusip')),
  structured('GET', '/v1/companies/get-by-cusip', market.cusipsBody, market.issuersBy('cusip')),
  structured('POST', '/v1/companies/get-by-isin', market.isinsBody, market.issuersBy('isin')),
  structured('GET', '/v1/companies/get-by-isin', market.isinsBody, market.issuersBy('isin')),
  structured('POST', '/v1/economic-calendar/query', releasesBody, economicReleases),
  structured('POST', '/v1/events-calendar/query', eventsBody, corporateEvents),
  ...categories.map((name) =>
    described('POST', `/v1/knowledge-graph/${name}`, lookupBody(name), lookup(name)),
  ),
  described('GET', '/v1/knowledge-graph/{category}/values/{filter}', anything, listValues),
  described('POST', '/v1/search', searchBody, search),
  described('POST', '/v1/search/watchlist', watchlistBody, watchlist),
  described('POST', '/v1/search/volume', volumeBody, volume),
  described('POST', '/v1/search/co-mentions/entities', searchBody, entityMentions),
  described('POST', '/v1/search/co-mentions/topics', searchBody, topicMentions),
  plain('POST', '/v1/search/batches', newBatchBody, createBatch),
  described('GET', '/v1/search/batches/{batch_id}', anything, batchStatus),
  plain('GET', '/v1/subscription/quotas', anything, quotas),
];

/** Every operation of `{agents_url}` (sections 4.1, 4.14). */
const workflowRows: readonly Row[] = [
  plain('GET', '/v1/workflow/executions', executionsQuery, listExecutions),
  streamed('POST', '/v1/workflow/execute', executeBody, execute),
  plain('GET', '/v1/workflow/templates', anything, templates.listOwn),
  plain('POST', '/v1/workflow/templates', templates.templateBody, templates.create),
  plain('GET', '/v1/workflow/templates/community', anything, templates.listCommunity),
  plain('GET', template, anything, templates.get),
  plain('PUT', template, templates.templateBody, templates.replace),
  plain('DELETE', template, anything, templates.remove),
  plain('POST', `${template}/clone`, anything, templates.clone),
];

export function dataRoutes(services: Services): Route[] {
  return dataRows.map((row) => row(services));
}

export function workflowRoutes(services: Services): Route[] {
  return workflowRows.map((row) => row(services));
}
