import { type ErrorCode, errorCatalog, isErrorCode } from '../errors/catalog.ts';
import { isWaitReason, waitReasons } from './wait-reasons.ts';

/** Why a name under a watch folder is not uploaded, in words for people (W5, W16). */
export const skipReasons = {
  'ignored-name': 'Temporary and system files are left out.',
  hidden: 'Hidden files are left out by this folder.',
  'own-output': 'Sluice put this here itself.',
  'nested-folder': 'It belongs to a watch folder of its own.',
  'ignore-file': 'The .sluiceignore file leaves it out.',
  filter: 'A filter of this folder leaves it out.',
  type: 'This type of file is not chosen for this folder.',
  'too-small': 'It is smaller than this folder takes.',
  'too-large': 'It is larger than this folder takes.',
  'too-old': 'It is older than this folder takes.',
  link: 'It is a link, and this folder does not follow links.',
  'link-outside': 'It is a link to something outside the folder.',
  'link-loop': 'It is a link to a folder that is looked at already.',
  'link-broken': 'It is a link to something that is not there.',
  'existed-before': 'It was there before the folder was added, and only new files are wanted.',
  'not-chosen': 'It was there before the folder was added, and was not chosen.',
  cancelled: 'Its upload was cancelled.',
} as const;

export type SkipReason = keyof typeof skipReasons | Extract<ErrorCode, 'FILE_EMPTY' | 'NOT_A_FILE'>;

/** One sentence for any reason a local file can carry; unknown ones are answered as they are. */
export function reasonSentence(reason: string): string {
  if (Object.hasOwn(skipReasons, reason)) return skipReasons[reason as keyof typeof skipReasons];
  if (isWaitReason(reason)) return waitReasons[reason];
  return isErrorCode(reason) ? errorCatalog[reason].happened : reason;
}
