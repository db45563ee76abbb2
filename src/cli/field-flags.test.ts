import { Command } from 'commander';
import { expect, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { addFieldFlags, clearable, givenFields } from './field-flags.ts';

const flags = (part: 'folder' | 'upload', args: readonly string[]) =>
  addFieldFlags(new Command().exitOverride().configureOutput({ writeErr: () => undefined }), part)
    .parse(args, { from: 'user' })
    .opts();
const rules = (...args: string[]) => givenFields(flags('folder', args), 'folder');
const options = (...args: string[]) => givenFields(flags('upload', args), 'upload');

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

test('every rule that a flag sets can get its default again, and nothing else', () => {
  expect(clearable(['tags', 'maxSize', 'settleSeconds'])).toEqual(['tags', 'maxSize', 'settleSeconds']);
  for (const name of ['path', 'paused', 'published'])
    expect(() => clearable([name])).toThrow(`${name} cannot be cleared`);
});

test('--no-index and --no-store of an upload mean what they say', () => {
  expect(options()).toEqual({});
  expect(options('--no-index')).toEqual({ noIndex: true });
  expect(options('--no-store', '--share')).toEqual({ noStore: true, share: true });
});

test('tags are repeated, enrichments a list of known names', () => {
  expect(options('--tag', 'a', '--tag', 'b', '--enrich', 'translation, reporting_entities')).toEqual({
    tags: ['a', 'b'],
    enrichments: ['translation', 'reporting_entities'],
  });
  expect(() => options('--enrich', 'summary')).toThrow('reporting_entities, translation');
});
