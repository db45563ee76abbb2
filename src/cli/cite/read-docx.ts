import { isNoWordFile, wordFile } from '#core/public/word-file.ts';
import { lastWhere } from '#shared/last-where.ts';
import { addLink, TextRefused } from './limits.ts';
import { isOurs, type Paragraph, type ProseLink } from './prose.ts';

/** Paragraphs of a Word file, with its footnotes where they are referred to. */
export function readDocx(bytes: Uint8Array): Paragraph[] {
  try {
    return paragraphsOf(bytes);
  } catch (cause) {
    if (!isNoWordFile(cause)) throw cause;
    throw new TextRefused('noDocx', cause);
  }
}

function paragraphsOf(bytes: Uint8Array): Paragraph[] {
  const { document, relations, footnotes, endnotes } = wordFile.parts(bytes);
  const notes = new Map<string, Set<string>>();
  const noteParagraphs: Paragraph[] = [];
  const body = readPart(document, wordFile.linksOf(relations));
  const referring = new Map<string, number>();
  for (const part of body)
    for (const { at, name } of part.references)
      if (!referring.has(name)) referring.set(name, lineIn(part, at));
  for (const [kind, part] of [['footnotes', footnotes] as const, ['endnotes', endnotes] as const]) {
    for (const { note, links, text, isQuote } of readPart(part.xml, wordFile.linksOf(part.relations))) {
      const name = `${kind}:${note}`;
      const addresses = notes.get(name) ?? new Set();
      for (const { address } of links) addresses.add(address);
      notes.set(name, addresses);
      // A note that quotes is a paragraph of its own, where the text refers to it.
      const line = referring.get(name) ?? 1;
      noteParagraphs.push({ text, links, isQuote, lineAt: () => line });
    }
  }
  const paragraphs = body.map((part): Paragraph => {
    const { text, links, isQuote, references } = part;
    const own: ProseLink[] = [...links];
    for (const { at, name } of references)
      for (const address of notes.get(name) ?? []) addLink(own, { from: at, to: at, address });
    const all = own.toSorted((left, right) => left.from - right.from);
    return { text, links: all, isQuote, lineAt: (at) => lineIn(part, at) };
  });
  return [...paragraphs, ...noteParagraphs];
}

interface Part {
  text: string;
  isQuote: boolean;
  readonly links: ProseLink[];
  readonly references: { readonly at: number; readonly name: string }[];
  /** Id of the footnote it belongs to; empty outside of any. */
  readonly note: string;
  /** Where the text of each of its paragraphs begins, and which of the document that is, from 1. */
  readonly lines: { readonly at: number; readonly line: number }[];
}

const lineIn = ({ lines }: Part, at: number) =>
  lines[
    Math.max(
      0,
      lastWhere(lines.length, (index) => (lines[index]?.at ?? 0) <= at),
    )
  ]?.line ?? 1;

/** The row of a table as it is read: the paragraphs of each cell. */
interface Row {
  readonly cells: Part[][];
}

/** Paragraphs of one cell, of more of which a table is one that parts a page and not figures. */
const mostInCell = 3;

/** A row as one paragraph, its cells apart as in Markdown; of a table that parts a page each paragraph. */
function partsOf({ cells }: Row): Part[] {
  const [first] = cells.flat();
  if (first === undefined) return [];
  const filled = (cell: readonly Part[]) => cell.filter(({ text }) => text.trim() !== '');
  if (cells.some((cell) => filled(cell).length > mostInCell)) return cells.flat();
  const row: Part = { text: '', isQuote: false, links: [], references: [], note: first.note, lines: [] };
  for (const cell of cells) {
    for (const [index, part] of cell.entries()) {
      if (index > 0) row.text += ' ';
      // A paragraph that is a quote is one in the row.
      const mark = part.isQuote && part.text.trim() !== '' ? ['“', '”'] : ['', ''];
      row.text += mark[0];
      const by = row.text.length;
      row.lines.push(...part.lines.map(({ at, line }) => ({ at: at + by, line })));
      for (const { from, to, address } of part.links)
        addLink(row.links, { from: from + by, to: to + by, address });
      row.references.push(...part.references.map(({ at, name }) => ({ at: at + by, name })));
      row.text += part.text + mark[1];
    }
    row.text += ' | ';
  }
  return [row];
}

