import { extname } from 'node:path';

/**
 * Names of what Sluice itself puts into people's folders for a moment: directories that hold a file while it
 * is decided about, and files that are not whole yet. They are never documents, whatever a folder's rules
 * say.
 */
const ownName = /^\.sluice-.+\.(quarantine|part)$/;
/** The end of annotated documents that Sluice saves beside their originals. */
const annotatedEnding = '.annotated.json';

/** Of the form `.sluice-<ledger>-<upload>-<random>.quarantine`: who set what aside. */
export function quarantineName(owner: string, uploadId: number, random: string): string {
  return `.sluice-${owner}-${uploadId}-${random}.quarantine`;
}

/** Who made a quarantine directory of this name, or null when it is none. */
export function quarantineOwner(name: string): string | null {
  if (!name.startsWith('.sluice-')) return null;
  return /^\.sluice-([a-z0-9]+)-\d+-[a-z0-9]+\.quarantine$/.exec(name)?.[1] ?? null;
}

export function isOwnName(name: string): boolean {
  return name.startsWith('.sluice-') && ownName.test(name);
}

/** The ledger in a data folder. */
export const ledgerName = 'ledger.sqlite';
/** What lies beside it there, of which a copy may lack some. */
export const besideLedger: ReadonlySet<string> = new Set(['agent.lock', 'ledger.json', 'settings.json']);

/**
 * Whether a folder that contains these names is the data folder of another instance of Sluice, or a copy of
 * one. It may contain API keys.
 */
export function isDataFolder(entries: readonly { readonly name: string }[]): boolean {
  return (
    entries.some(({ name }) => name === ledgerName) && entries.some(({ name }) => besideLedger.has(name))
  );
}

/** Whether a file of this name may make a folder a data folder. */
export function marksDataFolder(name: string): boolean {
  return name === ledgerName || besideLedger.has(name);
}

/** Random letters that make a name one that nobody else thinks of. */
export function randomLetters(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}

export function annotatedName(name: string): string {
  return fitted(name, annotatedEnding);
}

/** The name of the file that says why another one failed. */
export function reasonName(name: string): string {
  return fitted(name, '.reason.txt');
}

export function isAnnotatedName(name: string): boolean {
  return name.endsWith(annotatedEnding);
}

/**
 * `a.pdf` → `a (2).pdf`: for what would otherwise lie where something else does. The first keeps its name.
 */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const ending = endingOf(name);
  return fitted(name.slice(0, name.length - ending.length), ` (${number})${ending}`);
}

/** The name in a trash, with room for the ending of the information that is kept of it there. */
export function trashName(name: string, number: number): string {
  const ending = endingOf(name);
  const mark = number === 1 ? '' : ` (${number})`;
  const room = longestName - '.trashinfo'.length;
  return fitted(name.slice(0, name.length - ending.length), `${mark}${ending}`, room);
}

/** What stands behind the last dot of a long name may be most of it: then it is no ending. */
function endingOf(name: string): string {
  const ending = isAnnotatedName(name) ? annotatedEnding : extname(name);
  return ending.length > longestEnding ? '' : ending;
}

/** Bytes of the longest name that file systems take; some count letters, of which there are never more. */
const longestName = 255;
const longestEnding = 32;

/**
 * A name with this ending, which may cost it letters before: without it a long name could not be used at all.
 */
function fitted(stem: string, ending: string, longest = longestName): string {
  let room = longest - Buffer.byteLength(ending);
  let end = 0;
  for (const letter of stem) {
    room -= Buffer.byteLength(letter);
    if (room < 0) break;
    end += letter.length;
  }
  return stem.slice(0, end) + ending;
}
