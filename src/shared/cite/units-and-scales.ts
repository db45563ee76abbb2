const currencies: Readonly<Record<string, string>> = {
  $: '$',
  us$: '$',
  usd: '$',
  dollar: '$',
  '€': '€',
  eur: '€',
  euro: '€',
  '£': '£',
  gbp: '£',
  pound: '£',
  '¥': '¥',
  jpy: '¥',
  yen: '¥',
  franc: 'chf',
  franken: 'chf',
  fr: 'chf',
  rmb: 'cny',
  yuan: 'cny',
  renminbi: 'cny',
  '₹': 'inr',
  rupee: 'inr',
  kronor: 'krone',
  kroner: 'krone',
  ca$: 'c$',
  cad: 'c$',
  au$: 'a$',
  aud: 'a$',
  hkd: 'hk$',
  sgd: 's$',
  canadiandollar: 'c$',
  australiandollar: 'a$',
  hongkongdollar: 'hk$',
  singaporedollar: 's$',
};
const scales: readonly (readonly [words: RegExp, factor: number])[] = [
  [/^(?:cents?|pence)$/i, 1e-2],
  [/^(?:thousand|tausend|tsd\.?|k)$/i, 1e3],
  [/^lakhs?$/i, 1e5],
  [/^(?:millions?|millionen|mn|mio\.?|mm|m)$/i, 1e6],
  [/^crores?$/i, 1e7],
  [/^(?:billions?|bn|milliarden?|mrd\.?|b)$/i, 1e9],
  [/^(?:trillions?|tn|billionen)$/i, 1e12],
];

const foreign = String.raw`(?:US|U\.S\.|Canadian|Australian|Hong\sKong|Singapore|Swiss)\s`;
/** How sums are written, before and behind their figures: `US$`, `EUR`, “dollars”. */
export const money = String.raw`(?:(?:US|CA|C|AU|A|HK|NZ|NT|R|S)?\$|(?:USD|EUR|GBP|JPY|CHF|CNY|RMB|INR|CAD|AUD|HKD|SGD|SEK|NOK|DKK|KRW)(?!\p{L})|[€£¥₹])`;
export const moneyWord = String.raw`(?:[\s\u00a0-]*(?:${foreign})?(?:dollars?|euros?|pounds?|yen|francs?|franken|yuan|renminbi|rupees?|kron(?:or|er))(?!\p{L}))`;
export const scaleWord = String.raw`(?:[\s\u00a0-]*(?:thousand\b|tausend\b|tsd\b\.?|millions?\b|millionen\b|mn\b|mio\b\.?|billions?\b|bn\b|milliarden?\b|mrd\b\.?|trillions?\b|tn\b|billionen\b|lakhs?\b|crores?\b|cents?\b|pence\b)|(?:mm|[kmb])\b)`;
export const ofHundred = String.raw`(?:[\s\u00a0-]*(?:%[\s\u00a0-]?(?:points?|punkte)|percentage[\s-]+points?|prozentpunkte?n?|pp|pts)\b)`;
export const percent = String.raw`(?:[\s\u00a0-]*(?:\|\s*)?(?:%|per\s?cent\b|prozent\b))`;
export const points = String.raw`(?:[\s\u00a0-]*(?:bps?\b|basis[\s-]+points?\b|basispunkte?n?\b))`;

export function currencyOf(written: string): string | null {
  const plain = written.toLowerCase().replace(/[\s\u00a0-]/gu, '');
  const single = plain.replace(/^(?:u\.?s\.?|swiss)(?=\p{L}{3})/u, '').replace(/s$/u, '');
  return currencies[plain] ?? currencies[single] ?? single;
}

/** Currencies that a text names, be it beside a number or not. */
export function currenciesIn(text: string): Set<string> {
  const found = text.match(new RegExp(String.raw`${money}|\b${moneyWord}`, 'giu')) ?? [];
  return new Set(found.flatMap((one) => currencyOf(one) ?? []));
}

export function scaleOf(word: string | undefined): number | null {
  const plain = word?.replace(/^[\s\u00a0-]+|\s+$/gu, '');
  if (plain === undefined || plain === '') return null;
  return scales.find(([names]) => names.test(plain))?.[1] ?? null;
}
