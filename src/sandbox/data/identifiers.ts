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
