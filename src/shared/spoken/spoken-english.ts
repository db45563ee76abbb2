import { errorCatalog, isErrorCode } from '../errors/catalog.ts';
import { fillSpoken, type Said } from './said.ts';

const { FOLDER_MISSING, FOLDER_UNREADABLE, DRIVE_NOT_ANSWERING, DISK_FULL } = errorCatalog;

/** Sentences of health and of the live checks, in English; the pages have the others (`spoken-de.ts`). */
export const spokenEnglish = {
  'health.starting': 'The folder is being looked through for the first time since the start.',
  'health.paused': 'This folder is paused. Nothing new is taken until it is resumed.',
  'health.native': 'Changes are seen at once, and everything is compared again about every {everyMs}.',
  'health.network':
    'This is a network drive ({kind}), which does not report every change. Sluice looks through it every {everyMs}, and takes a file once it has been quiet for {settleMs}.',
  'health.asked': 'Sluice looks through this folder every {everyMs} instead of watching it.',
  'health.tooMany':
    'The folder has {directories} subfolders, more than Sluice watches one by one. It looks through them every {everyMs} instead.',
  'health.missing': `${FOLDER_MISSING.happened} ${FOLDER_MISSING.next} ${FOLDER_MISSING.remedy}`,
  'health.unmounted': `The folder is empty and lies on another volume than before: its drive does not seem to be mounted. ${FOLDER_MISSING.next} ${FOLDER_MISSING.remedy}`,
  'health.otherVolume': `Another volume or folder lies where this watch folder was: its drive does not seem to be mounted. ${FOLDER_MISSING.next} If this is the right folder, say so on the page of the folder or with \`sluice folders decide\`.`,
  'health.away':
    'The drive of {count} files is not mounted: {places}. They are kept as they are, and nothing of them is deleted; Sluice goes on when it is back. If they are really gone, say so on the page of the folder or with `sluice folders decide`.',
  'health.unreadable': `${FOLDER_UNREADABLE.happened} ${FOLDER_UNREADABLE.next} ${FOLDER_UNREADABLE.remedy}`,
  'health.silent': `The drive of this folder has not answered since {since}. ${DRIVE_NOT_ANSWERING.next} ${DRIVE_NOT_ANSWERING.remedy}`,
  'health.limit':
    'The system cannot watch more folders ({error}). Sluice looks through the folder every {everyMs} instead, so nothing is missed.',
  'health.limitLinux':
    "The system's limit of watched folders is reached ({setting}). Sluice looks through the folder every {everyMs} instead, so nothing is missed. To have changes seen at once, raise it: {command}",
  'health.ignoreOdd':
    '{path} is no ordinary file, so nothing is left out by it. Remove it, or put a file in its place.',
  'health.ignoreLarge':
    '{path} is larger than 1 MB and is not read: what it left out before stays out, and where it was never read nothing is taken. Shorten it.',
  'health.ignoreSlow':
    '{path} has more than 2,000 rules, or one with too many stars to be asked about every file, and is not followed: what it left out before stays out, and where it was never followed nothing is taken. Shorten it.',
  'health.ignoreUnread':
    '{path} cannot be read, or leads out of the folder: what it left out before stays out, and where it was never read nothing is taken. Make it readable.',
  'health.ignoreMore': '{count} more .sluiceignore files are not followed.',
  'health.asideOfOther':
    'Another Sluice set a file aside in {path} and has not given it back. If none is at it any more, this one gives the file its name back a day after it was set aside. To have it at once, move the file out of there and remove that folder.',
  'health.otherAgent': 'Process {process} on {host} watches it, and says how it is.',
  'health.noAgent': 'No agent is watching now; start one with `sluice watch`.',
  'health.off': 'This folder is not being watched now.',
  'check.name.profile': 'profile',
  'check.name.key': 'key',
  'check.name.service': 'service reachable',
  'check.name.accepted': 'key accepted',
  'check.name.documents': 'documents',
  'check.name.tags': 'tags',
  'check.name.tagKind': 'tags of uploads',
  'check.name.connectors': 'connectors',
  'check.name.folder': 'folder {folder}',
  'check.name.disk': 'disk',
  'check.name.dataFolder': 'data folder',
  'check.name.watches': 'watch limit',
  'check.name.notice': 'notice',
  'check.noProfile': 'No profile is set up: give the address of the service with --base-url.',
  'check.keySet': 'An API key is set.',
  'check.answers': '{host} answers.',
  'check.accepted': 'The service accepts the key.',
  'check.documents': 'Documents can be listed.',
  'check.noList':
    'This service does not list documents; Sluice asks for each by itself, a little more often.',
  'check.tags': 'Tags can be read.',
  'check.noTags': 'This service has no list of tags; uploads send the names as they are.',
  'check.tagKind.unknown':
    'Whether this service takes ids or names of tags is not known yet; the first upload with a tag finds out.',
  'check.tagKind.refused-name':
    'Sent by id: on {at} this service refused the name of a tag that it has. Sluice looks up the ids.',
  'check.tagKind.ignored-name':
    'Sent by id: on {at} this service took the name of a tag, and the document did not have it. Sluice looks up the ids.',
  'check.tagKind.took-name':
    'Sent by name: on {at} this service took the name of a tag, and the document had it.',
  'check.tagKind.untold':
    'Sent by name: on {at} this service took the name of a tag; it does not tell which tags a new document has.',
  'check.tagKind.no-tags': 'Sent by name: on {at} this service had no list of tags in which to look up ids.',
  'check.connectors': 'Connectors can be read.',
  'check.folder': '{path} can be read.',
  'check.dataFolder': 'Only you can read what Sluice keeps.',
  'check.space': '{megabytes} MB are free for the data folder.',
  'check.littleSpace': `Only {megabytes} MB are free for the data folder. ${DISK_FULL.remedy}`,
  'check.watches': 'Up to {limit} folders can be watched at once.',
  'check.fewWatches':
    'Only {limit} folders can be watched at once; beyond that Sluice looks at them every half minute. Raise fs.inotify.max_user_watches.',
} as const;

export type SpokenCode = keyof typeof spokenEnglish;

export function isSpokenCode(code: string): code is SpokenCode {
  return Object.hasOwn(spokenEnglish, code);
}

/** A sentence of ours, with its values. */
export function said(code: SpokenCode, values: Said['values'] = {}): Said {
  return { code, values };
}

/** The sentence in English: for the command line, for JSON and for logs. */
export function speakEnglish({ code, values }: Said): string {
  if (isSpokenCode(code)) return fillSpoken(spokenEnglish[code], values, english);
  if (!isErrorCode(code)) return code;
  const { happened, remedy } = errorCatalog[code];
  return values.detail === undefined ? `${happened} ${remedy}` : `${happened} (${values.detail}) ${remedy}`;
}

const english = {
  number: (value: number) => value.toLocaleString('en'),
  duration(milliseconds: number): string {
    if (milliseconds < 1000) return `${milliseconds} ms`;
    const seconds = Math.round(milliseconds / 1000);
    if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
    return `${Math.round(seconds / 60)} minutes`;
  },
};
