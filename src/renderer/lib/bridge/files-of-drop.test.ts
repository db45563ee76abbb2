import { expect, test } from 'vitest';
import { filesOfDrop } from './files-of-drop.ts';

const file = (name: string) => new File([name], name);

function fileEntry(name: string) {
  return { isDirectory: false, file: (done: (file: File) => void) => done(file(name)) };
}

/** Answers its entries in pieces of two, as real readers answer them in pieces of a hundred. */
function directory(entries: readonly object[]) {
  return {
    isDirectory: true,
    createReader: () => {
      const left = [...entries];
      return { readEntries: (done: (some: object[]) => void) => done(left.splice(0, 2)) };
    },
  };
}

test('files and whole folders, mixed', async () => {
  const items = [
    { kind: 'file', webkitGetAsEntry: () => fileEntry('a.pdf'), getAsFile: () => file('a.pdf') },
    {
      kind: 'file',
      webkitGetAsEntry: () =>
        directory([
          fileEntry('b.pdf'),
          fileEntry('c.pdf'),
          directory([fileEntry('d.pdf')]),
          fileEntry('e.pdf'),
        ]),
      getAsFile: () => file('folder'),
    },
    { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
    // Made by a script, as tests of browsers do: there is a file but no entry.
    { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('f.pdf') },
  ];
  const files = await filesOfDrop({ items } as unknown as DataTransfer);
  expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf']);
});
