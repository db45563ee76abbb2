import { lines, PdfMaker, pdfOf, pdfText } from './make-pdf.ts';

/**
 * A PDF that tries everything a PDF can: it runs scripts and programs, sends forms, and fetches.
 *
 * @param listener address that must never be asked
 */
export function pdfThatTries(listener: string): Buffer {
  const maker = new PdfMaker();
  const script =
    `app.alert('ran'); app.launchURL('${listener}/js', true); this.submitForm('${listener}/form'); ` +
    `fetch('${listener}/fetch'); globalThis.ran = true;`;
  const run = `<< /S /JavaScript /JS ${pdfText(script)} >>`;
  const file = maker.add('<< /Type /EmbeddedFile >>', Buffer.from('MZ'));
  const attached = `<< /Type /Filespec /F (evil.exe) /EF << /F ${file} 0 R >> >>`;
  const page = `<image href="${listener}/xfa"/>`;
  const xfa = maker.add(
    '<< >>',
    Buffer.from(`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template>${page}</template></xdp:xdp>`),
  );
  const elsewhere = maker.add(
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ' +
      `/F << /Type /Filespec /FS /URL /F (${listener}/image) >> >>`,
    Buffer.from([0]),
  );
  const actions = [
    `/Subtype /Link /A << /S /URI /URI (${listener}/link) >>`,
    '/Subtype /Link /A << /S /URI /URI (javascript:document.title=1) >>',
    '/Subtype /Link /A << /S /URI /URI (file:///etc/passwd) >>',
    '/Subtype /Link /A << /S /Launch /F (/usr/bin/xterm) >>',
    `/Subtype /Link /A ${run}`,
    '/Subtype /Link /Dest [1 /XYZ 0 400 0]',
    `/Subtype /FileAttachment /FS ${attached}`,
    `/Subtype /Screen /A << /S /Rendition /JS ${pdfText(script)} >>`,
    `/Subtype /Widget /FT /Tx /T (field) /V (value) /AA << /K ${run} >>`,
  ];
  const annotations = actions.map((action, index) => {
    const top = 740 - index * 24;
    return maker.add(`<< /Type /Annot /Rect [60 ${top - 18} 300 ${top}] ${action} >>`);
  });
  const first = {
    content: `${lines(['A hostile page'])} q 10 0 0 10 300 300 cm /Ext Do Q`,
    more: `/Annots [${annotations.map((one) => `${one} 0 R`).join(' ')}] /AA << /O ${run} >>`,
  };
  return pdfOf(
    [first, { content: lines(['The page after it']) }],
    {
      resources: `/XObject << /Ext ${elsewhere} 0 R >>`,
      catalog:
        `/OpenAction << /S /JavaScript /JS ${pdfText(script)} /Next << /S /URI /URI (${listener}/open) >> >> ` +
        `/AcroForm << /Fields [] /XFA ${xfa} 0 R >> ` +
        `/Names << /EmbeddedFiles << /Names [(e) ${attached}] >> /JavaScript << /Names [(n) ${run}] >> >>`,
    },
    maker,
  );
}

/** Pages as large, as narrow and as flat as a PDF can say. */
export const pdfOfOddSizes = () =>
  pdfOf([
    { content: lines(['Huge']), box: [100_000_000, 100_000_000] },
    { content: '', box: [10, 1_000_000] },
    { content: '', box: [1_000_000, 1] },
    { content: lines(['Of the usual size']) },
  ]);

export const pdfOfPages = (count: number) =>
  pdfOf(Array.from({ length: count }, () => ({ content: lines(['One of many pages']) })));

/** Its pages are a tree that leads into itself, and it says that there are many. */
export function pdfInCircles(): Buffer {
  const maker = new PdfMaker();
  const tree = maker.reserve();
  const branch = maker.add(`<< /Type /Pages /Parent ${tree} 0 R /Count 5 /Kids [${tree} 0 R] >>`);
  maker.write(tree, `<< /Type /Pages /Count 100000000 /Kids [${branch} 0 R] >>`);
  return maker.bytes(maker.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

export function pdfWithoutPages(): Buffer {
  const maker = new PdfMaker();
  const tree = maker.add('<< /Type /Pages /Count 0 /Kids [] >>');
  return maker.bytes(maker.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** Nobody knows its password. */
export function pdfWithPassword(): Buffer {
  const maker = new PdfMaker();
  const unknown = `<${'5a'.repeat(32)}>`;
  const lock = maker.add(`<< /Filter /Standard /V 1 /R 2 /O ${unknown} /U ${unknown} /P -4 >>`);
  const trailer = `/Encrypt ${lock} 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`;
  return pdfOf([{ content: lines(['Secret']) }], { trailer }, maker);
}

/**
 * A page whose reader comes to no end: of each form ten times the next, twelve deep. The pages around it are
 * as good as any.
 *
 * @param circling which of them, from 1
 */
export function pdfWithoutEnd(pages: number, circling: number): Buffer {
  const maker = new PdfMaker();
  let inner = maker.add(
    '<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] >>',
    Buffer.from('BT /F1 12 Tf 72 700 Td (Round) Tj ET'),
  );
  for (let depth = 0; depth < 12; depth++)
    inner = maker.add(
      `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /N ${inner} 0 R >> >> >>`,
      Buffer.from('/N Do '.repeat(10)),
    );
  const content = (number: number) =>
    number === circling ? '/Loop Do' : lines([`Page ${number} is as good as any.`]);
  const all = Array.from({ length: pages }, (_, index) => ({ content: content(index + 1) }));
  return pdfOf(all, { resources: `/XObject << /Loop ${inner} 0 R >>` }, maker);
}
