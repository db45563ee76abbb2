import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { keptElements } from './allowed.ts';
import { hostilePages } from '../testing/hostile-pages.ts';
import { cleanDeclarations, cleanStyleSheet } from './clean-css.ts';
import { sanitiseHtml, TooDeep } from './sanitise-html.ts';

/** All elements and attributes of what was written, as a parser reads it. */
function partsOf(html: string) {
  const parts: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => parts.push({ name, attributes }) });
  parser.write(html);
  parser.end();
  return parts;
}

test('what is said and how it looks stays', () => {
  const page =
    '<html><head><title>T</title><style>p.a > b { color: red }</style></head><body bgcolor="#fff">' +
    '<p class="a" style="margin:0;color:#123">One &amp; <b>two</b> &lt;three&gt;</p><hr>' +
    '<table border=1><tr><td colspan=2 align=right>5%</table><img src="data:image/png;base64,AAAA" alt="x"></body></html>';
  expect(sanitiseHtml(page)).toBe(
    '<style>p.a > b{color: red}</style><p class="a" style="margin:0;color:#123">One &amp; <b>two</b> &lt;three&gt;</p>' +
      '<hr><table border="1"><tr><td colspan="2" align="right">5%</td></tr></table><img src="data:image/png;base64,AAAA" alt="x">',
  );
});

test('the visible text of inline XBRL stays, its header leaves', () => {
  const page =
    '<body><ix:header><ix:hidden><ix:nonNumeric>hidden</ix:nonNumeric></ix:hidden></ix:header>' +
    '<p>Revenue <ix:nonFraction name="us-gaap:Revenues" scale="6">26,044</ix:nonFraction> rose</p></body>';
  expect(sanitiseHtml(page)).toBe('<p>Revenue 26,044 rose</p>');
});

test('a link keeps its goal, and is none', () => {
  expect(
    sanitiseHtml(
      '<a href="https://example.com/a?b&c">out</a><a href="#part2">in</a><a name="part2">here</a>',
    ),
  ).toBe(
    '<a data-link="https://example.com/a?b&amp;c">out</a><a data-place="part2">in</a><a data-id="part2">here</a>',
  );
});

const outside = 'http://127.0.0.1:9/';
const hostile = hostilePages(outside, 'alert(1)');

describe('hostile pages', () => {
  test.each(hostile)('%s', (page) => {
    const clean = sanitiseHtml(`<p>before</p>${page}`);
    expect(clean).toContain('<p>before</p>');
    for (const { name, attributes } of partsOf(clean)) {
      expect(name === 'style' || keptElements.has(name), `<${name}>`).toBe(true);
      for (const [attribute, value] of Object.entries(attributes)) {
        expect(attribute).not.toMatch(/^on|^(?:id|name|href|srcset|action|ping|target|background)$/);
        if (attribute === 'src') expect(value).toMatch(/^data:image\/png/);
        if (attribute === 'style') expect(value).not.toMatch(/url|image|expression|behavior|\\/i);
      }
    }
    const withoutText = clean.replace(/>[^<]*</g, '><').replace(/data-link="[^"]*"/g, '');
    expect(withoutText).not.toContain(outside);
  });
});

test('what is sanitised stays as it is when it is sanitised again', () => {
  for (const page of hostile) {
    const once = sanitiseHtml(page);
    expect(sanitiseHtml(once).replace(/ data-(link|place|id)="[^"]*"/g, '')).toBe(
      once.replace(/ data-(link|place|id)="[^"]*"/g, ''),
    );
  }
});

test('a page without end is refused, and a deep one is written as deep as browsers go', () => {
  expect(() => sanitiseHtml('<div>'.repeat(20_000))).toThrow(TooDeep);
  const deep = sanitiseHtml(`${'<div>'.repeat(2_000)}text`);
  expect(deep.match(/<div>/g)).toHaveLength(400);
  expect(deep).toContain('text');
});

test.each([
  ['color: red; background: url(x); margin: 0', 'color: red;margin: 0'],
  ['a:b/*;c:url(x)*/;d:e', 'a:b;d:e'],
  ['no declaration', ''],
  [
    'position: relative; Position:ABSOLUTE !important; top:0',
    'position: relative;Position:ABSOLUTE !important;top:0',
  ],
])('the declarations %j become %j', (style, clean) => {
  expect(cleanDeclarations(style)).toBe(clean);
});

// It would lie over the page that is read.
test.each([
  'position:fixed',
  'posi\0tion:fixed',
  'POSITION : Sticky',
  'position:-webkit-sticky',
  '--x:fixed;position:var(--x)',
  'position:var(--none, fixed)',
  'position:env(none, fixed)',
  'position:if(else: fixed)',
  'position:/**/fixed',
  '//**/*g:h;*/position:fixed',
])('nothing stays in place while the page scrolls: %s', (style) => {
  expect(cleanDeclarations(`${style};inset:0`).replace('--x:fixed;', '')).toBe('inset:0');
});

test.each([
  '::highlight(sluice-exact){color:#fff;background-color:#fff}',
  'p::HIGHLIGHT( sluice-exact ),b{color:red}',
  '::hi/**/ghlight(any){color:red}',
  '::h\\69ghlight(any){color:red}',
  '.sluice-cells td{display:none}',
  '[class^="Sluice"]{display:none}',
  '@media screen{::highlight(sluice-exact){color:red}}',
])('a style sheet dresses nothing of ours: %s', (css) => {
  expect(cleanStyleSheet(`i{margin:0}${css}`)).toBe('i{margin:0}');
});

// A browser would read the rules behind it as part of what is open.
test.each([
  'p{color:(}\na{);position:fixed;b{x:y}}',
  'p{color:[;top:0}\na{];position:fixed;b{x:y}}',
  `p{color:"}\na{";position:fixed;b{x:y}}`,
  `p{color:'\n}\na{';position:fixed;b{x:y}}`,
  'p{color:)}\na[{];position:fixed;b{x:y}}',
  'p:is({color:red}) a;position:fixed;b{x:y}',
  'a;position:fixed;b{x:y}',
])('a style sheet leaves nothing open: %j', (css) => {
  expect(cleanStyleSheet(css)).not.toMatch(/fixed|[("'[\])]/);
});

test('a style sheet keeps its plain rules', () => {
  const css =
    '@media print { p { color: red } } @import "x"; td{padding:1px} @font-face{src:url(x)} b>i{color:red}' +
    `a[href="x (1)"]:not(.b){width:calc(1px + (2px)); font-family:"Arial; 'x'"}`;
  expect(cleanStyleSheet(css)).toBe(
    'td{padding:1px}\nb>i{color:red}\na[href="x (1)"]:not(.b){width:calc(1px + (2px))}',
  );
});
