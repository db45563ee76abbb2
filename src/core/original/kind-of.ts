import { beginsAsPage } from '#core/local/begins-as-page.ts';
import type { OriginalKind } from '#shared/bridge/original.ts';

const endings: ReadonlyMap<string, OriginalKind> = new Map([
  ['pdf', 'pdf'],
  ['htm', 'html'],
  ['html', 'html'],
  ['xhtml', 'html'],
  ['docx', 'docx'],
  ['eml', 'mail'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['txt', 'text'],
  ['md', 'text'],
  ['json', 'text'],
  ['xml', 'text'],
]);
/** Kinds whose bytes would be taken for text, and are none to read. */
const unreadable =
  /\.(?:zip|gz|7z|rar|exe|dll|png|jpe?g|gif|tiff?|bmp|mp[34]|wav|mov|xlsx?|pptx?|doc|msg|bin)$/iu;
const mail = /^(?:(?:from|to|subject|date|message-id|mime-version|received|return-path):[^\n]*\n)+/iu;

/**
 * What a file is, by its name, else by its first bytes; null for what cannot be shown. A text file that
 * begins as a web page is one.
 *
 * @param start its first bytes
 */
export function kindOf(name: string, start: Uint8Array): OriginalKind | null {
  const head = Buffer.from(start)
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/u, '');
  if (head.startsWith('%PDF-')) return 'pdf';
  const [, ending = ''] = /\.([a-z0-9]+)$/iu.exec(name.trim()) ?? [];
  const named = endings.get(ending.toLowerCase());
  if (named === 'text' && beginsAsPage(head)) return 'html';
  // What is called so and is none would only be drawn as noise.
  if (named === 'pdf') return null;
  if (named !== undefined) return named;
  if (unreadable.test(name)) return null;
  if (beginsAsPage(head)) return 'html';
  const isWide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/u.test(head);
  if (start.includes(0) && !isWide) return null;
  return mail.test(head) ? 'mail' : 'text';
}
