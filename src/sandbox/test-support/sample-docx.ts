import { strToU8, zipSync } from 'fflate';

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** The smallest Word file with a heading and a paragraph. */
export function sampleDocx(heading: string, text: string): Buffer {
  return wordFile(
    `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${heading}</w:t></w:r></w:p>` +
      `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`,
  );
}

/** A Word file of this body, and of other parts by their names. */
export function wordFile(body: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  const document = `<?xml version="1.0"?><w:document xmlns:w="${namespace}" xmlns:mc="${compatibility}"><w:body>${body}</w:body></w:document>`;
  const files = { document, ...parts };
  const entries = Object.entries(files).map(([name, xml]) => [`word/${name}.xml`, strToU8(xml)]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9 }));
}
