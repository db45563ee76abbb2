import { type ContentId, contentIdSchema } from '../ids/ids.ts';

/**
 * What a link `sluice://document/<content id>` names: a document, and in it a passage. The words are in it
 * too, so that it leads to the sentence even where the document was read anew and its blocks are others.
 */
export interface PassageLink {
  readonly contentId: ContentId;
  /**
   * Path of the text of the block, and characters of it; `to` exclusive, and of `endPath` where it is given.
   */
  readonly path: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly endPath: string | null;
  /** Page of the original, from 1. */
  readonly page: number | null;
  /** The words, or how they begin. */
  readonly quote: string | null;
}

/** Mail clients and word processors cut off or refuse longer addresses; characters. */
const longest = 2_000;
/** What is read, of links that others made longer. */
const longestRead = 4_096;
/** Of the words, percent-encoded: enough to tell a sentence, and short enough for the rest. */
const longestQuote = 1_000;
const names = ['path', 'from', 'to', 'end', 'page', 'quote'] as const;
type Name = (typeof names)[number];

/**
 * Only letters, digits, `-`, `_` and `.` stand as they are: brackets end a link of Markdown, apostrophes and
 * ampersands one of HTML, and a mail program takes what follows a `)` or `!` for text.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** As many whole words of a text, percent-encoded, as have room. */
function beginningOf(text: string, room: number): string {
  const whole = encode(text);
  if (whole.length <= room) return whole;
  let taken = '';
  for (const word of text.split(/(?<=\s)/u)) {
    const next = taken + encode(word);
    if (next.length > room) break;
    taken = next;
  }
  if (taken !== '') return taken;
  // A text without blanks, as of Chinese.
  for (const character of text) {
    const next = taken + encode(character);
    if (next.length > room) break;
    taken = next;
  }
  return taken;
}

/** The link to a document, and to a passage of it where one is given. */
export function writePassageLink(
  link: Partial<Omit<PassageLink, 'contentId'>> & { readonly contentId: string },
): string {
  const { contentId, path, from, to, endPath, page, quote } = link;
  const address = `sluice://document/${contentId.toUpperCase()}`;
  const isPlaced = path != null && from != null && to != null;
  const parts = [
    ...(isPlaced ? [`path=${encode(path)}`, `from=${from}`, `to=${to}`] : []),
    ...(isPlaced && endPath != null ? [`end=${encode(endPath)}`] : []),
    ...(page == null ? [] : [`page=${page}`]),
  ];
  const known = [address, parts.join('&')].filter((part) => part !== '').join('?');
  const room = Math.min(longestQuote, longest - known.length - '&quote='.length);
  const words = quote == null || quote === '' || room <= 0 ? '' : beginningOf(quote, room);
  if (words === '') return known;
  return `${known}${parts.length === 0 ? '?' : '&'}quote=${words}`;
}

const shape = /^sluice:\/\/document\/([0-9a-f]{32})\/?(?:\?([!-~]+))?$/i;
const number = /^\d{1,9}$/;

/** What a link names; null for anything that is no such link, down to its last parameter (X10). */
export function readPassageLink(text: string): PassageLink | null {
  if (text.length > longestRead) return null;
  const [, id, query] = shape.exec(text) ?? [];
  const contentId = contentIdSchema.safeParse(id?.toUpperCase()).data;
  if (contentId === undefined) return null;
  const values = query === undefined ? {} : valuesOf(query);
  if (values === null) return null;
  const { path = null, end: endPath = null, quote = null } = values;
  const numbers = [values.from, values.to, values.page].map((value) => (value === undefined ? null : value));
  if (numbers.some((value) => value !== null && !number.test(value))) return null;
  const [from = null, to = null, page = null] = numbers.map((value) =>
    value === null ? null : Number(value),
  );
  const isRange = from !== null && to !== null && path !== null;
  // A range is whole or not there, and ends after it begins.
  if ((from !== null || to !== null || endPath !== null) && !isRange) return null;
  if (isRange && endPath === null && from >= to) return null;
  if (page === 0 || path === '' || quote === '' || [path, endPath].some(isNoPath)) return null;
  return { contentId, path, from, to, endPath, page, quote };
}

function isNoPath(path: string | null): boolean {
  return path !== null && !/^\$[^\p{Cc}]*$/u.test(path);
}

/** Each known name at most once, and nothing else. */
function valuesOf(query: string): Partial<Record<Name, string>> | null {
  const values: Partial<Record<Name, string>> = {};
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = names.find((known) => known === part.slice(0, at));
    const value = decoded(part.slice(at + 1));
    if (at < 0 || name === undefined || Object.hasOwn(values, name) || value === null) return null;
    values[name] = value;
  }
  return values;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * The route of the page that a link names: of the document, or of the place in its text. Its query is what
 * `renderer/lib/addresses/annotated.ts` reads, which a test holds.
 */
export function linkRoute(text: string): string | null {
  const link = readPassageLink(text);
  if (link === null) return null;
  const { contentId, path, from, to, endPath, page, quote } = link;
  const parts = Object.entries({ path, from, to, quote, page, end: endPath }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encode(String(value))}`],
  );
  const document = `#/documents/${contentId}`;
  return parts.length === 0 ? document : `${document}/annotated?${parts.join('&')}`;
}
