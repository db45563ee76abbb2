import type { Profile } from '#shared/settings/profile.ts';
import type { BandwidthWindow, Settings } from '#shared/settings/settings.ts';

/** With less, bytes a second, a file of some megabytes would take days, and seem to be under way. */
const leastLimit = 1_000;

/**
 * The limit for uploads at this local time, bytes a second; null without one, 0 pauses (U12). The first
 * window that matches wins. A limit below 1 kB/s counts as that.
 */
export function bandwidthNow(settings: Settings, profile: Profile, at: Date): number | null {
  const window = settings.bandwidthSchedule.find((one) => isWithin(one, at));
  const limit = window ? window.bytesPerSecond : profile.uploadBandwidth;
  return limit === null || limit === 0 ? limit : Math.max(limit, leastLimit);
}

/** Ahead of now, ms: every window begins or ends within a week. */
const lookAheadMs = 8 * 24 * 60 * 60_000;

/**
 * When the timetable lets uploads go on that it pauses now; ms since the epoch. Null where it never does,
 * undefined where it pauses nothing.
 */
export function pausedUntil(settings: Settings, profile: Profile, now: number): number | null | undefined {
  if (bandwidthNow(settings, profile, new Date(now)) !== 0) return undefined;
  const times = new Set(settings.bandwidthSchedule.flatMap(({ from, to }) => [from, to, '00:00']));
  const starts: number[] = [];
  for (let day = now; day <= now + lookAheadMs; day += 24 * 60 * 60_000) {
    for (const time of times) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      starts.push(new Date(day).setHours(hours, minutes, 0, 0));
    }
  }
  const next = starts.filter((at) => at > now).sort((one, two) => one - two);
  return next.find((at) => bandwidthNow(settings, profile, new Date(at)) !== 0) ?? null;
}

function isWithin(window: BandwidthWindow, at: Date): boolean {
  const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  if (window.from <= window.to)
    return window.days.includes(at.getDay()) && time >= window.from && time < window.to;
  // Over midnight: the part after it belongs to the day before.
  if (time >= window.from) return window.days.includes(at.getDay());
  return time < window.to && window.days.includes((at.getDay() + 6) % 7);
}
