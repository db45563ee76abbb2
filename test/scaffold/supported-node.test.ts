import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { neededNode, runsOn, supportedNode } from '../../bin/supported-node.js';

const versions = [20, 21, 22, 23, 24, 25, 26, 30].flatMap((major) =>
  [0, 6, 7, 21, 22, 23].flatMap((minor) => [0, 3].map((patch) => `${major}.${minor}.${patch}`)),
);

describe('the Nodes that run Sluice', () => {
  test.each(versions)('the launcher judges %s as npm does', (version) => {
    expect(runsOn(version)).toBe(satisfies(version, supportedNode));
  });

  test('it knows both', () => {
    expect(versions.filter(runsOn)).toEqual(expect.arrayContaining(['22.22.0', '24.7.0', '26.0.0']));
    expect(['20.20.2', '22.21.1', '24.6.0'].filter(runsOn)).toEqual([]);
  });

  test('a person is told which they are', () => {
    expect(neededNode()).toBe('Node 22.22 or a newer 22, or Node 24.7 or newer');
  });
});
