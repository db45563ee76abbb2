import { expect, test } from 'vitest';
import { openStates } from '#shared/uploads/open-states.ts';
import { uploadStages } from './upload-links.ts';

test('X6: each state of an upload that is not at rest is counted at one stage', () => {
  expect(Object.values(uploadStages).flat().sort()).toEqual([...openStates].sort());
});
