import { escapeText } from '../html/escape-text.ts';
import { sanitiseHtml } from '../html/sanitise-html.ts';

/** Lines of one element: the browser lays out only those in and around sight. */
const linesOfOne = 200;
/** Parts of a filing that are pictures, archives or data for machines. */
const unreadable = /^(?:GRAPHIC|ZIP|EXCEL|XML|JSON|PDF|EX-101|EX-104)/iu;

/** A text in its lines. */
export function textPage(text: string): string {
  const lines = text.replace(/\r\n?/gu, '\n').split('\n');
  const parts: string[] = [];
  for (let from = 0; from < lines.length; from += linesOfOne)
    parts.push(`<pre>${escapeText(lines.slice(from, from + linesOfOne).join('\n'))}\n</pre>`);
  return parts.join('');
}

/** Every document of a complete filing that can be read, each under what it is. */
export function submissionPage(text: string): string {
  return text
    .split('<DOCUMENT>')
    .slice(1)
    .map((part) => {
      const type = (/<TYPE>([^\n<]*)/u.exec(part)?.[1] ?? '').trim();
      const body = /<TEXT>([\s\S]*?)<\/TEXT>/u.exec(part)?.[1] ?? '';
      if (unreadable.test(type) || /^\s*(?:begin \d+ |<XBRL>|<XML>)/u.test(body)) return '';
      const description = (/<DESCRIPTION>([^\n<]*)/u.exec(part)?.[1] ?? '').trim();
      const title = description === '' ? type : `${type}: ${description}`;
      const shown = /<html[\s>]/iu.test(body) ? sanitiseHtml(body) : textPage(body);
      return `<h2>${escapeText(title)}</h2><div>${shown}</div>`;
    })
    .join('');
}
