import type { FileKind } from '../content-type.ts';
import type { Block } from '../extract/block.ts';

/** A form as filings name it; a bare letter counts only after the word "form". */
const form = /\b(?:form\s+)?(10-K|10-Q|8-K|6-K|20-F|13-?F|S-1)\b|\bform\s+(C|D|4)\b/i;

/** How much of a document's start may name its form. */
const searchedCharacters = 4000;

/** What kind of document it is: the form a filing names itself, an e-mail, or a generic report. */
export function documentType(title: string, blocks: readonly Block[], kind: FileKind): string {
  if (kind === 'eml') return 'EMAIL';
  let start = title;
  for (const block of blocks) {
    if (start.length > searchedCharacters) break;
    start += `\n${block.text}`;
  }
  const found = form.exec(start.slice(0, searchedCharacters));
  const name = found?.[1] ?? found?.[2];
  return name === undefined ? 'GENERIC_REPORT' : `SEC_${name.toUpperCase().replace('-', '_')}`;
}
