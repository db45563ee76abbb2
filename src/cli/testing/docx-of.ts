import { strToU8, zipSync } from 'fflate';

/** A Word file of such a body, with the links and footnotes that it names by their ids. */
export function docxOf(
  body: string,
  links: Readonly<Record<string, string>> = {},
  footnotes: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = 'xmlns:w="urn:w" xmlns:r="urn:r" xmlns:mc="urn:mc"';
  const relations = Object.entries(links)
    .map(
      ([id, to]) =>
        `<Relationship Id="${id}" Target="${to.replaceAll('&', '&amp;')}" TargetMode="External"/>`,
    )
    .join('');
  const notes = Object.entries(footnotes)
    .map(([id, text]) => `<w:footnote w:id="${id}">${text}</w:footnote>`)
    .join('');
  const rels = `<Relationships>${relations}</Relationships>`;
  return zipSync({
    'word/document.xml': strToU8(`<w:document ${names}><w:body>${body}</w:body></w:document>`),
    'word/footnotes.xml': strToU8(`<w:footnotes ${names}>${notes}</w:footnotes>`),
    'word/_rels/document.xml.rels': strToU8(rels),
    'word/_rels/footnotes.xml.rels': strToU8(rels),
  });
}

/** A paragraph of runs. */
export const paragraph = (...runs: readonly string[]): string => `<w:p>${runs.join('')}</w:p>`;
export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const linked = (id: string, text: string): string =>
  `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`;
