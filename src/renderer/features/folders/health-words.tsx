import type { FolderHealth } from '#shared/bridge/folders.ts';
import { useSpeak } from '../../lib/i18n/use-spoken.ts';

interface HealthWordsProps {
  readonly health: FolderHealth;
  /** How it is watched, and why so. */
  readonly withWhy: boolean;
}

/** How a folder is watched, and what else there is to say of it. Core's English tells both in one text. */
export function HealthWords({ health: { said, why, remarks = [] }, withWhy }: HealthWordsProps) {
  const speak = useSpeak();
  const words = [
    withWhy ? ((said && speak(said)) ?? why) : undefined,
    ...remarks.map((remark) => speak(remark)),
  ].filter((one) => one);
  return words.map((one) => <span key={one}>{one}</span>);
}
