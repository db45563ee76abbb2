import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import { analystEstimates } from './analyst-estimates.ts';
import { companiesByIdentifier } from './companies-by-identifier.ts';
import { companyScreener } from './company-screener.ts';
import { dailyPrices } from './daily-prices.ts';
import { entitySentiment } from './entity-sentiment.ts';
import { revenueSegments } from './revenue-segments.ts';
import { subsidiaries } from './subsidiaries.ts';

/** Structured data about companies and currencies (sections 4.4–4.6, 4.12, 4.14). */
export function structuredDataRoutes(services: Services): Route[] {
  return [
    companyScreener(services),
    revenueSegments(services),
    ...entitySentiment(services),
    dailyPrices(services),
    analystEstimates(services),
    ...subsidiaries(services),
    ...companiesByIdentifier(services),
  ];
}
