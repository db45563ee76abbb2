import { writePassageLink } from './passage-link.ts';

/** A document as it is cited. */
export interface CitedDocument {
  readonly contentId: string;
  readonly title: string | null;
  readonly fileName: string | null;
  /** When it was published, milliseconds since the epoch; never when it was uploaded. */
  readonly publishedAt: number | null;
}

/** A passage of it. */
export interface CitedWords {
  readonly quote: string;
  readonly page: number | null;
  readonly section: string | null;
  /** What a person noted about it; empty for nothing. */
  readonly body: string;
}

/** What a document is called. */
export function titleOf({ title, fileName, contentId }: CitedDocument): string {
  return oneLine(title ?? '') || oneLine(fileName ?? '') || contentId;
}

/** The day it was published, `2024-02-21`, in UTC as the service says it; null where nobody knows. */
export function dayOf({ publishedAt }: Pick<CitedDocument, 'publishedAt'>): string | null {
  const date = publishedAt === null ? undefined : new Date(publishedAt);
  if (date === undefined || Number.isNaN(date.getTime())) return null;
  const day = date.toISOString().slice(0, 10);
  // Of years that have four digits.
  return /^\d{4}-/.test(day) ? day : null;
}

/** A text without lines, control characters, what turns the order of signs, and halves of signs. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** A passage in a line: “words” (p. 12, § Results): what was noted. */
export function wordsInLine({ quote, page, section, body }: CitedWords): string {
  const where = [
    ...(page === null ? [] : [`p. ${page}`]),
    ...(section === null ? [] : [`§ ${oneLine(section)}`]),
  ].join(', ');
  const words = `“${oneLine(quote)}”${where === '' ? '' : ` (${where})`}`;
  const noted = oneLine(body);
  return noted === '' ? words : `${words}: ${noted}`;
}

/** An item of CSL-JSON, as Zotero and Pandoc read it. */
export function cslItem(document: CitedDocument, passages: readonly CitedWords[] = []): object {
  const day = dayOf(document);
  return {
    id: `sluice-${document.contentId}`,
    type: 'document',
    title: titleOf(document),
    ...(day === null ? {} : { issued: { 'date-parts': [day.split('-').map(Number)] } }),
    URL: writePassageLink(document),
    ...(document.fileName === null ? {} : { source: oneLine(document.fileName) }),
    ...(passages.length === 0 ? {} : { note: passages.map(wordsInLine).join('\n') }),
  };
}

/** A record of RIS. A tag counts only at the beginning of a line, and no value has lines. */
export function risRecord(document: CitedDocument, passages: readonly CitedWords[] = []): string {
  const day = dayOf(document);
  const lines: [tag: string, value: string][] = [
    ['TY', 'GEN'],
    ['ID', `sluice-${document.contentId}`],
    ['TI', titleOf(document)],
    ...(day === null
      ? []
      : ([
          ['PY', day.slice(0, 4)],
          ['DA', day.replaceAll('-', '/')],
        ] as [string, string][])),
    ...(document.fileName === null ? [] : ([['L1', nameAlone(document.fileName)]] as [string, string][])),
    ['UR', writePassageLink(document)],
    ...passages.map((passage): [string, string] => ['N1', wordsInLine(passage)]),
    ['ER', ''],
  ];
  return lines.map(([tag, value]) => `${tag}  - ${value}\r\n`).join('');
}

/** Reference managers open the file in `L1`, so a path or address from the service must not reach it. */
const nameAlone = (fileName: string) =>
  oneLine(fileName)
    .replace(/^.*[/\\]/u, '')
    .replace(/^(?:file|[a-z]):/iu, '');

const bibtexSigns: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  // BibTeX counts braces, also those with a backslash before them.
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '"': '\\textquotedbl{}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
};

function bibtexText(text: string): string {
  return oneLine(text).replace(/[\\{}~^"$&#%_]/g, (sign) => bibtexSigns[sign] ?? sign);
}

/** An entry of BibTeX; its second braces keep the title's capitals. */
export function bibtexEntry(document: CitedDocument, passages: readonly CitedWords[] = []): string {
  const day = dayOf(document);
  const fields: [name: string, value: string][] = [
    ['title', `{${bibtexText(titleOf(document))}}`],
    ...(day === null
      ? []
      : ([
          ['year', day.slice(0, 4)],
          ['date', day],
        ] as [string, string][])),
    ['url', writePassageLink(document)],
    ...(document.fileName === null
      ? []
      : ([['howpublished', bibtexText(document.fileName)]] as [string, string][])),
    ...(passages.length === 0
      ? []
      : ([['annote', passages.map((one) => bibtexText(wordsInLine(one))).join(' \\par ')]] as [
          string,
          string,
        ][])),
  ];
  const body = fields.map(([name, value]) => `  ${name} = {${value}}`).join(',\n');
  return `@misc{sluice-${document.contentId},\n${body}\n}\n`;
}
