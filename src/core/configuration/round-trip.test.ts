import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globProblem } from '#core/local/glob.ts';
import { profileId } from '#core/ports/profile-id.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import {
  defaultSettings,
  settingsInForce,
  type StoredSettings,
  storedSettingsSchema,
} from '#shared/settings/settings.ts';
import {
  type ChosenFolder,
  chosenFolderSchema,
  folderDefaults,
  isExtension,
  sizesProblem,
} from '#shared/settings/watch-folder.ts';
import { changesBetween } from './changes-between.ts';
import { configurationOf } from './configuration-of.ts';
import { mergeConfiguration } from './merge-configuration.ts';
import { readConfiguration } from './read-configuration.ts';
import { writeConfiguration } from './write-configuration.ts';

/** Whatever a person may have typed, YAML's own signs among it. */
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
  fc.constantFrom('no', '~', '1', '- a', 'a: b', '"', "'", '#x', '*a', '&a', '!x', 'Zürich €', '0x10', '1e3'),
);
const glob = text.filter((one) => globProblem(one) === undefined);
const size = fc.option(fc.integer({ min: 1, max: 2 ** 45 }));

const profiles = fc
  .uniqueArray(text, { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({
          name: fc.constant(name),
          requestsPerMinute: fc.integer({ min: 1, max: 9999 }),
          uploadsAtOnce: fc.integer({ min: 1, max: 64 }),
          uploadBandwidth: size,
          agentsUrl: fc.option(fc.constant('https://agents.example.com/v2')),
          team: fc.option(
            fc.constantFrom(
              { address: 'postgres://anna@db.example.com/sluice', machine: null, certificates: null },
              { address: 'postgres://a%40b@[::1]:5433/t', machine: 'ANNA', certificates: '/etc/ca.pem' },
            ),
            { nil: undefined },
          ),
          keyFrom: fc.option(
            fc.constantFrom(
              { file: '/run/secrets/key' },
              { credential: 'desk-key' },
              { variable: 'SLUICE_API_KEY_DESK' },
            ),
            { nil: undefined },
          ),
        }),
      ),
    ),
  )
  .map((all): Profile[] =>
    all.map((one, at) => {
      const baseUrl = `https://content${at}.example.com`;
      return profileSchema.parse({ ...one, baseUrl, id: profileId(baseUrl, one.name) });
    }),
  );

/** Any of the fields, as what someone chose, and the others left out. */
const folderRules = fc
  .record(
    {
      label: fc.oneof(fc.constant(''), text),
      paused: fc.boolean(),
      firstRun: fc.constantFrom('upload-all', 'only-new', 'choose'),
      filters: fc.array(fc.record({ action: fc.constantFrom('include', 'exclude'), glob: glob }), {
        maxLength: 3,
      }),
      types: fc.array(text.filter(isExtension), { maxLength: 2 }),
      minSize: size,
      maxSize: size,
      maxAgeDays: fc.option(fc.double({ min: 0.001, max: 1e6, noNaN: true })),
      ignoredNames: fc.option(fc.array(text, { maxLength: 2 })),
      useIgnoreFile: fc.boolean(),
      settleSeconds: fc.double({ min: 0, max: 86_400, noNaN: true }),
      tags: fc.array(text, { maxLength: 3 }),
      subfolderTagPrefix: fc.option(text),
      tagRules: fc.array(fc.record({ pattern: fc.constantFrom('^(?<year>\\d{4})/', 'a|b'), tag: text }), {
        maxLength: 2,
      }),
      share: fc.boolean(),
      enrichments: fc.subarray(['reporting_entities', 'translation']),
      publishedFrom: fc.subarray(['file-name', 'document', 'modified']),
      afterUpload: fc.constantFrom('leave', 'move', 'trash', 'delete'),
      failedFolder: fc.option(text),
      sharedAs: fc.option(fc.constantFrom('share', 'Research 2026')),
      saveAnnotated: fc.oneof(fc.constantFrom('off', 'beside'), fc.record({ folder: text })),
    },
    { requiredKeys: [] },
  )
  .filter((rules) => sizesProblem({ ...folderDefaults, ...rules }) === undefined);

const settings = profiles.chain((all) =>
  fc
    .record({
      folders: fc
        .uniqueArray(fc.stringMatching(/^\/[a-z0-9 ']{1,8}(\/[a-zü]{1,4})?$/), { maxLength: 3 })
        .chain((paths) =>
          fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), folderRules, fc.constantFrom(...all)))),
        ),
      active: fc.constantFrom(...all),
      network: fc.record({
        proxy: fc.constantFrom('system', 'none', 'http://proxy.example:8080', 'https://[fd00::1]:3128'),
        exceptions: fc.constantFrom('', 'intra.example, 10.0.0.0/8', '*'),
        certificates: fc.option(fc.constant('/etc/acme/authorities.pem')),
      }),
      bandwidthSchedule: fc.array(
        fc.record({
          days: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
          from: fc.constantFrom('00:00', '18:30'),
          to: fc.constantFrom('06:15', '23:59'),
          bytesPerSecond: fc.option(fc.integer({ min: 0, max: 1e9 })),
        }),
        { maxLength: 2 },
      ),
    })
    .map(
      ({ folders, active, network, bandwidthSchedule }): StoredSettings =>
        storedSettingsSchema.parse({
          ...defaultSettings(),
          profiles: all,
          activeProfileId: active.id,
          network,
          bandwidthSchedule,
          folders: folders.map(
            ([path, rules, profile], at): ChosenFolder =>
              chosenFolderSchema.parse({ ...rules, path, id: `folder-${at}`, profileId: profile.id }),
          ),
        }),
    ),
);

const readBack = (given: StoredSettings) => {
  const read = readConfiguration(writeConfiguration(configurationOf(given), ['a comment']));
  expect(read.problems).toEqual([]);
  if (!('configuration' in read)) throw new Error('it was not read');
  return read;
};
const options = { base: '/', prune: true };
const nothingNamed = { profiles: undefined, folders: undefined };

test('what is exported and applied again changes nothing, and removes nothing', () => {
  fc.assert(
    fc.property(settings, (given) => {
      const merged = mergeConfiguration(given, readBack(given), options);
      expect(merged).toEqual({ settings: given, problems: [] });
      expect(changesBetween(settingsInForce(given), settingsInForce(merged.settings), nothingNamed)).toEqual(
        [],
      );
    }),
    { numRuns: 40 },
  );
});

test('applied elsewhere it makes the same, but for the ids of folders; applied again it changes nothing', () => {
  fc.assert(
    fc.property(settings, (given) => {
      const read = readBack(given);
      const made = mergeConfiguration(defaultSettings(), read, options).settings;
      // A file leaves out that a folder is not paused.
      const withoutIds = ({ folders }: StoredSettings) =>
        folders.map(({ id: _id, paused = false, ...folder }) => ({ ...folder, paused }));
      expect(withoutIds(made)).toEqual(withoutIds(given));
      expect({ ...made, folders: [] }).toEqual({ ...given, folders: [] });
      expect(mergeConfiguration(made, read, options).settings).toEqual(made);
    }),
    { numRuns: 20 },
  );
});
