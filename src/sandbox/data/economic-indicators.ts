import calendar from './economic-calendar.json' with { type: 'json' };

/** A figure that is published again and again. */
export interface Indicator {
  name: string;
  /**
   * Of the twelve of section 4.10: it names the first four; the other eight are the sandbox's own invention.
   */
  category: string;
  /** Published as a percentage: surprises then are percentage points. */
  percentage: boolean;
  /** Around which it moves, in full units or percent; and how far. */
  level: number;
  spread: number;
  /** Digits after the point. */
  digits: number;
  impact: 'HIGH' | 'MEDIUM' | 'LOW' | 'NONE';
  every: 'week' | 'month' | 'quarter';
  /** Day of the month after the period (or weekday, 1 is Monday) and hour UTC it is published at. */
  day: number;
  hour: number;
  higherIsBetter: boolean;
  /** Whether anybody forecasts it. */
  forecast: boolean;
}

export const economicIndicators = calendar.indicators as readonly Indicator[];

export const economicCategories = [...new Set(economicIndicators.map(({ category }) => category))];

/** Economies with releases; `EMU` is the euro area. */
export const economies: readonly string[] = calendar.economies;
