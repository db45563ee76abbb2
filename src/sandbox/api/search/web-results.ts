import { chance, choose } from '../../data/invent.ts';
import { isoTime } from '../document-record.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Invented pages of the public web for a text (section 4.13, rule 8): the same text always finds the same.
 */
export function webResults(texts: readonly string[], now: number): Record<string, unknown>[] {
  return texts.flatMap((text) =>
    [1, 2, 3].map((number) => {
      const key = `${text.toLowerCase()}:${number}`;
      const name = choose(key, ['Tidewater Weekly', 'Market Garden Blog', 'Penny Corner']);
      const label = name.toLowerCase().replaceAll(' ', '-');
      const slug = encodeURIComponent(text.toLowerCase().trim().replace(/\s+/g, '-').slice(0, 60));
      return {
        url: `https://${label}.example.com/${slug}/${number}`,
        title: `${text}: what to know (${number})`,
        snippet: `An invented page about ${text}, so that web results can be met without the web.`,
        source: { name },
        timestamp: isoTime(now - Math.ceil(chance(`${key}:age`) * 30) * dayMs),
      };
    }),
  );
}
