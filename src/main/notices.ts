import { countOpen } from '#shared/uploads/open-states.ts';

/** What happened since the person was last told. */
export interface Notice {
  readonly completed: number;
  readonly attention: number;
}

/** Milliseconds between two notifications while the queue never becomes empty. */
const atMostEvery = 10 * 60 * 1000;

/**
 * Gathers what happened into one notification (X3): when the queue becomes empty, or after ten minutes of
 * work.
 */
export function createNoticeGatherer(): (
  counts: Readonly<Record<string, number>>,
  now: number,
) => Notice | null {
  let told: { completed: number; attention: number; at: number } | undefined;
  return (counts, now) => {
    const completed = counts.completed ?? 0;
    const attention = counts.attention ?? 0;
    // What was there before the start is no news.
    told ??= { completed, attention, at: now };
    const news = {
      completed: Math.max(0, completed - told.completed),
      attention: Math.max(0, attention - told.attention),
    };
    const isQuiet = countOpen(counts) === 0;
    if (!isQuiet && now - told.at < atMostEvery) return null;
    if (news.completed + news.attention === 0 && !isQuiet) return null;
    told = { completed, attention, at: now };
    return news.completed + news.attention === 0 ? null : news;
  };
}
