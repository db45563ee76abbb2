import { expect, test } from 'vitest';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { readConfiguration } from './read-configuration.ts';

const problemsOf = (...lines: string[]) =>
  readConfiguration(lines.join('\n')).problems.map(
    ({ line, column, key, said, suggestion }) =>
      `${line}:${column} ${key}: ${speakEnglish(said)}${suggestion === undefined ? '' : ` (${suggestion})`}`,
  );

const profile = ['version: 1', 'profiles:', '  - name: Desk', '    baseUrl: https://content.example.com/'];

test('a file is read: sizes in words, addresses without their last slash, and nothing that it leaves out', () => {
  const read = readConfiguration(
    [...profile, '    uploadBandwidth: 2MB', 'folders:', '  - path: /in', '    maxSize: 50MB'].join('\n'),
  );
  expect(read.problems).toEqual([]);
  expect(read).toMatchObject({
    configuration: {
      profiles: [{ name: 'Desk', baseUrl: 'https://content.example.com', uploadBandwidth: 2_000_000 }],
      folders: [{ path: '/in', maxSize: 50_000_000 }],
    },
  });
});

test('JSON is a configuration file too', () => {
  expect(readConfiguration('{"version": 1, "folders": []}').problems).toEqual([]);
});

test('sizes of which no file has one between them are a problem of the larger one', () => {
  expect(problemsOf(...profile, 'folders:', '  - path: /in', '    minSize: 2kB', '    maxSize: 1kB')).toEqual(
    [expect.stringMatching(/^\d+:5 folders\[0\]\.minSize: .*2000.*1000/)],
  );
  expect(problemsOf(...profile, 'folders:', '  - path: /in', '    minSize: 1kB', '    maxSize: 1kB')).toEqual(
    [],
  );
});

test('what is wrong is told all at once, each with line, column and key, and what was probably meant', () => {
  expect(
    problemsOf(
      ...profile,
      '    uploadsAtOnce: 65',
      'folders:',
      '  - path: /in',
      '    shar: true',
      '    afterUpload: shred',
      '    duplicates: skp',
      '    minSize: big',
      'bandwithSchedule: []',
    ),
  ).toEqual([
    '5:5 profiles[0].uploadsAtOnce: profiles[0].uploadsAtOnce is at most 64.',
    '8:5 folders[0].shar: folders[0].shar is no key of this file (share)',
    '9:5 folders[0].afterUpload: folders[0].afterUpload is one of: leave, move, trash, delete.',
    '10:5 folders[0].duplicates: folders[0].duplicates is one of: skip, upload, add-tags. (skip)',
    '11:5 folders[0].minSize: a size is a whole number of bytes, or such as 500kB or 1.5GB',
    '12:1 bandwithSchedule: bandwithSchedule is no key of this file (bandwidthSchedule)',
  ]);
});

test.each([
  [['version: 1', 'folders: [', '  - path'], /^\d+:\d+ : this is no YAML: /],
  [['version: 1', 'version: 1'], /^2:1 : this is no YAML: Map keys must be unique/],
  [['a: &a [1]', 'b: [*a, *a]', '---', 'c: 1'], /this is no YAML/],
  [[''], /^1:1 : file is /],
  [['version: 2'], /^1:1 version: version is one of: 1\.$/],
  [['folders: []'], /^1:1 version: version is one of: 1/],
])('%j is no configuration', (lines, what) => {
  expect(problemsOf(...lines).join('\n')).toMatch(what);
});

test('what is right by itself and wrong together is told with its place too', () => {
  expect(
    problemsOf(
      ...profile,
      '  - name: Desk',
      '    baseUrl: http://content.example.com',
      'folders:',
      '  - path: /in',
      '  - path: /in',
      "    filters: [{ action: exclude, glob: '*!(b)' }]",
    ),
  ).toEqual([
    '5:5 profiles[1].name: “Desk” stands in the file twice',
    expect.stringMatching(/^6:5 profiles\[1\]\.baseUrl: /),
    '9:5 folders[1].path: “/in” stands in the file twice',
    expect.stringMatching(/^10:34 folders\[1\]\.filters\[0\]\.glob: .* cannot be used as a filter/),
  ]);
});

test('filters and types that match nothing are refused with their place', () => {
  const { problems } = readConfiguration(
    [
      ...profile,
      'folders:',
      '  - path: /in',
      "    filters: [{ action: include, glob: '[' }]",
      "    types: [pdf, 'pdf;html']",
    ].join('\n'),
  );
  expect(problems.map(({ key, said }) => `${key} ${said.code}`)).toEqual([
    'folders[0].filters[0].glob usage.openBracket',
    'folders[0].types[1] usage.noExtension',
  ]);
});

test('a key in the file is no key of the file: only where it lies may be said', () => {
  expect(problemsOf(...profile, '    key: sk-secret')).toEqual([
    expect.stringMatching(/^5:5 profiles\[0\]\.key: /),
  ]);
  expect(problemsOf(...profile, '    key: sk-secret').join()).not.toContain('sk-secret');
  expect(problemsOf(...profile, '    key: { variable: HOME }').join()).toMatch(
    /5:12 profiles\[0\]\.key\.variable: the name of a variable/,
  );
  expect(problemsOf(...profile, '    key: { variable: SLUICE_API_KEY_DESK }')).toEqual([]);
});

test('a file that ends within the path of a folder is not wholly written: above it may lie all', () => {
  const text = [...profile, 'folders:', '  - path: /srv/one', '  - path: /srv/research/inbox'].join('\n');
  const cut = '/research/inbox'.length;
  for (const given of [text, text.slice(0, -cut)])
    expect(problemsOf(given)).toEqual([
      expect.stringMatching(/^7:5 folders\[1\]\.path: the file ends within/),
    ]);
  for (const given of [`${text}\n`, `${text}\n    share: true`, `${text} # a comment`])
    expect(problemsOf(given)).toEqual([]);
  expect(problemsOf('{"version": 1, "folders": [{"path": "/srv/one"}]}')).toEqual([]);
});

test('an alias that grows without end is refused', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'].map((pair) => [...pair]))
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]`);
  expect(problemsOf(...bomb)).toEqual([expect.stringMatching(/^1:1 : this is no YAML: .*alias count/)]);
});

test('a file of more than a million characters is refused before it is parsed', () => {
  const folders = Array.from({ length: 200_000 }, (_, number) => `  - path: /in/${number}`);
  const { problems } = readConfiguration([...profile, 'folders:', ...folders].join('\n'));
  expect(problems.map(({ said }) => said.code)).toEqual(['configuration.tooLarge']);
});
