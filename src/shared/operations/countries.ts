/** What a country is answered as: the economic calendar takes UK and answers GB (specification 4.10). */
export function answeredAs(country: string): string {
  return country === 'UK' ? 'GB' : country;
}

/** Whether two codes mean the same country: UK and GB do. */
export function isSameCountry(one: string, other: string): boolean {
  return answeredAs(one) === answeredAs(other);
}
