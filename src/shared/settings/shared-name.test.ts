import { expect, test } from 'vitest';
import { normalSharedName } from './shared-name.ts';

test.each([
  [' \\\\FileSrv1\\Research\\ ', '//filesrv1/research'],
  ['//filesrv1/A\u0308/', '//filesrv1/ä'],
  ['Filer:/export/Docs/', 'filer:/export/Docs'],
  ['//filesrv1', undefined],
  ['/srv/research', undefined],
  ['C:/research', undefined],
  ['', undefined],
])('%j, as a person writes it, is %s', (written, name) => {
  expect(normalSharedName(written)).toBe(name);
});
