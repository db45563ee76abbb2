import { extname } from 'node:path';

/** A piece of text that may cite a reason: a comment, the title of a test, a paragraph or row of a page. */
export interface Passage {
  readonly file: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly kind: 'comment' | 'title' | 'page';
  readonly text: string;
}

const ofLanguage: Readonly<Record<string, RegExp>> = {
  '.sql': /^\s*--\s?(.*)$/,
  '.yml': /^\s*#\s?(.*)$/,
};
const opening = /^\s*\{?\/\*+\s?(.*)$/;
const within = /^\s*(?:\*(?!\/)\s?)?(.*)$/;
const closing = /\s*\*\/\}?.*$/;
const afterCode = /\s(?:\/\/|\/\*+|--)\s(.*)$/;
const title = /(?:\b(?:test|it|describe)\b[^'"`]*\(|^\s*|\)\()(['"`])(.+?)\1/;

/** What a line says in a comment, and whether the comment goes on; undefined where it says nothing. */
function commentOf(
  line: string,
  extension: string,
  inside: boolean,
): [text: string, goesOn: boolean] | undefined {
  const own = ofLanguage[extension] ?? /^\s*\/\/\s?(.*)$/;
  const [, text] = own.exec(line) ?? (inside ? within : opening).exec(line) ?? [];
  if (text === undefined) return undefined;
  const isBlock = inside || opening.test(line);
  return [text.replace(closing, ''), isBlock && !line.includes('*/')];
}

/** Comments of code, lines of one comment joined, and of tests their titles too. */
function inCode(file: string, source: string): Passage[] {
  const extension = extname(file);
  const hasTitles = /\.(?:test|spec)\.tsx?$/.test(file);
  const found: Passage[] = [];
  let open: { line: number; text: string } | undefined;
  let inside = false;
  const close = () => {
    if (open !== undefined) found.push({ file, kind: 'comment', ...open });
    open = undefined;
  };
  for (const [index, code] of source.split('\n').entries()) {
    const line = index + 1;
    const comment = commentOf(code, extension, inside);
    if (comment !== undefined) {
      open = { line: open?.line ?? line, text: `${open?.text ?? ''} ${comment[0].trim()}`.trim() };
      inside = comment[1];
      continue;
    }
    close();
    const [, beside] = afterCode.exec(code) ?? [];
    if (beside !== undefined) found.push({ file, line, kind: 'comment', text: beside.replace(closing, '') });
    const [, , said] = (hasTitles && title.exec(code)) || [];
    if (said !== undefined) found.push({ file, line, kind: 'title', text: said });
  }
  close();
  return found;
}

/** Paragraphs of a page, their lines joined, and rows of its tables each for itself. */
function onPage(file: string, source: string): Passage[] {
  const found: Passage[] = [];
  let open = false;
  for (const [index, line] of source.split('\n').entries()) {
    const last = found.at(-1);
    const isRow = line.startsWith('|');
    if (open && !isRow && line.trim() !== '' && last !== undefined)
      found[found.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    else if (line.trim() !== '') found.push({ file, line: index + 1, kind: 'page', text: line.trim() });
    open = !isRow && line.trim() !== '';
  }
  return found;
}

export function passagesOf(file: string, source: string): Passage[] {
  return extname(file) === '.md' ? onPage(file, source) : inCode(file, source);
}

/**
 * Codes of requirements. A title cites at its beginning, of whatever letter, or in brackets; elsewhere the
 * known letters count wherever they stand, and another one only where it stands as they do, in brackets.
 */
export function codesIn({ kind, text }: Passage): string[] {
  const inTitle =
    /^(?:[A-Z]\d{1,2}, )*[A-Z]\d{1,2}(?=: )|(?<=\()[WUSXJTOR]\d{1,2}(?:, [WUSXJTOR]\d{1,2})*(?=\))/g;
  const inText = /\b[WUSXJTOR]\d{1,2}\b|(?<=\()[A-Z]\d{1,2}(?=[,:)])/g;
  return [...text.matchAll(kind === 'title' ? inTitle : inText)].flatMap(([list]) => list.split(', '));
}

const number = String.raw`\d+(?:\.\d+a?)?(?:, rules? \d+)?`;
const numbers = `${number}(?:(?:,? and |, | to |–)${number})*`;
/** Other specifications have sections, too. */
const foreign = /\b(?:RFC|ISO(?:\/IEC)?|APPNOTE)[ \d-]*,?(?: section)? [\d.]+/g;

/**
 * Sections and numbered rules of the service's specification: `4.13`, `4.13, rule 7`; `head` for what stands
 * before them.
 */
export function sectionsIn({ file, kind, text }: Passage): string[] {
  const own = text.replaceAll(foreign, '');
  const named = own.matchAll(new RegExp(`\\b(?:[Ss]ections?|[Ss]pecification) \\(?(${numbers})`, 'g'));
  const bare = own.matchAll(new RegExp(`\\((?=\\d+\\.)(${numbers})\\)`, 'g'));
  const isTable = file === 'docs/interface.md';
  const row = isTable ? [...own.matchAll(/^\| `[^|]*\|[^|]*\| (\d[\d.]*a?) \|/g)] : [];
  const mayBeBare = kind === 'comment' || isTable;
  const lists = [...named, ...(mayBeBare ? bare : []), ...row].map(([, list = '']) => list);
  const single = lists.flatMap((list) => [...list.matchAll(new RegExp(number, 'g'))].map(([one]) => one));
  return [...single, ...(/specification, head\b/.test(own) ? ['head'] : [])];
}

/**
 * Headings of the page about how services behave; an empty one where a comment names the page and no heading.
 */
export function headingsIn({ kind, text }: Passage): string[] {
  return [...text.matchAll(/service-behaviour\.md((?:(?:,? and|,) "[^"]+")*)/g)].flatMap(([, list = '']) => {
    const named = [...list.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading);
    return named.length > 0 || kind === 'page' ? named : [''];
  });
}

/**
 * Files: pages by any path, everything below `docs/`, sources by their whole path, decisions by number, and
 * what a page links to.
 */
export function filesIn({ kind, text }: Passage): string[] {
  if (kind === 'title') return [];
  const here = text.replaceAll(/https?:\S+/g, '');
  const rooms = 'docs|src|test|bench|e2e|scripts|mutations|resources';
  const paths = new RegExp(
    String.raw`(?<![\w./-])(?:[\w./-]*\w\.md\b|docs/[\w/-]+(?:\.\w+)*|(?:${rooms})/[\w./-]*\.[a-z]{2,4}\b|adr/\d{4})`,
    'g',
  );
  const decisions = [...here.matchAll(/\bADR (\d+)/g)].map(([, one]) => `docs/adr/${one}`);
  const links = kind === 'page' ? [...here.matchAll(/\]\(([^()#:\s]+)/g)].map(([, path = '']) => path) : [];
  return [
    ...[...here.matchAll(paths)].map(([path]) => path.replace(/^adr\//, 'docs/adr/')),
    ...decisions,
    ...links.filter((path) => !path.endsWith('.md')),
  ].map((path) => path.replace(/\/$/, ''));
}
