import { expect, onTestFinished, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { openDatabase } from '../ledger/database.ts';
import { createFacts } from '../ledger/facts.ts';
import { createFolderFacts } from './folder-facts.ts';

const at = (path: string) => watchFolderSchema.parse({ id: 'f', path, profileId: 'p' });

/** Facts of a folder, with a clock that the test sets, and how often it was found to be moved. */
function folderFacts() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const clock = { now: 1_000_000, moves: 0 };
  const facts = createFolderFacts(
    createFacts(database),
    () => clock.now,
    () => {
      clock.moves += 1;
    },
  );
  return { clock, facts };
}

test('a folder begins when a command added it, however late the agent starts', () => {
  const { clock, facts } = folderFacts();
  facts.announce(at('/a'));
  const { addedAt } = facts.get('f') ?? {};
  clock.now += 60_000;
  expect(facts.begin(at('/a'))).toMatchObject({ addedAt, firstScanComplete: false });
});

test('a folder begins elsewhere when its path was last changed, and not if it was changed back', () => {
  const { clock, facts } = folderFacts();
  const { addedAt } = facts.begin(at('/a'));
  facts.passed('f');
  clock.now += 60_000;
  facts.announce(at('/b'));
  clock.now += 60_000;
  facts.announce(at('/b'));
  facts.announce(at('/a'));
  expect(facts.begin(at('/a'))).toMatchObject({ addedAt, firstScanComplete: true });
  clock.now += 60_000;
  facts.announce(at('/b'));
  clock.now += 60_000;
  expect(facts.begin(at('/b'))).toMatchObject({ addedAt: addedAt + 180_000, firstScanComplete: false });
  expect(clock.moves).toBe(1);
});
