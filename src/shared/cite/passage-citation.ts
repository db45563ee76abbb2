import { type CitedDocument, dayOf, oneLine, titleOf } from './cited-document.ts';
import { type PassageLink, writePassageLink } from './passage-link.ts';

/** A passage and all that is said of where it is from. */
export interface PassageCitation {
  readonly document: CitedDocument;
  readonly quote: string;
  /** Where it stands in the annotated document. */
  readonly place: Pick<PassageLink, 'path' | 'from' | 'to' | 'endPath'> | null;
  /** Page of the original, from 1. */
  readonly page: number | null;
  /** The heading it stands under; said where no page is known. */
  readonly section: string | null;
}

/** What is said in the language of the person. */
export interface CitationWords {
  /** Stands before the number of a page. */
  readonly page: string;
  /** Puts words between its quotation marks. */
  readonly quoted: (words: string) => string;
}

const english: CitationWords = { page: 'p.', quoted: (words) => `“${words}”` };

/** The link that leads back to the passage, on this machine and without a network. */
export function passageLink({ document, quote, place, page }: PassageCitation): string {
  return writePassageLink({ ...place, contentId: document.contentId, page, quote: oneLine(quote) });
}

/** Title, date, page or section: what stands between the words and the link. */
function sourceOf({ document, page, section }: PassageCitation, words: CitationWords): string[] {
  const day = dayOf(document);
  return [
    ...(day === null ? [] : [day]),
    ...(page !== null ? [`${words.page} ${page}`] : section === null ? [] : [`§ ${oneLine(section)}`]),
  ];
}

/** “Words” — Title, 2024-02-21, p. 12, sluice://document/… */
export function citationText(citation: PassageCitation, words = english): string {
  const source = [titleOf(citation.document), ...sourceOf(citation, words)].join(', ');
  return `${words.quoted(oneLine(citation.quote))} — ${source}, ${passageLink(citation)}`;
}

/** The same as Markdown: “Words” — [Title](sluice://document/…), 2024-02-21, p. 12 */
export function citationMarkdown(citation: PassageCitation, words = english): string {
  const title = `[${markdownText(titleOf(citation.document))}](${passageLink(citation)})`;
  const source = [title, ...sourceOf(citation, words).map(markdownText)].join(', ');
  return `${words.quoted(markdownText(oneLine(citation.quote)))} — ${source}`;
}

/** The same as HTML, for programs that take formatted text. */
export function citationHtml(citation: PassageCitation, words = english): string {
  const link = `<a href="${htmlText(passageLink(citation))}">${htmlText(titleOf(citation.document))}</a>`;
  const source = [link, ...sourceOf(citation, words).map(htmlText)].join(', ');
  return `<p>${words.quoted(htmlText(oneLine(citation.quote)))} — ${source}</p>`;
}

/** A text that Markdown takes for nothing but text, also at the beginning of a line. */
export function markdownText(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replace(
      /^(\s*)([-+=]|\d+[.)])/gm,
      (_all, blank: string, sign: string) => `${blank}${sign.slice(0, -1)}\\${sign.slice(-1)}`,
    );
}

const htmlSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => htmlSigns[sign] ?? sign);
}
