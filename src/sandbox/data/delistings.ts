/** Securities of the catalog that no longer trade, and their last trading day (YYYY-MM-DD). */
const lastDays = new Map([
  ['Nordstrom, Inc.', '2025-05-20'],
  ['Cerner Corporation', '2022-06-08'],
  ['Sandbox Energy Majors ETF', '2025-09-30'],
]);

/** The last trading day of a security, or undefined while it trades. */
export function lastTradingDay(name: string): string | undefined {
  return lastDays.get(name);
}
