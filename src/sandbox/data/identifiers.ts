/**
 * Invented identifiers with right check digits. All lie in the ranges the standards leave to their users (CUSIP issuers from
 * 990000, SEDOLs from 9), so that none can be mistaken for a real security's.
 */

/** The CUSIP of the n-th invented issue: 9 characters. */
export function inventedCusip(number: number): string {
  const base = `${990_000 + number}10`;
  return base + cusipDigit(base);
}

/** The ISIN of the n-th invented issue in a country: around the CUSIP in the United States and Canada. */
export function inventedIsin(country: string, number: number): string {
  const northAmerica = country === 'US' || country === 'CA';
  const base = country + (northAmerica ? inventedCusip(number) : `00099${String(number).padStart(4, '0')}`);
  return base + isinDigit(base);
}

/** The SEDOL of the n-th invented issue: 7 characters. */
export function inventedSedol(number: number): string {
  const base = `9${String(number).padStart(5, '0')}`;
  const weights = [1, 3, 1, 7, 3, 9];
  const sum = [...base].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  return base + ((10 - (sum % 10)) % 10);
}

/** Whether a CUSIP has 9 characters and the right check digit. */
export function isCusip(text: string): boolean {
  return /^[0-9A-Z]{8}\d$/.test(text) && cusipDigit(text.slice(0, 8)) === text.slice(8);
}

/** Whether an ISIN has 12 characters and the right check digit. */
export function isIsin(text: string): boolean {
  return /^[A-Z]{2}[0-9A-Z]{9}\d$/.test(text) && isinDigit(text.slice(0, 11)) === text.slice(11);
}

function cusipDigit(base: string): string {
  let sum = 0;
  for (const [index, character] of [...base].entries()) {
    const value = Number.parseInt(character, 36) * (index % 2 === 1 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return String((10 - (sum % 10)) % 10);
}

function isinDigit(base: string): string {
  const digits = [...base].map((character) => Number.parseInt(character, 36)).join('');
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return String((10 - (sum % 10)) % 10);
}