/** The address in a field: `HYPERLINK "sluice://…"`. */
const field = /HYPERLINK\s{1,20}"([^"]+)"/;

function readPart(xml: string, addresses: ReadonlyMap<string, string>): Part[] {
  const paragraphs: Part[] = [];
  /** A text box stands within the paragraph it belongs to. */
  const open: Part[] = [];
  const linked: {
    readonly from: number;
    readonly address: string | undefined;
    readonly part: Part | undefined;
  }[] = [];
  const fields: { code: string; from: number }[] = [];
  let note = '';
  let isText = false;
  let isCode = false;
  /** Word writes a text box a second time for older programs. */
  let skipped = 0;
  const rows: Row[] = [];
  let count = 0;
  /** Into the cell that is read, else the document. */
  const end = (...parts: Part[]) => (rows.at(-1)?.cells.at(-1) ?? paragraphs).push(...parts);
  const current = () => open.at(-1);
  const add = (text: string) => {
    const part = current();
    if (part !== undefined) part.text += text;
  };
  const close = (from: number, address: string | undefined, part = current()) => {
    if (part !== undefined && address !== undefined && isOurs(address))
      addLink(part.links, { from, to: part.text.length, address });
  };
  wordFile.read(xml, {
    open(name, { id = '', val = '', instr = '', fldCharType = '' }) {
      if (skipped > 0 || name === 'Fallback') {
        skipped += 1;
        return;
      }
      const part = current();
      const from = part?.text.length ?? 0;
      switch (name) {
        case 'footnote':
        case 'endnote':
          note = id;
          return;
        case 'p':
          count += 1;
          open.push({
            text: '',
            isQuote: false,
            links: [],
            references: [],
            note,
            lines: [{ at: 0, line: count }],
          });
          return;
        case 'tr':
          rows.push({ cells: [] });
          return;
        case 'tc':
          rows.at(-1)?.cells.push([]);
          return;
        case 'pStyle':
          if (part !== undefined && /quote|zitat/i.test(val)) part.isQuote = true;
          return;
        case 'hyperlink':
          linked.push({ from, address: addresses.get(id), part });
          return;
        case 'fldSimple':
          linked.push({ from, address: field.exec(instr)?.[1], part });
          return;
        case 'fldChar':
          takeField(fldCharType);
          return;
        case 'footnoteReference':
        case 'endnoteReference': {
          const kind = name === 'footnoteReference' ? 'footnotes' : 'endnotes';
          part?.references.push({ at: from, name: `${kind}:${id}` });
          return;
        }
        case 't':
          isText = true;
          return;
        case 'instrText':
          isCode = true;
          return;
        case 'tab':
        case 'br':
        case 'cr':
          add(' ');
          return;
        case 'noBreakHyphen':
          add('-');
      }
    },
    text(text) {
      const last = fields.at(-1);
      if (isText) add(text);
      else if (isCode && last !== undefined) last.code += text;
    },
    close(name) {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      if (name === 't') isText = false;
      else if (name === 'instrText') isCode = false;
      else if (name === 'hyperlink' || name === 'fldSimple') {
        const link = linked.pop();
        if (link !== undefined) close(link.from, link.address, link.part);
      } else if (name === 'p') {
        const part = open.pop();
        if (part !== undefined) end(part);
      } else if (name === 'tr') {
        const row = rows.pop();
        if (row !== undefined) end(...partsOf(row));
      }
    },
  });
  return paragraphs;

  function takeField(kind: string): void {
    const at = current()?.text.length ?? 0;
    const last = fields.at(-1);
    if (kind === 'begin') fields.push({ code: '', from: at });
    else if (kind === 'separate' && last !== undefined) last.from = at;
    else if (kind === 'end' && last !== undefined) {
      fields.pop();
      // One that goes over the end of its paragraph is taken for what this one has of it.
      close(Math.min(last.from, at), field.exec(last.code)?.[1]);
    }
  }
}
