/** A PDF that is written by hand, object by object, so that tests can say exactly what stands in it. */
export class PdfMaker {
  readonly #objects: Buffer[] = [];

  /** Room for an object that others name before it is written. */
  reserve(): number {
    this.#objects.push(Buffer.alloc(0));
    return this.#objects.length;
  }

  /** Writes an object, with a stream where bytes are given; its number. */
  add(body: string, stream?: Uint8Array): number {
    return this.write(this.reserve(), body, stream);
  }

  write(number: number, body: string, stream?: Uint8Array): number {
    const whole =
      stream === undefined
        ? Buffer.from(body, 'latin1')
        : Buffer.concat([
            Buffer.from(`${body.replace(/>>$/, '')} /Length ${stream.length} >>\nstream\n`, 'latin1'),
            stream,
            Buffer.from('\nendstream'),
          ]);
    this.#objects[number - 1] = whole;
    return number;
  }

  /** @param root number of the catalog @param trailer more of the trailer */
  bytes(root: number, trailer = ''): Buffer {
    const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let length = (parts[0] as Buffer).length;
    const places = this.#objects.map((object, index) => {
      const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
      parts.push(part);
      length += part.length;
      return length - part.length;
    });
    const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const count = places.length + 1;
    parts.push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${count} /Root ${root} 0 R ${trailer} >>\n` +
          `startxref\n${length}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}

export interface PdfPage {
  /** Operators, as `BT /F1 12 Tf 72 700 Td (Text) Tj ET`. */
  readonly content: string;
  /** More of its dictionary. */
  readonly more?: string;
  /** Points; a sheet of A4 otherwise. */
  readonly box?: readonly [number, number];
}

interface PdfOptions {
  /** Resources of all pages, without their fonts' `/F1`, which is Helvetica. */
  readonly resources?: string;
  readonly fonts?: string;
  /** More of the catalog. */
  readonly catalog?: string;
  readonly trailer?: string;
}

/** Pages in one file. */
export function pdfOf(
  pages: readonly PdfPage[],
  { resources = '', fonts = '', catalog = '', trailer = '' }: PdfOptions = {},
  maker = new PdfMaker(),
): Buffer {
  const tree = maker.reserve();
  const helvetica = maker.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const contents = new Map<string, number>();
  const kids = pages.map(({ content, more = '', box = [595, 842] }) => {
    const known = contents.get(content) ?? maker.add('<< >>', Buffer.from(content, 'latin1'));
    contents.set(content, known);
    return maker.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${box.join(' ')}] /Contents ${known} 0 R ` +
        `/Resources << /Font << /F1 ${helvetica} 0 R ${fonts} >> ${resources} >> ${more} >>`,
    );
  });
  const list = kids.map((kid) => `${kid} 0 R`).join(' ');
  maker.write(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${list}] >>`);
  return maker.bytes(maker.add(`<< /Type /Catalog /Pages ${tree} 0 R ${catalog} >>`), trailer);
}

/** Lines of text from the top of a page. */
export function lines(texts: readonly string[]): string {
  const shown = texts.map((text) => `${pdfText(text)} Tj T*`).join('\n');
  return `BT /F1 12 Tf 16 TL 72 770 Td\n${shown}\nET`;
}

/** A text in a PDF: what would end it is escaped. */
export const pdfText = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;
