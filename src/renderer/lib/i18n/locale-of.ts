/**
 * What numbers and dates are written by: English as it is written in Britain, with the day before the month.
 */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}
