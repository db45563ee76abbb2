/** Securities of the catalog that no longer trade, and their last trading day (YYYY-MM-DD). */
const lastDays = new Map([
  ['Nordstrom, Inc.', '2025-05-20'],
  ['Cerner Corporation', '2022-06-08'],
  ['Sandbox Energy Majors ETF', '2025-09-30'],
]);

/**
 * Securities that came to the market in the time the data set covers, and their first trading day (a
 * Thursday).
 */
const firstDays = new Map([['Lumen Harbor Robotics, Inc.', '2025-06-12']]);

/** The last trading day of a security, or undefined while it trades. */
export function lastTradingDay(name: string): string | undefined {
  return lastDays.get(name);
}

/** The first trading day of a security, or undefined where it is older than the data set. */
export function firstTradingDay(name: string): string | undefined {
  return firstDays.get(name);
}

/** Whether a security was traded on a day. */
export function tradedOn(name: string, day: string): boolean {
  return day >= (firstDays.get(name) ?? '') && day <= (lastDays.get(name) ?? '9999');
}
