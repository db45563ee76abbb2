import type { Note } from '../bridge/notes.ts';
import { annotationPage } from './annotations.ts';
import { bibtexEntry, type CitedDocument, cslItem, dayOf, risRecord, titleOf } from './cited-document.ts';
import { markdownText, passageLink } from './passage-citation.ts';

/** Notes of one document, in its order. */
interface NotedDocument {
  readonly document: CitedDocument;
  readonly notes: readonly Note[];
}

/** The formats that are one text; CSV is written by its columns. */
export const noteTexts = {
  jsonld: (notes: readonly Note[]) => `${JSON.stringify(annotationPage(notes), null, 2)}\n`,
  markdown: (notes: readonly Note[]) => byDocument(notes).map(markdownOf).join('\n'),
  csl: (notes: readonly Note[]) => {
    const items = byDocument(notes).map(({ document, notes: passages }) => cslItem(document, passages));
    return `${JSON.stringify(items, null, 2)}\n`;
  },
  ris: (notes: readonly Note[]) =>
    byDocument(notes)
      .map(({ document, notes: passages }) => risRecord(document, passages))
      .join('\r\n'),
  bibtex: (notes: readonly Note[]) =>
    byDocument(notes)
      .map(({ document, notes: passages }) => bibtexEntry(document, passages))
      .join('\n'),
} as const;

function byDocument(notes: readonly Note[]): NotedDocument[] {
  return [...Map.groupBy(notes, ({ contentId }) => contentId)].map(([contentId, all]) => {
    const sorted = all.toSorted(
      (left, right) =>
        (left.position ?? Infinity) - (right.position ?? Infinity) || left.createdAt - right.createdAt,
    );
    return { document: { ...(sorted[0] as Note).document, contentId }, notes: sorted };
  });
}

function markdownOf({ document, notes }: NotedDocument): string {
  const day = dayOf(document);
  const head = `# ${markdownText(titleOf(document))}${day === null ? '' : ` (${day})`}\n`;
  return [head, ...notes.map((note) => passageOf(document, note))].join('\n');
}

function passageOf(document: CitedDocument, note: Note): string {
  const { quote, body, page, section, tags, state } = note;
  const words = quote
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => (line.trim() === '' ? '>' : `> ${markdownText(line.trim())}`))
    .join('\n');
  const where = page !== null ? `p. ${page}` : section === null ? 'link' : `§ ${markdownText(section)}`;
  const tagged = tags.map((tag) => ` #${markdownText(tag).replaceAll(/\s+/gu, '-')}`).join('');
  const orphan = state === 'orphan' ? ' (not found any more)' : '';
  const source = `> — [${where}](${passageLink({ ...note, document })})${tagged}${orphan}\n`;
  return `${words}\n>\n${source}${body.trim() === '' ? '' : `\n${markdownText(body.trim())}\n`}`;
}
