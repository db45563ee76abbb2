import { readTable } from './read-table.ts';

/**
 * The twelve categories of the economic calendar (section 4.10). The specification names the first four; the other eight are
 * the sandbox's own invention.
 */
export const economicCategories = [
  'inflation',
  'labor-market',
  'central-banks',
  'bond-auctions',
  'economic-growth',
  'consumer-spending',
  'consumer-confidence',
  'business-confidence',
  'industrial-production',
  'housing-market',
  'foreign-trade',
  'public-finances',
] as const;
export type EconomicCategory = (typeof economicCategories)[number];

export type Impact = 'HIGH' | 'MEDIUM' | 'LOW' | 'NONE';

/** A figure that is published again and again. */
export interface Indicator {
  name: string;
  category: EconomicCategory;
  /** Published as a percentage: surprises then are percentage points. */
  percentage: boolean;
  /** Around which it moves, in full units or percent; and how far. */
  level: number;
  spread: number;
  /** Digits after the point. */
  digits: number;
  impact: Impact;
  every: 'week' | 'month' | 'quarter';
  /** Day of the month after the period (or weekday, 1 is Monday) and hour UTC it is published at. */
  day: number;
  hour: number;
  higherIsBetter: boolean;
  /** Whether anybody forecasts it. */
  forecast: boolean;
}

// name | category | unit | level | spread | digits | impact | every | day | hour | better when | forecast
const table = `
Consumer Price Index YoY|inflation|percent|2.4|1.2|1|HIGH|month|12|12|lower|yes
Consumer Price Index MoM|inflation|percent|0.2|0.3|1|MEDIUM|month|12|12|lower|yes
Producer Price Index YoY|inflation|percent|2.1|2|1|MEDIUM|month|14|12|lower|yes
Unemployment Rate|labor-market|percent|4.6|0.8|1|HIGH|month|5|12|lower|yes
Employment Change|labor-market|units|180000|120000|0|HIGH|month|5|12|higher|yes
Initial Jobless Claims|labor-market|units|225000|20000|0|MEDIUM|week|4|12|lower|yes
Average Earnings YoY|labor-market|percent|3.9|0.6|1|MEDIUM|month|5|12|higher|yes
Policy Rate Decision|central-banks|percent|3.25|0.25|2|HIGH|quarter|18|18|higher|yes
Central Bank Reserves|central-banks|units|410000000000|15000000000|0|LOW|month|7|8|higher|no
3-Month Bill Auction|bond-auctions|percent|3.6|0.4|3|LOW|week|1|15|lower|no
10-Year Bond Auction|bond-auctions|percent|3.9|0.5|3|LOW|month|10|16|lower|no
30-Year Bond Auction|bond-auctions|percent|4.3|0.4|3|NONE|month|11|16|lower|no
Gross Domestic Product QoQ|economic-growth|percent|0.4|0.5|1|HIGH|quarter|28|12|higher|yes
Gross Domestic Product YoY|economic-growth|percent|1.8|1.1|1|HIGH|quarter|28|12|higher|yes
Retail Sales MoM|consumer-spending|percent|0.2|0.8|1|HIGH|month|16|12|higher|yes
Retail Sales YoY|consumer-spending|percent|2.6|1.7|1|MEDIUM|month|16|12|higher|yes
Consumer Credit|consumer-spending|units|11500000000|4000000000|0|LOW|month|8|19|higher|yes
Consumer Confidence Index|consumer-confidence|units|98.5|6|1|MEDIUM|month|25|14|higher|yes
Consumer Expectations Index|consumer-confidence|units|82|7|1|LOW|month|26|14|higher|yes
Manufacturing Purchasing Managers Index|business-confidence|units|50.2|3|1|HIGH|month|1|14|higher|yes
Services Purchasing Managers Index|business-confidence|units|52.6|2.5|1|MEDIUM|month|3|14|higher|yes
Industrial Production MoM|industrial-production|percent|0.1|0.9|1|MEDIUM|month|15|13|higher|yes
Factory Orders MoM|industrial-production|percent|0.3|1.6|1|LOW|month|4|14|higher|yes
Capacity Utilization|industrial-production|percent|77.8|1.5|1|LOW|month|15|13|higher|yes
Housing Starts|housing-market|units|1380000|90000|0|MEDIUM|month|19|12|higher|yes
House Price Index YoY|housing-market|percent|4.1|2|1|LOW|month|27|13|higher|yes
Exports|foreign-trade|units|258000000000|9000000000|0|LOW|month|6|12|higher|yes
Imports|foreign-trade|units|249000000000|9000000000|0|LOW|month|6|12|lower|yes
Tax Revenue|public-finances|units|402000000000|50000000000|0|LOW|month|20|18|higher|no
Government Debt to Output|public-finances|percent|92.4|3|1|NONE|quarter|22|9|lower|no
`;

export function economicIndicators(): Indicator[] {
  return readTable(table).map((cells) => ({
    name: cells[0] ?? '',
    category: cells[1] as EconomicCategory,
    percentage: cells[2] === 'percent',
    level: Number(cells[3]),
    spread: Number(cells[4]),
    digits: Number(cells[5]),
    impact: cells[6] as Impact,
    every: cells[7] as Indicator['every'],
    day: Number(cells[8]),
    hour: Number(cells[9]),
    higherIsBetter: cells[10] === 'higher',
    forecast: cells[11] === 'yes',
  }));
}

/** Economies with releases; `EMU` is the euro area. */
export const economies = [
  'US',
  'EMU',
  'GB',
  'DE',
  'FR',
  'IT',
  'ES',
  'CH',
  'JP',
  'CN',
  'IN',
  'CA',
  'AU',
  'BR',
  'SE',
];
