import { Parser } from 'htmlparser2';
import { dataPicture, keptAttributes, keptElements, silentElements, voidElements } from './allowed.ts';
import { cleanDeclarations, cleanStyleSheet } from './clean-css.ts';
import { escapeAttribute, escapeText } from './escape-text.ts';

/** Elements inside each other; more are no page but an attack. Filings that never close a font stay below. */
const deepest = 10_000;
/** Elements inside each other that are written; browsers go no deeper. What is deeper stays as text. */
const deepestWritten = 400;

/** What is wrong with a page that cannot be shown. */
export class TooDeep extends Error {}

interface Open {
  readonly name: string;
  /** Nothing in it is written. */
  readonly isSilent: boolean;
  readonly isWritten: boolean;
}

/**
 * A page with what it says and how it looks, and without what runs, loads, sends or leads away: the second
 * wall behind the policy of the frame that shows it. Links keep their goal as `data-link` (of the web) or
 * `data-place` (in the page), so that who shows the page decides about them.
 *
 * @returns what stands in a body; its style sheets first
 * @throws TooDeep
 */
export function sanitiseHtml(html: string): string {
  const written: string[] = [];
  const sheets: string[] = [];
  const open: Open[] = [];
  let depth = 0;
  let sheet: string[] | undefined;

  function onopentag(name: string, attributes: Record<string, string>): void {
    const isSilent = open.at(-1)?.isSilent === true || silentElements.has(name);
    if (name === 'style') sheet = [];
    const isKept = !isSilent && keptElements.has(name) && name !== 'body' && depth < deepestWritten;
    if (isKept) written.push(`<${name}${writeAttributes(name, attributes)}>`);
    if (voidElements.has(name)) return;
    open.push({ name, isSilent, isWritten: isKept });
    if (isKept) depth += 1;
    if (open.length > deepest) throw new TooDeep();
  }

  function onclosetag(name: string): void {
    if (voidElements.has(name)) return;
    const element = open.pop();
    if (name === 'style' && sheet) sheets.push(cleanStyleSheet(sheet.join('')));
    if (name === 'style') sheet = undefined;
    if (element?.isWritten !== true) return;
    written.push(`</${element.name}>`);
    depth -= 1;
  }

  const parser = new Parser(
    {
      onopentag,
      onclosetag,
      ontext(text) {
        if (sheet !== undefined) sheet.push(text);
        else if (open.at(-1)?.isSilent !== true) written.push(escapeText(text));
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  const style = sheets.filter((css) => css !== '').map((css) => `<style>${css}</style>`);
  return [...style, ...written].join('');
}

function writeAttributes(element: string, attributes: Record<string, string>): string {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') kept.push(['style', cleanDeclarations(value)]);
    // Prefixed: no name of the page may stand for something of the document around it.
    else if (name === 'id' || (name === 'name' && element === 'a')) kept.push(['data-id', value]);
    else if (name === 'href' && element === 'a') kept.push(...link(value));
    else if (name === 'src' && element === 'img' && dataPicture.test(value)) kept.push(['src', value]);
    else if (keptAttributes.has(name)) kept.push([name, value]);
  }
  return kept.map(([name, value]) => (value === '' ? '' : ` ${name}="${escapeAttribute(value)}"`)).join('');
}

function link(goal: string): [string, string][] {
  const trimmed = goal.trim();
  if (trimmed.startsWith('#')) return [['data-place', trimmed.slice(1)]];
  return /^https?:\/\//iu.test(trimmed) ? [['data-link', trimmed]] : [];
}
