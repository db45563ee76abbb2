import { getDocumentProxy } from 'unpdf';

/** The most pages whose text is read, and characters of it. */
const mostPages = 2_000;
const mostCharacters = 20_000_000;

/**
 * The text of a PDF, line by line; undefined where it has none, as a scan, is broken or locked, or has more
 * pages than are read.
 */
export async function pdfWords(bytes: Uint8Array): Promise<string | undefined> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false, useWasm: false }).catch(
    () => undefined,
  );
  if (pdf === undefined || pdf.numPages > mostPages) return undefined;
  const pieces: string[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      pieces.push(item.hasEOL ? `${item.str}\n` : item.str);
      characters += item.str.length;
    }
    if (characters > mostCharacters) return undefined;
    pieces.push('\n');
    page.cleanup();
  }
  const text = pieces.join('');
  return text.trim() === '' ? undefined : text;
}
