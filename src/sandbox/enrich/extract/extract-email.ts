import PostalMime, { type Address } from 'postal-mime';
import { type ExtractedDocument, Unreadable } from './block.ts';
import { extractHtml } from './extract-html.ts';
import { extractText } from './extract-text.ts';

/**
 * Reads an e-mail: who to whom, its text (or its HTML where it has no text), and the names of what is
 * attached.
 *
 * @throws Unreadable when it has neither sender nor subject: then it is no e-mail
 */
export async function extractEmail(bytes: Buffer): Promise<ExtractedDocument> {
  const mail = await PostalMime.parse(bytes).catch(() => undefined);
  if (mail === undefined || (mail.from === undefined && mail.subject === undefined)) {
    throw new Unreadable('EXTRACTION_FAILED', 'The file is no e-mail.');
  }
  const from = mail.from === undefined ? '' : wordAddress(mail.from);
  const to = (mail.to ?? []).map(wordAddress);
  const body = mail.text === undefined ? extractHtml(mail.html ?? '') : extractText(mail.text);
  const attachments = mail.attachments.map((attachment) => attachment.filename ?? 'unnamed');
  const head = [`From: ${from}`, `To: ${to.join(', ')}`].join('\n');
  return {
    title: mail.subject ?? '',
    blocks: [
      { kind: 'TEXT', text: head },
      ...body.blocks,
      ...(attachments.length === 0
        ? []
        : [{ kind: 'LIST_UNORDERED' as const, text: attachments.map((name) => `• ${name}`).join('\n') }]),
    ],
    metadata: { from, to, ...(mail.date === undefined ? {} : { sent_at: mail.date }), attachments },
  };
}

function wordAddress({ name, address }: Address): string {
  if (address === undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}
