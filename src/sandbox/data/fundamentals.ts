import { type Company, sharesOf } from './companies.ts';
import type { Basis, FiscalPeriod } from './fiscal-periods.ts';
import { between, chance, rounded } from './invent.ts';
import { usualPrice } from './prices.ts';

/** What a company earned in a period, in whole currency units; per share in the currency. */
export interface Figures {
  revenue: number;
  netIncome: number;
  earningsPerShare: number;
  ebitda: number;
}

/** The invented figures of a period: a level that grows a little each year, with a season for quarters. */
export function figuresOf(company: Company, { fiscalYear, period }: FiscalPeriod): Figures {
  if (period === 'FY') {
    const quarters = [1, 2, 3, 4].map((quarter) => quarterOf(company, fiscalYear, quarter));
    const sum = (field: keyof Figures) => quarters.reduce((total, one) => total + one[field], 0);
    return {
      revenue: sum('revenue'),
      netIncome: sum('netIncome'),
      earningsPerShare: rounded(sum('earningsPerShare'), 2),
      ebitda: sum('ebitda'),
    };
  }
  return quarterOf(company, fiscalYear, Number(period.slice(1)));
}

function quarterOf(company: Company, year: number, quarter: number): Figures {
  const { id } = company;
  const shares = sharesOf(company);
  // The market pays so many years of revenue, so that price, capitalization and earnings fit together.
  const multiple = between(`${id}:multiple`, 1.5, 7);
  const level = (usualPrice(id) * shares) / multiple / 4;
  const growth = 1 + between(`${id}:growth`, 0.01, 0.09);
  const season = 1 + (chance(`${id}:season:${quarter}`) - 0.5) * 0.2;
  const luck = 1 + (chance(`${id}:${year}:${quarter}`) - 0.5) * 0.06;
  const revenue = Math.round(level * growth ** (year - 2024) * season * luck);
  const margin = between(`${id}:margin`, 0.05, 0.28) * luck;
  const netIncome = Math.round(revenue * margin);
  return {
    revenue,
    netIncome,
    earningsPerShare: rounded(netIncome / shares, 2),
    ebitda: Math.round(netIncome * 1.6),
  };
}

/** How the revenue of a period divides among the product segments; the parts sum up to the whole. */
export function segmentsOf(company: Company, period: FiscalPeriod): Record<string, number> {
  const names = segmentNames[company.sector] ?? ['Products', 'Services', 'Other'];
  const { revenue } = figuresOf(company, period);
  const weights = names.map((name) => between(`${company.id}:${name}`, 1, 5));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.round((revenue * weight) / whole));
  const rest = revenue - parts.slice(1).reduce((sum, part) => sum + part, 0);
  return Object.fromEntries(names.map((name, index) => [name, index === 0 ? rest : (parts[index] ?? 0)]));
}

const segmentNames: Record<string, readonly string[]> = {
  Technology: ['Products', 'Services', 'Licences'],
  Financials: ['Lending', 'Fees and Commissions', 'Trading'],
  'Health Care': ['Medicines', 'Devices', 'Services'],
  'Consumer Services': ['Stores', 'Online', 'Memberships'],
  'Consumer Goods': ['Core Brands', 'New Brands', 'Services'],
  Energy: ['Production', 'Refining', 'Retail'],
};

/** One side of the market's expectation for a figure. */
export interface Estimate {
  low: number;
  high: number;
  average: number;
  analysts: number;
}

/** What analysts expect (or expected) a figure to be: near it, and further apart the further it is ahead. */
export function estimateOf(
  company: Company,
  period: FiscalPeriod,
  figure: keyof Figures,
  basis: Basis,
): Estimate {
  const key = `${company.id}:${period.fiscalYear}:${period.period}:${figure}`;
  const digits = figure === 'earningsPerShare' ? 2 : 0;
  const actual = figuresOf(company, period)[figure];
  const average = actual * (1 + (chance(`${key}:error`) - 0.5) * (basis === 'annual' ? 0.06 : 0.1));
  const spread = Math.abs(average) * between(`${key}:spread`, 0.01, 0.08);
  return {
    low: rounded(average - spread, digits),
    high: rounded(average + spread, digits),
    average: rounded(average, digits),
    analysts: 3 + Math.floor(chance(`${key}:analysts`) * 30),
  };
}
