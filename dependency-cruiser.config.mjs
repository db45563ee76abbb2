/** The floors of core, lowest first (docs/ARCHITECTURE.md, "Rooms"): an import goes down or stays. */
export const floors = [
  ['ports', 'redact', 'places'],
  ['local', 'threads', 'data-folder', 'settings-file', 'configuration'],
  ['ledger', 'service', 'team'],
  [
    'watch',
    'upload',
    'track',
    'finish',
    'documents',
    'tags',
    'export',
    'connectors',
    'across',
    'original',
    'notes',
    'search',
    'rebuild',
    'backup',
  ],
  ['engine'],
  ['calls'],
  ['public'],
];

const rooms = (names) => `^src/core/(${names.join('|')})/`;
/** Tests may stand on whatever they test with. */
const tests = String.raw`\.test\.ts$|/testing/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'a room of core is on a floor',
      severity: 'error',
      from: { path: '^src/core/[^/]+/', pathNot: rooms(floors.flat()) },
      to: {},
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: `an import goes down the floors or stays: ${floor.join(', ')}`,
      severity: 'error',
      from: { path: rooms(floor) },
      to: { path: [rooms(floors.slice(index + 1).flat()), '^src/core/create-core[.]ts$'] },
    })),
    {
      name: 'no circles of rooms',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/core' },
      to: { circular: true },
    },
  ],
  options: {
    // Types are imports too: whoever reads a room must know what it speaks of.
    tsPreCompilationDeps: true,
    exclude: { path: tests },
    doNotFollow: { path: 'node_modules' },
  },
};
