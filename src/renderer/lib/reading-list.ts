import type { DocumentFilter, DocumentSort } from '#shared/bridge/documents.ts';
import { currentStep } from './history-memory.tsx';
import { stepNumber } from './route.ts';

/** A document in a list, and where it is opened. */
export interface ReadingEntry {
  readonly contentId: string;
  readonly name: string;
  readonly address: string;
}

/** Where the documents of a list come from: from the host as they are needed, or they are known. */
export type ReadingSource =
  | { readonly kind: 'documents'; readonly filter: DocumentFilter; readonly sort: DocumentSort }
  | { readonly kind: 'known'; readonly entries: readonly ReadingEntry[] };

/** A list that a person reads document by document. */
export interface ReadingList {
  readonly source: ReadingSource;
  /** The grid it stands in, and the line of its first document there; null for a list of links. */
  readonly grid: { readonly name: string; readonly line: number } | null;
  /** The step of the history the list is at, and its number. */
  readonly step: string;
  readonly number: number;
}

/** Where in which list a person is. */
export interface ReadingPlace {
  readonly list: ReadingList;
  readonly at: number;
  readonly contentId: string;
}

interface Kept {
  /** By the step of the list. */
  readonly lists: readonly ReadingList[];
  readonly places: readonly (Omit<ReadingPlace, 'list'> & {
    readonly step: string;
    readonly list: string;
  })[];
}

const key = 'sluice-reading';
/** Lists and documents back in the history that are remembered. */
const mostLists = 8;
const mostPlaces = 100;

/** What was opened, until its page shows it. */
let opened: ReadingPlace | undefined;
/** What was shown last: a step within the same document is at the same place of the same list. */
let shown: ReadingPlace | undefined;

function read(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '') as Partial<Kept>;
    return { lists: kept.lists ?? [], places: kept.places ?? [] };
  } catch {
    return { lists: [], places: [] };
  }
}

/** Notes that a document is opened from a list; said before going to its page. */
export function startReading(
  list: Pick<ReadingList, 'source' | 'grid'>,
  at: number,
  contentId: string,
): void {
  opened = { list: { ...list, step: currentStep(), number: stepNumber() }, at, contentId };
}

/** Notes that the person goes on to another document of the list. */
export function readOn({ list }: ReadingPlace, at: number, contentId: string): void {
  opened = { list, at, contentId };
}

/** Where in which list this step of the history is; undefined where its document was opened from none. */
export function placeInList(contentId: string): ReadingPlace | undefined {
  const step = currentStep();
  const kept = read();
  const known = kept.places.find((one) => one.step === step && one.contentId === contentId);
  const list = kept.lists.find((one) => one.step === known?.list);
  const mine = known && list ? { list, at: known.at, contentId } : undefined;
  const place = mine ?? [opened, shown].find((one) => one?.contentId === contentId);
  // The page that is left may look once more before the one that is opened does.
  if (opened?.contentId === contentId) opened = undefined;
  shown = place;
  if (place !== undefined && mine === undefined) keep(kept, step, place);
  return place;
}

function keep({ lists, places }: Kept, step: string, { list, at, contentId }: ReadingPlace): void {
  const kept: Kept = {
    lists: [list, ...lists.filter((one) => one.step !== list.step)].slice(0, mostLists),
    places: [{ step, list: list.step, at, contentId }, ...places.filter((one) => one.step !== step)].slice(
      0,
      mostPlaces,
    ),
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A list that is too long for the browser is forgotten with the page.
  }
}
