import { type ExtractedDocument, oneLine } from './block.ts';
import { extractHtml } from './extract-html.ts';
import { extractText } from './extract-text.ts';

/** True for the complete text of a filing: a header and several documents in one file. */
export function isSubmission(text: string): boolean {
  return /^\s*(<SEC-DOCUMENT>|<SUBMISSION>|-----BEGIN PRIVACY-ENHANCED MESSAGE-----)/.test(
    text.slice(0, 2000),
  );
}

/** Parts of a filing that are pictures, archives or data for machines. */
const unreadable = /^(GRAPHIC|ZIP|EXCEL|XML|JSON|PDF|EX-101|EX-104)/i;

/** Reads every readable document of a complete filing. */
export function extractSubmission(text: string): ExtractedDocument {
  const header = text.slice(0, Math.max(text.indexOf('<DOCUMENT>'), 0));
  const name = /COMPANY CONFORMED NAME:\s*(.+)/.exec(header)?.[1]?.trim();
  const form = /CONFORMED SUBMISSION TYPE:\s*(.+)/.exec(header)?.[1]?.trim();
  const whole: ExtractedDocument = {
    title: [name, form].filter((part) => part !== undefined).join(' '),
    blocks: [],
    metadata: { ...(form === undefined ? {} : { form }), ...(name === undefined ? {} : { filer: name }) },
  };
  for (const part of text.split('<DOCUMENT>').slice(1)) {
    const type = /<TYPE>([^\n<]*)/.exec(part)?.[1]?.trim() ?? '';
    const body = /<TEXT>([\s\S]*?)<\/TEXT>/.exec(part)?.[1] ?? '';
    if (
      unreadable.test(type) ||
      /^\s*begin \d+ /.test(body) ||
      body.trimStart().startsWith('<XBRL>') ||
      body.trimStart().startsWith('<XML>')
    )
      continue;
    const description = oneLine(/<DESCRIPTION>([^\n<]*)/.exec(part)?.[1] ?? '');
    whole.blocks.push({ kind: 'HEADING', text: description === '' ? type : `${type}: ${description}` });
    whole.blocks.push(...(/<html[\s>]/i.test(body) ? extractHtml(body) : extractText(body)).blocks);
  }
  return whole;
}
