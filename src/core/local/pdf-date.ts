/**
 * The time that a PDF's own words for it stand for: `D:YYYYMMDDHHmmSSOHH'mm` (ISO 32000-1, 7.9.4). Null for
 * one that there is not: pdf.js would take the first of January for it.
 */
export function timeInPdf(text: string): string | null {
  const found = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([-+Z])?(\d\d)?'?(\d\d)?/.exec(text.trim());
  if (!found) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, ...away] = found;
  const [zoneHour = '00', zoneMinute = '00'] = away;
  // JavaScript takes the 30th of February for a day in March.
  if (!validTime(new Date(`${year}-${month}-${day}T00:00:00Z`))?.startsWith(`${year}-${month}-${day}`))
    return null;
  const zone = sign === '+' || sign === '-' ? `${sign}${zoneHour}:${zoneMinute}` : 'Z';
  return validTime(new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`));
}

/** ISO 8601 in UTC; null for what is no time, or one before there were such documents. */
export function validTime(date: Date): string | null {
  const time = date.getTime();
  return Number.isNaN(time) || time < 0 ? null : date.toISOString();
}
