import { Command } from 'commander';
import { expect, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { addFolderFlags, clearable, clearedRules, folderRules } from './folder-flags.ts';

const rules = (...args: string[]) =>
  folderRules(
    addFolderFlags(new Command().exitOverride().configureOutput({ writeErr: () => undefined }))
      .parse(args, { from: 'user' })
      .opts(),
  );

test('what is not given is left out', () => {
  expect(rules()).toEqual({});
  expect(rules('--share', '--no-index')).toEqual({ share: true, noIndex: true });
});

test('include and exclude keep their order, and naming what to include leaves out the rest', () => {
  expect(rules('--exclude', 'drafts/**', '--include', '*.pdf', '--exclude', '*.tmp').filters).toEqual([
    { action: 'exclude', glob: 'drafts/**' },
    { action: 'include', glob: '*.pdf' },
    { action: 'exclude', glob: '*.tmp' },
    { action: 'exclude', glob: '**' },
  ]);
  expect(rules('--exclude', '*.tmp').filters).toEqual([{ action: 'exclude', glob: '*.tmp' }]);
});

test('the order starts anew for each command line', () => {
  expect(rules('--exclude', 'a').filters).toHaveLength(1);
  expect(rules('--exclude', 'b').filters).toEqual([{ action: 'exclude', glob: 'b' }]);
});

test('every flag makes a rule that the settings accept', () => {
  const all = rules(
    ...[
      '--label',
      'Desk',
      '--first-run',
      'choose',
      '--types',
      '.PDF,html',
      '--min-size',
      '1',
      '--max-size',
      '1MB',
    ],
    ...['--max-age-days', '30', '--ignore-names', 'a,b', '--no-ignore-file', '--hidden', '--follow-links'],
    ...['--settle', '1.5', '--tag', 'x', '--subfolder-tags', 'dir:', '--tag-rule', '(?<y>\\d{4})=year:$<y>'],
    ...[
      '--enrich',
      'translation',
      '--no-store',
      '--published-from',
      'file-name,modified',
      '--duplicates',
      'upload',
    ],
    ...['--changed', 'replace', '--local-delete', 'delete', '--delete-cap', '5', '--after-upload', 'move'],
    ...['--done-folder', 'in', '--failed-folder', 'out', '--save-annotated', 'annotated', '--include', '*'],
  );
  const folder = watchFolderSchema.parse({ id: 'f', path: '/f', profileId: 'p', ...all });
  expect(folder).toMatchObject(all);
  expect(folder).toMatchObject({
    types: ['pdf', 'html'],
    useIgnoreFile: false,
    tagRules: [{ pattern: '(?<y>\\d{4})', tag: 'year:$<y>' }],
    saveAnnotated: { folder: 'annotated' },
  });
});

test('a rule that cannot be is refused', () => {
  expect(() => rules('--tag-rule', '(=x')).toThrow('cli.option.pattern');
  expect(() => rules('--tag-rule', 'x')).toThrow('cli.option.tagRule');
  expect(() => rules('--published-from', 'guess')).toThrow('cli.option.sources');
});

test('clearing puts rules back to the defaults of the settings', () => {
  const defaults = watchFolderSchema.parse({ id: 'f', path: '/f', profileId: 'p' });
  expect(defaults).toMatchObject(clearable);
  expect(clearedRules(['tags', 'maxSize'])).toEqual({ tags: [], maxSize: null });
  expect(() => clearedRules(['path'])).toThrow('path cannot be cleared');
});
