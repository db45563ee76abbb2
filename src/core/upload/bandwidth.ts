import type { Profile } from '#shared/settings/profile.ts';
import type { BandwidthWindow, Settings } from '#shared/settings/settings.ts';

/**
 * The limit for uploads at this local time, bytes a second; null without one, 0 pauses (U12). The first
 * window that matches wins.
 */
export function bandwidthNow(settings: Settings, profile: Profile, at: Date): number | null {
  const window = settings.bandwidthSchedule.find((one) => isWithin(one, at));
  return window ? window.bytesPerSecond : profile.uploadBandwidth;
}

function isWithin(window: BandwidthWindow, at: Date): boolean {
  const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  if (window.from <= window.to)
    return window.days.includes(at.getDay()) && time >= window.from && time < window.to;
  // Over midnight: the part after it belongs to the day before.
  if (time >= window.from) return window.days.includes(at.getDay());
  return time < window.to && window.days.includes((at.getDay() + 6) % 7);
}
