/** From here on a sentiment counts as one. */
const neutral = 0.05;

export type Tone = 'positive' | 'negative' | 'neutral';

export function toneOf(sentiment: number | null): Tone {
  if (sentiment === null || Math.abs(sentiment) < neutral) return 'neutral';
  return sentiment > 0 ? 'positive' : 'negative';
}
