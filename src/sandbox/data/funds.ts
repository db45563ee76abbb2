import { entityId } from '../enrich/annotate/gazetteer.ts';
import type { Card } from './card.ts';
import { webpageOf } from './companies.ts';
import { etfsTable, fundsTable } from './funds-table.ts';
import { inventedCusip, inventedIsin, inventedSedol } from './identifiers.ts';
import { readTable } from './read-table.ts';

/** An ETF record (section 2.3). */
export interface Etf extends Card {
  country: string;
  ticker: string;
  sector: string;
  industry: string;
  status: string;
  isin_values: string[];
  cusip_values: string[];
  listing_values: string[];
}

/** Numbers of the funds' identifiers, beside those of companies (from 1) and their bonds (from 5001). */
const firstEtf = 2001;
const firstFund = 3001;

export function etfs(): Etf[] {
  return readTable(etfsTable).map((cells, index) => {
    const [name = '', ticker = '', exchange = '', country = '', sector = '', industry = ''] = cells;
    const number = firstEtf + index;
    return {
      id: entityId('ETF', name),
      name,
      country,
      ticker,
      description: cells[7] ?? '',
      status: cells[6] ?? '',
      sector,
      industry_group: 'Funds',
      industry,
      webpage: webpageOf(name),
      favicon: `${webpageOf(name)}/favicon.ico`,
      isin_values: [inventedIsin(country, number)],
      cusip_values: country === 'US' ? [inventedCusip(number)] : [],
      sedol_values: [inventedSedol(number)],
      listing_values: [`${exchange}:${ticker}`],
    };
  });
}

export function funds(): Card[] {
  return readTable(fundsTable).map(([name = '', ticker, country = '', sector, type, description], index) => ({
    id: entityId('FUND', name),
    name,
    type,
    country,
    ticker,
    sector,
    description,
    isin_values: [inventedIsin(country, firstFund + index)],
  }));
}
