import { expect, test } from 'vitest';
import { LayerText } from './layer-text.ts';

function laidOut(html: string) {
  const layer = document.createElement('div');
  layer.innerHTML = html;
  const nodes = [...layer.querySelectorAll('span')].map(({ firstChild }) => firstChild as Text);
  return { text: new LayerText(layer), nodes, layer };
}

const { text, nodes, layer } = laidOut(
  '<span>The is</span><span>suer</span><br><br><span>sold</span><br><span>all.</span><div></div>',
);
const whole = 'The issuer\n\nsold\nall.';

test.each(['issuer', 'er\n\nso', 'all.', 'T', whole])('the letters of %j are found', (part) => {
  const from = whole.indexOf(part);
  expect(text.rangeOf(from, from + part.length)?.toString()).toBe(part.replaceAll('\n', ''));
});

test('an end of line and units beyond the text have no letters', () => {
  expect([text.rangeOf(10, 12), text.rangeOf(90, 99), laidOut('').text.rangeOf(0, 5)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a letter has its unit, also behind the last of its piece', () => {
  const [, suer, sold] = nodes as [Text, Text, Text];
  expect([text.unitAt(suer, 0), text.unitAt(suer, 4), text.unitAt(sold, 1)]).toEqual([6, 9, 13]);
  expect(text.unitAt(layer, 0)).toBe(-1);
});
