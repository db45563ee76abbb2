import { deflateSync } from 'node:zlib';

interface PdfParts {
  /** Bytes of a stream that stands before everything else and nobody needs. */
  readonly padding?: number;
  /** What else the catalog names, and objects with their numbers, from 10 on. */
  readonly catalog?: string;
  readonly objects?: Readonly<Record<number, string>>;
}

/** A PDF of one empty page with a date, its tables in plain words as PDF 1.4 has them. */
export function datedPdf(
  created: string,
  { padding = 0, catalog = '', objects = {} }: PdfParts = {},
): Buffer {
  const all: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    4: `<< /CreationDate ${created} >>`,
    5: `<< /Length ${padding} >>\nstream\n${' '.repeat(padding)}\nendstream`,
    ...objects,
  };
  const size = Math.max(...Object.keys(all).map(Number)) + 1;
  const first = all[5] ?? '';
  const order = [
    5,
    ...Object.keys(all)
      .map(Number)
      .filter((number) => number !== 5),
  ];
  let file = '%PDF-1.4\n';
  const offsets = new Map<number, number>();
  for (const number of order) {
    offsets.set(number, file.length);
    file += `${number} 0 obj\n${number === 5 ? first : all[number]}\nendobj\n`;
  }
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** The same as most programs write it since PDF 1.5: all objects compressed, and the table of them too. */
export function compressedPdf(created: string): Buffer {
  const inner = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'],
    [4, `<< /CreationDate ${created} >>`],
  ] as const;
  let body = '';
  const heads = inner.map(([number, object]) => {
    const head = `${number} ${body.length}`;
    body += `${object} `;
    return head;
  });
  const first = `${heads.join(' ')} `;
  const packed = deflateSync(Buffer.from(first + body, 'latin1'));
  const before = Buffer.from('%PDF-1.5\n', 'latin1');
  const holder = Buffer.concat([
    Buffer.from(
      `5 0 obj\n<< /Type /ObjStm /N ${inner.length} /First ${first.length} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
      'latin1',
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
  const start = before.length + holder.length;
  // Rows of type, offset or number of the holder, and generation or place in it.
  const row = (type: number, where: number, place: number) => [type, where >> 8, where & 255, place];
  const table = deflateSync(
    Buffer.from([
      ...row(0, 0, 0),
      ...inner.flatMap((_, index) => row(2, 5, index)),
      ...row(1, before.length, 0),
      ...row(1, start, 0),
    ]),
  );
  return Buffer.concat([
    before,
    holder,
    Buffer.from(
      `6 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Info 4 0 R /Filter /FlateDecode /Length ${table.length} >>\nstream\n`,
      'latin1',
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, 'latin1'),
  ]);
}
