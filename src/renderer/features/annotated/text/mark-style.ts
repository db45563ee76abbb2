/**
 * Types that have been seen (service-behaviour.md, "Annotated documents"), in an order that keeps frequent
 * ones far apart in looks.
 */
const known = ['COMP', 'PEOP', 'PLCE', 'ORGA', 'PROD', 'TOPI', 'BUSI', 'CEPT', 'SECT'] as const;
/** Looks: a colour and a kind of line each, so that types differ without colour too. */
export const markStyles = 8;

export function isKnownType(code: string): code is (typeof known)[number] {
  return (known as readonly string[]).includes(code);
}

/** The look of a type, 0 to 7; the same in every document. */
export function styleOfType(type: string): number {
  const index = (known as readonly string[]).indexOf(type.toUpperCase());
  if (index >= 0) return index % markStyles;
  if (type === '') return markStyles - 1;
  let sum = 0;
  for (const character of type) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % markStyles;
}
