import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { AppError } from '#shared/errors/app-error.ts';
import { isOurs, type Paragraph, type ProseLink } from './prose.ts';

/** The parts of a Word file that hold text, each with the addresses of its links. */
const parts = ['document', 'footnotes', 'endnotes'] as const;
/** Bytes of the parts that are read, unpacked: a file that claims more is none of a person's. */
const mostBytes = 100_000_000;

/** Paragraphs of a Word file, with its footnotes where they are referred to. */
export function readDocx(bytes: Uint8Array): Paragraph[] {
  const files = unpack(bytes);
  const documentXml = files.get('word/document.xml');
  if (documentXml === undefined) throw noDocx();
  const read = (part: (typeof parts)[number]) => {
    const xml = files.get(`word/${part}.xml`);
    return xml === undefined ? [] : readPart(xml, readLinks(files.get(`word/_rels/${part}.xml.rels`)));
  };
  const notes = new Map<string, string[]>();
  for (const kind of ['footnotes', 'endnotes'] as const) {
    for (const { note, links } of read(kind)) {
      const name = `${kind}:${note}`;
      notes.set(name, [...(notes.get(name) ?? []), ...links.map(({ address }) => address)]);
    }
  }
  return read('document').map(({ text, links, isQuote, references }, index) => {
    const brought = references.flatMap(({ at, name }): ProseLink[] =>
      [...new Set(notes.get(name))].map((address) => ({ from: at, to: at, address })),
    );
    const all = [...links, ...brought].toSorted((left, right) => left.from - right.from);
    return { text, links: all, isQuote, lineAt: () => index + 1 };
  });
}

function noDocx(cause?: unknown): AppError {
  return new AppError('FILE_UNREADABLE', { said: (say) => say('cli.cite.noDocx'), cause });
}

function unpack(bytes: Uint8Array): Map<string, string> {
  let left = mostBytes;
  const wanted = new Set(parts.flatMap((part) => [`word/${part}.xml`, `word/_rels/${part}.xml.rels`]));
  let found: Record<string, Uint8Array>;
  try {
    found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.has(name)) return false;
        left -= originalSize;
        if (left < 0) throw noDocx();
        return true;
      },
    });
  } catch (error) {
    throw noDocx(error);
  }
  return new Map(Object.entries(found).map(([name, content]) => [name, strFromU8(content)]));
}

/** Addresses by the id that a link names. */
function readLinks(xml: string | undefined): Map<string, string> {
  const addresses = new Map<string, string>();
  if (xml === undefined) return addresses;
  parse(xml, {
    onopentag(name, { Id: id, Target: target }) {
      if (name === 'Relationship' && id !== undefined && target !== undefined) addresses.set(id, target);
    },
  });
  return addresses;
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
const field = /HYPERLINK\s+"([^"]+)"/;

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
      part.links.push({ from, to: part.text.length, address });
  };
  parse(xml, {
    onopentag(name, attributes) {
      if (skipped > 0 || name === 'mc:Fallback') {
        skipped += 1;
        return;
      }
      const part = current();
      switch (name) {
        case 'w:footnote':
        case 'w:endnote':
          note = attributes['w:id'] ?? '';
          return;
        case 'w:p':
          open.push({ text: '', isQuote: false, links: [], references: [], note });
          return;
        case 'w:pStyle':
          if (part !== undefined && /quote|zitat/i.test(attributes['w:val'] ?? '')) part.isQuote = true;
          return;
        case 'w:hyperlink':
          linked.push({
            from: part?.text.length ?? 0,
            address: addresses.get(attributes['r:id'] ?? ''),
            part,
          });
          return;
        case 'w:fldSimple':
          linked.push({
            from: part?.text.length ?? 0,
            address: field.exec(attributes['w:instr'] ?? '')?.[1],
            part,
          });
          return;
        case 'w:fldChar':
          takeField(attributes['w:fldCharType'] ?? '');
          return;
        case 'w:footnoteReference':
        case 'w:endnoteReference': {
          const kind = name === 'w:footnoteReference' ? 'footnotes' : 'endnotes';
          part?.references.push({ at: part.text.length, name: `${kind}:${attributes['w:id'] ?? ''}` });
          return;
        }
        case 'w:t':
          isText = true;
          return;
        case 'w:instrText':
          isCode = true;
          return;
        case 'w:tab':
        case 'w:br':
        case 'w:cr':
          add(' ');
          return;
        case 'w:noBreakHyphen':
          add('-');
      }
    },
    ontext(text) {
      const last = fields.at(-1);
      if (isText) add(text);
      else if (isCode && last !== undefined) last.code += text;
    },
    onclosetag(name) {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      if (name === 'w:t') isText = false;
      else if (name === 'w:instrText') isCode = false;
      else if (name === 'w:hyperlink' || name === 'w:fldSimple') {
        const link = linked.pop();
        if (link !== undefined) close(link.from, link.address, link.part);
      } else if (name === 'w:p') {
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

type Handler = ConstructorParameters<typeof Parser>[0];

function parse(xml: string, handler: Handler): void {
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true });
  parser.write(xml);
  parser.end();
}
