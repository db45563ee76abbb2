import { readXml } from '../original/word/read-xml.ts';
import { linksOf } from '../original/word/word-facts.ts';
import { wordParts } from '../original/word/word-parts.ts';
import { Unshown } from '../original/unshown/unshown.ts';

/** The one reader of Word files: their parts, their XML as events, and where their links lead. */
export const wordFile = { parts: wordParts, read: readXml, linksOf };

/** Whether an error says that it is no Word file that can be read. */
export function isNoWordFile(error: unknown): boolean {
  return error instanceof Unshown;
}
