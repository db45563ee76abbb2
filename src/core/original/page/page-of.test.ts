import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Unshown } from '../unshown/unshown.ts';
import { pageOf } from './page-of.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const sample = (name: string) =>
  readFileSync(new URL(`../../../../resources/samples/${name}`, import.meta.url));
/** What stands in the body of a page. */
const body = (page: string) => /<body[^>]*>([\s\S]*)<\/body>/u.exec(page)?.[1];

test('a page has its kind, and scrolls in its body whatever its own style says', async () => {
  const page = await pageOf('html', bytes('<style>body{overflow:visible;position:fixed}</style><p>Hello'));
  expect(page).toMatch(/<body data-original="html" tabindex="0" style="[^"]*overflow:auto!important/u);
  expect(body(page)).toBe('<style>body{overflow:visible}</style><p>Hello</p>');
});

describe('text', () => {
  test('stands in its lines, and is no markup', async () => {
    const page = await pageOf('text', bytes('one\r\n <b>two</b>\n'));
    expect(body(page)).toBe('<pre>one\n &lt;b&gt;two&lt;/b&gt;\n\n</pre>');
  });

  test.each([
    ['UTF-16', Buffer.from('\ufeffKrüger', 'utf16le')],
    ['UTF-8', Buffer.from('Krüger')],
    ['Windows-1252', Buffer.from('Krüger', 'latin1')],
  ])('in %s is read', async (_, encoded) => {
    expect(body(await pageOf('text', new Uint8Array(encoded)))).toContain('Krüger');
  });

  test('of a complete filing shows its readable documents, pages as pages', async () => {
    const filing =
      '<SEC-DOCUMENT>x\n<DOCUMENT>\n<TYPE>8-K\n<DESCRIPTION>REPORT\n<TEXT>\n<html><body><p onclick=a()>Said</p></html>\n' +
      '</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-99\n<TEXT>\nplain <i>\n</TEXT>\n</DOCUMENT>\n' +
      '<DOCUMENT>\n<TYPE>GRAPHIC\n<TEXT>\nbegin 644 a.jpg\n</TEXT>\n</DOCUMENT>';
    const shown = body(await pageOf('text', bytes(filing)));
    expect(shown).toContain('<h2>8-K: REPORT</h2><div>\n<p>Said</p>');
    expect(shown).toContain('<h2>EX-99</h2><div><pre>\nplain &lt;i&gt;');
    expect(shown).not.toContain('GRAPHIC');
  });
});

describe('CSV', () => {
  test('is a table in which each line has its cells', async () => {
    const shown = body(await pageOf('csv', bytes('a;b\n1;"x;<y>"\n2\n')));
    expect(shown).toBe(
      '<table class="sluice-cells"><tbody><tr><td nowrap>a</td><td nowrap>b</td></tr>' +
        '<tr><td nowrap>1</td><td nowrap>x;&lt;y&gt;</td></tr><tr><td nowrap>2</td></tr></tbody></table>',
    );
  });

  test('that is broken, or too large to be drawn, is refused', async () => {
    await expect(pageOf('csv', bytes('a,"b'))).rejects.toMatchObject({ why: 'broken' });
    await expect(pageOf('csv', bytes('a,b,c,d\n'.repeat(120_000)))).rejects.toMatchObject({ why: 'size' });
  });
});

describe('mail', () => {
  test('has its head, its body and the names of what is attached', async () => {
    const mail = [
      'From: Ann <ann@b.example>',
      'To: desk@b.example',
      'Subject: <Results>',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html',
      '',
      '<p onload=a()>Revenue <b>rose</b></p><script>a()</script>',
      '--x',
      'Content-Type: application/pdf; name="q3 <1>.pdf"',
      'Content-Disposition: attachment; filename="q3 <1>.pdf"',
      '',
      'x',
      '--x--',
    ].join('\r\n');
    const shown = body(await pageOf('mail', bytes(mail)));
    expect(shown).toContain('<h1>&lt;Results&gt;</h1>');
    expect(shown).toContain('<p>From: Ann &lt;ann@b.example&gt;</p><p>To: desk@b.example</p>');
    expect(shown).toContain('<p>Revenue <b>rose</b></p>');
    expect(shown).toContain('<li>q3 &lt;1&gt;.pdf</li>');
    expect(shown).not.toContain('script');
  });

  test('of text alone stands in its lines', async () => {
    const shown = body(await pageOf('mail', sample('broker-research/channel-check-servers.eml')));
    expect(shown).toContain('<pre>');
  });

  test('that is none is refused', async () => {
    await expect(pageOf('mail', bytes('nothing'))).rejects.toThrow(Unshown);
  });
});

test('a page that is nested without end is refused', async () => {
  await expect(pageOf('html', bytes('<div>'.repeat(20_000)))).rejects.toMatchObject({ why: 'deep' });
});
