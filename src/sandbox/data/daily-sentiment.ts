import { chance, rounded } from './invent.ts';

/** A row of the sentiment series (section 2.6). */
export interface SentimentDay {
  date: string;
  daily_sentiment: number;
  sentiment_pressure: number;
  abnormal_media_attention: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * One row a day, both ends included: a mood that swings over months, with the noise of the day.
 *
 * @param start first day, milliseconds since 1970 at midnight UTC
 * @param end last day
 */
export function sentimentDays(id: string, start: number, end: number): SentimentDay[] {
  const days: SentimentDay[] = [];
  const phase = chance(`${id}:mood`) * 200;
  for (let time = start; time <= end; time += dayMs) {
    const day = time / dayMs;
    const date = new Date(time).toISOString().slice(0, 10);
    const mood = Math.sin((day + phase) / 29) * 0.3 + Math.sin((day + phase) / 101) * 0.3;
    const noise = (chance(`${id}:${date}:mood`) - 0.5) * 0.5;
    days.push({
      date,
      daily_sentiment: rounded(mood + noise, 4),
      sentiment_pressure: rounded(mood * 0.8 + noise * 0.2, 4),
      abnormal_media_attention: rounded((chance(`${id}:${date}:media`) - 0.4) * 4, 4),
    });
  }
  return days;
}
