import { expect, test } from 'vitest';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { whichNode } from './which-node.ts';

const running = { version: '24.21.0', path: '/usr/bin/node', isApp: false, home: '/usr/lib/sluice/' };

test.each([
  ['of the machine', running, /24\.21\.0 of this machine \(\/usr\/bin\/node\)/],
  [
    'of a folder that is only called alike',
    { ...running, path: '/usr/lib/sluice-2/node' },
    /of this machine/,
  ],
  [
    'of the package',
    { ...running, path: '/usr/lib/sluice/node' },
    /came with Sluice \(\/usr\/lib\/sluice\/node\)/,
  ],
  ['of the app', { ...running, isApp: true }, /24\.21\.0 of the app/],
])('doctor says whose Node it is: %s', (_whose, one, sentence) => {
  expect(speakEnglish(whichNode(one))).toMatch(sentence);
});

test('what this runs on is told as it is', () => {
  expect(speakEnglish(whichNode())).toContain(process.versions.node);
});
