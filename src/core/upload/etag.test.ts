import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ReadFile } from '#core/local/read-file.ts';
import { createEtagJudge } from './etag.ts';

const md5Of = (text: string) => createHash('md5').update(text).digest('hex');
const read = (text: string) => ({ md5: () => md5Of(text) }) as unknown as ReadFile;
const address = 'https://storage.example.com/uploads/1?Signature=x';

test('U15: a host whose ETags were seen to be MD5s is believed, also when one does not match', () => {
  const judge = createEtagJudge();
  expect(judge.disagrees(address, `"${md5Of('a').toUpperCase()}"`, read('a'))).toBe(false);
  expect(judge.disagrees(address, `"${md5Of('something else')}"`, read('a'))).toBe(true);
});

test('U15: a host that never named an MD5 is not believed, nor another host, nor what is no MD5', () => {
  const judge = createEtagJudge();
  expect(judge.disagrees(address, `"${md5Of('encrypted')}"`, read('a'))).toBe(false);
  judge.disagrees(address, md5Of('a'), read('a'));
  expect(judge.disagrees('https://other.example.com/1', md5Of('b'), read('a'))).toBe(false);
  expect(judge.disagrees(address, `"${md5Of('b')}-2"`, read('a'))).toBe(false);
  expect(judge.disagrees(address, undefined, read('a'))).toBe(false);
  expect(judge.disagrees(address, '', read('a'))).toBe(false);
});
