import { entityId } from '../enrich/annotate/gazetteer.ts';
import type { Card } from './card.ts';
import { companiesTable } from './companies-table.ts';
import { inventedCusip, inventedIsin, inventedSedol } from './identifiers.ts';
import { between, rounded } from './invent.ts';
import { readTable } from './read-table.ts';

/** A company's card, and what other operations derive its figures from. */
export interface Company extends Card {
  type: 'PUBLIC' | 'PRIVATE';
  country: string;
  ticker: string;
  status: string;
  sector: string;
  industry_group: string;
  industry: string;
  isin_values: string[];
  cusip_values: string[];
  sedol_values: string[];
  listing_values: string[];
}

/** A bond's identifiers lie this far above the equity's number. */
const bondOffset = 5000;

/** Every company of the data set, with invented identifiers; companies with a bond carry its identifiers too. */
export function companies(): Company[] {
  return readTable(companiesTable).map((cells, index) => {
    const [name = '', ticker = '', exchange = '', country = '', sector = '', group = '', industry = ''] =
      cells;
    const listed = ticker !== '';
    const numbers = listed ? [index + 1, ...(index % 3 === 0 ? [bondOffset + index + 1] : [])] : [];
    return {
      id: entityId('COMP', name),
      name,
      type: listed ? 'PUBLIC' : 'PRIVATE',
      country,
      ticker,
      description: `${name} is a ${listed ? 'listed' : 'private'} company in ${industry.toLowerCase()} (${sector}).`,
      status: cells[7] ?? '',
      sector,
      industry_group: group,
      industry,
      webpage: webpageOf(name),
      favicon: `${webpageOf(name)}/favicon.ico`,
      isin_values: numbers.map((number) => inventedIsin(country, number)),
      cusip_values: country === 'US' || country === 'CA' ? numbers.map(inventedCusip) : [],
      sedol_values: numbers.slice(0, 1).map(inventedSedol),
      listing_values: listed ? [`${exchange}:${ticker}`] : [],
    };
  });
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

/** An invented web address that no name server answers. */
export function webpageOf(name: string): string {
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `https://${label}.example.com`;
}
