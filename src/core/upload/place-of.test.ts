import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { placeOf } from './place-of.ts';

const path = '/srv/team/a/b.pdf';
const alone = { path, root: null, followLinks: false };

test.each([true, false])(
  'a file is opened inside its watch folder, and through links as that says: %s',
  (followLinks) => {
    expect(placeOf({ path }, { path: '/srv/team/', followLinks })).toEqual({
      path,
      root: resolve('/srv/team'),
      followLinks,
    });
  },
);

test.each([
  ['whose folder was removed', undefined],
  ['whose folder has another path now', { path: '/srv/other', followLinks: true }],
  ['that is the path of the folder itself', { path, followLinks: true }],
])('a file %s is opened by itself, through no link', (_, folder) => {
  expect(placeOf({ path }, folder)).toEqual(alone);
});
