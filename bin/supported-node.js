/**
 * The Nodes that run Sluice, as `engines` of its package says it too. Older ones bind `?1` to the wrong
 * column of SQLite (nodejs/node#59340), or have not what chokidar needs. Proven by
 * `npm run package:agent -- --prove`.
 */
export const supportedNode = '^22.22.0 || >=24.7.0';

/** Each part of the range: `^22.22.0` is 22.22 and later, within 22. */
const parts = supportedNode.split('||').map((part) => {
  const [sign = '', version = ''] = part.trim().split(/(?=\d)(.*)/);
  return { within: sign === '^', version: numbersOf(version) };
});

/** @param {string} version as `process.versions.node` has it */
export function runsOn(version) {
  const has = numbersOf(version);
  return parts.some((part) => !isBefore(has, part.version) && (!part.within || has[0] === part.version[0]));
}

/** What a person is told who has an older one. */
export function neededNode() {
  const said = parts.map(({ within, version: [major, minor] }) =>
    within ? `Node ${major}.${minor} or a newer ${major}` : `Node ${major}.${minor} or newer`,
  );
  return said.join(', or ');
}

/** @param {string} version */
function numbersOf(version) {
  return version.split('.', 3).map((part) => Number.parseInt(part, 10));
}

/** @param {number[]} one @param {number[]} other */
function isBefore(one, other) {
  const differs = one.findIndex((part, index) => part !== other[index]);
  return differs >= 0 && (one[differs] ?? 0) < (other[differs] ?? 0);
}
