import { expect, test } from 'vitest';
import { pageWords } from './page-words.ts';

test('the words of a page are those that are seen, a line a block', () => {
  const html =
    '<html><head><title>T</title><style>p{}</style></head><body><p>Net&nbsp;income <b>ro</b>se</p>' +
    '<script>x</script><table><tr><td>A</td><td>5 &lt; 6</td></tr></table></body></html>';
  expect(pageWords(html).split(/\n+/)).toEqual(['', 'Net\u00a0income rose', 'A', '5 < 6']);
});
