import { expect, test } from 'vitest';
import { aFolderState } from '../testing/answers.ts';
import { coverageLinks } from './upload-links.ts';

test('attention leads to uploads, or into the folder where local files wait that are no uploads yet', () => {
  expect(coverageLinks(aFolderState({ attentionBy: { ENRICHMENT_FAILED: 2 } })).attention).toBe(
    '#/uploads?folder=f1&state=attention',
  );
  expect(coverageLinks(aFolderState({ attentionBy: { CHOICE_PENDING: 2 } })).attention).toBe(
    '#/folders/f1/files?place=attention',
  );
});
