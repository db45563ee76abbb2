import type { Card } from './card.ts';
import { between, rounded } from './invent.ts';

/** An ETF record (section 2.3). */
export interface Etf extends Card {
  country: string;
  ticker: string;
  status: string;
  sector: string;
  industry: string;
  isin_values: string[];
  cusip_values: string[];
  listing_values: string[];
}

/** A company's card, and what other operations derive its figures from. */
export interface Company extends Etf {
  type: 'PUBLIC' | 'PRIVATE';
}

/** Shares outstanding, invented. */
export function sharesOf(company: Company): number {
  return Math.round(between(`${company.id}:shares`, 40, 9000)) * 1_000_000;
}

/** Sensitivity to the market, invented. */
export function betaOf(id: string): number {
  return rounded(between(`${id}:beta`, 0.4, 1.9), 2);
}

/** The currency a company reports and is priced in. */
export function currencyOf(country: string): string {
  return currencies[country] ?? 'EUR';
}

const currencies: Record<string, string> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  JP: 'JPY',
  TW: 'TWD',
  KR: 'KRW',
  CA: 'CAD',
};
