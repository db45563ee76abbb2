import type { OriginalKind } from '#shared/bridge/original.ts';
import { sanitiseHtml, TooDeep } from '../html/sanitise-html.ts';
import { wordPage } from '../word/word-page.ts';
import { csvPage } from './csv-page.ts';
import { decodeText } from './decode-text.ts';
import { mailPage } from './mail-page.ts';
import { inPaper } from './paper.ts';
import { isSubmission } from './is-submission.ts';
import { submissionPage, textPage } from './text-page.ts';
import { Unshown } from '../unshown/unshown.ts';

/**
 * The page that is shown of an original: what it says and how it looks, and nothing that loads, runs or leads
 * away.
 *
 * @throws Unshown
 */
export async function pageOf(kind: Exclude<OriginalKind, 'pdf'>, bytes: Uint8Array): Promise<string> {
  try {
    return inPaper(kind, await bodyOf(kind, bytes));
  } catch (error) {
    throw error instanceof TooDeep ? new Unshown('deep') : error;
  }
}

function bodyOf(kind: Exclude<OriginalKind, 'pdf'>, bytes: Uint8Array): string | Promise<string> {
  switch (kind) {
    case 'docx':
      return wordPage(bytes);
    case 'mail':
      return mailPage(bytes);
    case 'html':
      return sanitiseHtml(decodeText(bytes));
    case 'csv':
      return csvPage(decodeText(bytes));
    default: {
      const text = decodeText(bytes);
      return isSubmission(text) ? submissionPage(text) : textPage(text);
    }
  }
}
