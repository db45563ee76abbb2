/** A fiscal year or quarter; every invented company's fiscal year is the calendar year. */
export interface FiscalPeriod {
  fiscalYear: number;
  /** `FY`, or `Q1` to `Q4`. */
  period: string;
  /** Last day, YYYY-MM-DD. */
  endDate: string;
  /** Milliseconds since 1970 at the end of the last day. */
  endsAt: number;
}

export type Basis = 'annual' | 'quarter';

/** All periods from one year to another, oldest first. */
export function fiscalPeriods(basis: Basis, fromYear: number, toYear: number): FiscalPeriod[] {
  const periods: FiscalPeriod[] = [];
  for (let year = fromYear; year <= toYear; year += 1) {
    if (basis === 'annual') periods.push(period(year, 'FY', 12));
    else
      for (let quarter = 1; quarter <= 4; quarter += 1)
        periods.push(period(year, `Q${quarter}`, quarter * 3));
  }
  return periods;
}

function period(fiscalYear: number, name: string, endMonth: number): FiscalPeriod {
  const endsAt = Date.UTC(fiscalYear, endMonth, 1);
  const endDate = new Date(endsAt - 1).toISOString().slice(0, 10);
  return { fiscalYear, period: name, endDate, endsAt };
}
