import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { keptElements } from './allowed.ts';
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
const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  `<img src="${outside}" srcset="${outside} 2x">`,
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  `<iframe src="${outside}"></iframe>`,
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  `<object data="${outside}"><embed src="${outside}"></object>`,
  '<applet code=a></applet>',
  `<link rel=stylesheet href="${outside}">`,
  `<link rel=prefetch href="${outside}">`,
  `<base href="${outside}">`,
  `<meta http-equiv=refresh content="0;url=${outside}">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
  `<form action="${outside}"><input name=a autofocus onfocus=alert(1)><button formaction="${outside}">go</button></form>`,
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  `<a href="#x" target=_blank ping="${outside}">x</a>`,
  `<p style="background:url(${outside})">x</p>`,
  `<p style="background:u\\72l(${outside})">x</p>`,
  `<p style="background:u/**/rl(${outside})">x</p>`,
  `<p style="list-style:image-set('${outside}' 1x)">x</p>`,
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="behavior:url(#default#time2)">x</p>',
  `<style>@import "${outside}";</style>`,
  `<style>@import url(${outside});p{color:red}</style>`,
  `<style>@font-face{font-family:a;src:url(${outside})}</style>`,
  `<style>p{background:url(${outside})}</style>`,
  `<style>p::after{content:"</style><script>alert(1)</script>"}</style>`,
  '<style><!--</style><script>alert(1)//--></script>',
  `<table background="${outside}"><td background="${outside}">x</table>`,
  `<body background="${outside}" onload=alert(1)>x</body>`,
  `<video src="${outside}" poster="${outside}"><source src="${outside}"><track src="${outside}"></video>`,
  `<audio src="${outside}" autoplay></audio>`,
  `<picture><source srcset="${outside}"><img src="${outside}"></picture>`,
  `<input type=image src="${outside}">`,
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<plaintext><img src=x onerror=alert(1)>',
  '<p title="&quot; onmouseover=&quot;alert(1)">x</p>',
  '<p title=\'" onmouseover="alert(1)\'>x</p>',
  '<p/onclick=alert(1)/class=a>x</p>',
  '<p id=body name=contentDocument>x</p><img name=cookie id=forms>',
  '<div is="x-y" slot=a part=b popover contenteditable autofocus tabindex=0>x</div>',
  '<button popovertarget=x onbeforetoggle=alert(1)>x</button>',
  '<marquee onstart=alert(1)>x</marquee>',
  `<frameset onload=alert(1)><frame src="${outside}"></frameset>`,
  '<isindex action=javascript:alert(1) type=image>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<!--><script>alert(1)</script>-->',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<dialog open><p>x</dialog><details open ontoggle=alert(1)>x</details>',
  `<image src="${outside}"><bgsound src="${outside}">`,
  `<object type="text/html" data="data:text/html,<script>alert(1)</script>"></object>`,
];

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
])('the declarations %j become %j', (style, clean) => {
  expect(cleanDeclarations(style)).toBe(clean);
});

test('a style sheet keeps its plain rules', () => {
  const css =
    '@media print { p { color: red } } @import "x"; td{padding:1px} @font-face{src:url(x)} b>i{color:red}';
  expect(cleanStyleSheet(css)).toBe('td{padding:1px}\nb>i{color:red}');
});
