/** What loads something, runs something, or hides one of these from who looks for it. */
const forbidden =
  /url\s*\(|image(?:-set)?\s*\(|src\s*\(|expression|behaviou?r|-moz-binding|javascript:|\/\*|\*\/|@|[\\<>]/iu;
const comment = /\/\*[\s\S]*?(?:\*\/|$)/gu;
const position = /^position\s*:/iu;
/**
 * Positions that scroll with the page; any other would cover it. A list of what is allowed, because a
 * variable or a function can stand for any word.
 */
const scrolls = /^position\s*:\s*(?:static|relative|absolute|initial|unset|revert)\s*(?:!\s*important)?$/iu;
/** Rules for print, fonts and the like, with what stands in them; and those that load. */
const atRule = /@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|$)/gu;
/** What is marked in the page is a highlight of ours, and what is ours in it is named so. */
const ours = /::\s*highlight|sluice/iu;
/** Strings, and what may be open or ends something outside of them. */
const signs = /"[^"\n\r\f]*"|'[^'\n\r\f]*'|["'()[\];]/gu;
const ends: Readonly<Record<string, string>> = { '(': ')', '[': ']' };
/** Characters of one declaration; those of filings have some dozens. */
const longest = 2_000;

/**
 * Whether every bracket and string ends: an open one would make a browser read what follows as part of it. A selector
 * contains no semicolon either.
 */
function isClosed(css: string): boolean {
  const open: string[] = [];
  for (const [sign] of css.matchAll(signs)) {
    if (sign.length > 1) continue;
    const end = ends[sign];
    if (end !== undefined) open.push(end);
    else if (open.pop() !== sign) return false;
  }
  return open.length === 0;
}

/** The declarations of a style attribute that only say how something looks. */
export function cleanDeclarations(style: string): string {
  return style
    .replace(comment, '')
    .replaceAll('\0', '')
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration.includes(':') && declaration.length <= longest)
    .filter((declaration) => !forbidden.test(declaration) && isClosed(declaration))
    .filter((declaration) => !position.test(declaration) || scrolls.test(declaration))
    .join(';');
}

/** The rules of a style element of which the same holds. */
export function cleanStyleSheet(css: string): string {
  const rules: string[] = [];
  for (const [, selector, body] of css
    .replace(comment, '')
    .replace(atRule, '')
    .matchAll(/([^{}]*)\{([^{}]*)\}/gu)) {
    const wanted = (selector ?? '').trim();
    const declarations = cleanDeclarations(body ?? '');
    if (wanted === '' || declarations === '' || ours.test(wanted) || !isClosed(wanted)) continue;
    if (!forbidden.test(wanted.replaceAll('>', ''))) rules.push(`${wanted}{${declarations}}`);
  }
  return rules.join('\n');
}
