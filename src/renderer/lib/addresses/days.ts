/**
 * The time that days `YYYY-MM-DD` take, both included and empty for any: `after` its begin, `before` its end,
 * milliseconds since the epoch. Days are the person's own, from midnight to midnight.
 */
export function timeOfDays(from: string, to: string): { readonly after?: number; readonly before?: number } {
  const after = startOfDay(from, 0);
  const before = startOfDay(to, 1);
  return {
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Midnight before a day, `plusDays` later; undefined for what is no day. */
function startOfDay(day: string, plusDays: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const time = new Date(year, month - 1, date + plusDays).getTime();
  return Number.isNaN(time) ? undefined : time;
}
