import { isNoWordFile, wordFile } from '#core/public/word-file.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { addLink } from './limits.ts';
import { isOurs, type Paragraph, type ProseLink } from './prose.ts';

/** Paragraphs of a Word file, with its footnotes where they are referred to. */
export function readDocx(bytes: Uint8Array): Paragraph[] {
  try {
    return paragraphsOf(bytes);
  } catch (cause) {
    if (!isNoWordFile(cause)) throw cause;
    throw new AppError('NAMED_FILE_UNREADABLE', { said: (say) => say('cli.cite.noDocx'), cause });
  }
}

function paragraphsOf(bytes: Uint8Array): Paragraph[] {
  const { document, relations, footnotes, endnotes } = wordFile.parts(bytes);
  const notes = new Map<string, Set<string>>();
  const noteParagraphs: Paragraph[] = [];
  const body = readPart(document, wordFile.linksOf(relations));
  const referring = new Map<string, number>();
  for (const [at, { references }] of body.entries())
    for (const { name } of references) if (!referring.has(name)) referring.set(name, at);
  for (const [kind, part] of [['footnotes', footnotes] as const, ['endnotes', endnotes] as const]) {
    for (const { note, links, text, isQuote } of readPart(part.xml, wordFile.linksOf(part.relations))) {
      const name = `${kind}:${note}`;
      const addresses = notes.get(name) ?? new Set();
      for (const { address } of links) addresses.add(address);
      notes.set(name, addresses);
      // A note that quotes is a paragraph of its own, where the text refers to it.
      const line = (referring.get(name) ?? 0) + 1;
      noteParagraphs.push({ text, links, isQuote, lineAt: () => line });
    }
  }
  const paragraphs = body.map(({ text, links, isQuote, references }, index): Paragraph => {
    const own: ProseLink[] = [...links];
    for (const { at, name } of references)
      for (const address of notes.get(name) ?? []) addLink(own, { from: at, to: at, address });
    const all = own.toSorted((left, right) => left.from - right.from);
    return { text, links: all, isQuote, lineAt: () => index + 1 };
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
          open.push({ text: '', isQuote: false, links: [], references: [], note });
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
        if (part !== undefined) paragraphs.push(part);
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
