/**
 * Legal names that programs stumble over (W13): each is made once per lane, in this order, with the lane's
 * number added.
 */
export const oddNames: readonly string[] = [
  'new\nline %.txt',
  'quotes "double" and \'single\' %.txt',
  '100%25 & a+b #1?x=y %.txt',
  '-rf %.txt',
  '  spaces around  % .txt ',
  'report 📈 %.txt',
  'e\u0301te\u0301 decomposed %.txt',
  'été composed %.txt',
  'back\\slash %.txt',
  'tab\there %.csv',
  '日本語の報告書 %.json',
  `${'long name '.repeat(22)}%.txt`,
  'no extension %',
  'UPPER lower.PDF.html %.txt',
  '$(echo hi) `date` $HOME %.txt',
  'dots .. ... % ....txt',
  'right-to-left עברית %.txt',
];

export const extensions: readonly string[] = ['.txt', '.txt', '.csv', '.pdf', '.json', '.html', '.md'];
