import { RE2JS } from 're2js';

/**
 * Names that are never documents (W5): what Mountain Duck, Insync, paperless-ngx and the operating systems'
 * own lists leave out, together. Compared without regard to case, with files and folders alike.
 */
export const defaultIgnoredNames: readonly string[] = [
  // Desktop clutter.
  ...['.DS_Store', '.localized', '.directory', '._*', 'Icon\r', 'Thumbs.db', 'Thumbs.db:encryptable'],
  ...['ehthumbs.db', 'ehthumbs_vista.db', 'desktop.ini', '*.desktop', '*.lnk', '*.stackdump'],
  // Folders of systems and shares.
  ...['__MACOSX', '.AppleDouble', '.AppleDB', '.AppleDesktop', '.Spotlight-V100', '.fseventsd', '.Trashes'],
  ...['.TemporaryItems', '.DocumentRevisions-V100', '.Trash', '.Trash-*', '$RECYCLE.BIN', 'RECYCLER'],
  ...[
    'System Volume Information',
    'Network Trash Folder',
    'Temporary Items',
    '@eaDir',
    '#recycle',
    '@Recycle',
  ],
  ...[
    '#snapshot',
    '.snapshot',
    '.snapshots',
    '~snapshot',
    'lost+found',
    '.nfs*',
    '.fuse_hidden*',
    '.smbdelete*',
  ],
  // Sync programs.
  ...['.stfolder', '.stversions', '.stignore', '.syncthing.*', '~syncthing~*', '.sync', '.sync_*.db*'],
  ...['._sync_*.db*', '.owncloudsync.log*', '.dropbox', '.dropbox.attr', '.dropbox.cache', '.~tmp~'],
  ...['.tmp.drivedownload', '.tmp.driveupload', '*.insync*', '.sluiceignore', '.sluice-*'],
  // Half-made files: downloads, copies and office programs.
  ...['*.tmp', '*.temp', '*.part', '*.partial', '*.filepart', '*.crdownload', '*.download', '*.opdownload'],
  ...['*.!ut', '*.!qb', '*.bc!', '*.aria2', '*.ytdl', '.~lock*', '~$*', '~WRL*', '.~*', '*.laccdb', '*.ldb'],
  ...['.goutputstream-*', '*.sb-????????-??????', '.rsync-partial', '.rsync-tmp', '*.icloud', '*.kate-swp'],
  // Editors.
  ...['*.swp', '*.swo', '*.swx', '*~', '.#*', '#*#', '4913'],
  // Version control: never documents.
  ...['.git', '.svn', '.hg', 'CVS', '.bzr', 'node_modules', '__pycache__', '.venv'],
];

/**
 * Answers whether a name is on the list. Most are plain names or endings, which cost a look-up, not a search.
 */
export function compileIgnoredNames(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set<string>();
  const endings = new Set<string>();
  const rest: string[] = [];
  const slow: string[] = [];
  for (const pattern of patterns) {
    const lower = pattern.normalize('NFC').toLowerCase();
    if (!/[*?[\](){}!+@\\]/.test(lower)) names.add(lower);
    else if (/^\*\.[^*?[\](){}!+@\\.]+$/.test(lower)) endings.add(lower.slice(2));
    else if (lower.split('*').length <= mostStars + 1) rest.push(toExpression(lower));
    else slow.push(toExpression(lower));
  }
  const expression = rest.length > 0 ? new RegExp(`^(?:${rest.join('|')})$`, 's') : undefined;
  const bounded = slow.length > 0 ? RE2JS.compile(`^(?:${slow.join('|')})$`, RE2JS.DOTALL) : undefined;
  return (name) => {
    const lower = name.toLowerCase();
    if (names.has(lower)) return true;
    const dot = lower.lastIndexOf('.');
    if (dot >= 0 && endings.has(lower.slice(dot + 1))) return true;
    return expression?.test(lower) === true || bounded?.test(lower) === true;
  };
}

/**
 * JavaScript's own engine goes back for each star: with two of them that is 255 times 255 steps at most. What
 * has more goes to one that takes time in proportion to the name but is three times slower with the rest:
 * whoever may write here chooses the names, and settings come from files.
 */
const mostStars = 2;

function toExpression(pattern: string): string {
  // Only * and ? mean something in a name of this list; `!`, `@`, `+` and brackets occur in real temporary
  // names.
  const literal = pattern.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  return literal.replaceAll('*', '.*').replaceAll('?', '.');
}
