import PostalMime, { type Address } from 'postal-mime';
import { escapeText } from '../html/escape-text.ts';
import { sanitiseHtml } from '../html/sanitise-html.ts';
import { textPage } from './text-page.ts';
import { Unshown } from '../unshown/unshown.ts';

/**
 * A mail: who to whom, when and about what, its body, and the names of what is attached.
 *
 * @throws Unshown
 */
export async function mailPage(bytes: Uint8Array): Promise<string> {
  const mail = await PostalMime.parse(bytes).catch(() => undefined);
  if (mail === undefined || (mail.from === undefined && mail.subject === undefined))
    throw new Unshown('broken');
  const head = [
    mail.subject ?? '',
    `From: ${mail.from === undefined ? '' : addressOf(mail.from)}`,
    `To: ${(mail.to ?? []).map(addressOf).join(', ')}`,
    ...(mail.cc && mail.cc.length > 0 ? [`Cc: ${mail.cc.map(addressOf).join(', ')}`] : []),
    ...(mail.date === undefined ? [] : [`Date: ${mail.date}`]),
  ];
  const [subject = '', ...lines] = head.map(escapeText);
  const body = mail.html === undefined ? textPage(mail.text ?? '') : sanitiseHtml(mail.html);
  const names = mail.attachments.map(({ filename }) => `<li>${escapeText(filename ?? '–')}</li>`);
  const attached = names.length === 0 ? '' : `<ul>${names.join('')}</ul>`;
  const said = lines.map((line) => `<p>${line}</p>`).join('');
  return `<h1>${subject}</h1><div class="sluice-head">${said}</div><div>${body}</div>${attached}`;
}

function addressOf({ name, address }: Address): string {
  if (address === undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}
