/** Where the file `a.txt` of a folder goes when it is set aside; an `Aside`. */
export const asideOf = (root: string) => ({
  root,
  directory: root,
  name: 'a.txt',
  aside: '.sluice-owner-1-abc.quarantine',
});
