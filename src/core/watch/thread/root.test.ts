import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
import type { Look } from '#core/local/look.ts';
import { createClock } from '#core/ports/clock.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { openDatabase } from '../../ledger/database.ts';
import { createSteadyClock } from '../settle/quiet.ts';
import { createLedgerView } from '../../ledger/ledger-view.ts';
import type { Finding, FromThread } from './protocol.ts';
import { Root } from './root.ts';
import type { ThreadContext } from './root-context.ts';

/**
 * A root of real files whose directories are watched by nobody; `onList` is told of each one before it is
 * listed.
 */
function setUp(onList: (directory: string, root: Root) => void) {
  const base = mkdtempSync(join(tmpdir(), 'sluice-root-'));
  const path = join(base, 'watched');
  const write = (name: string) => {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), name);
  };
  mkdirSync(path);
  const ledger = join(base, 'ledger.sqlite');
  openDatabase(ledger).close();
  const view = createLedgerView(ledger);
  const found: string[] = [];
  const posted: FromThread[] = [];
  const clock = createClock();
  const real = createFileGate();
  const gate = {
    ...real,
    direct: {
      ...real.direct,
      list(directory, path) {
        onList(directory.slice(path.length + 1), root);
        return real.direct.list(directory, path);
      },
    } satisfies Look,
  };
  const nothing = () => Promise.resolve();
  const never = Number.MAX_SAFE_INTEGER;
  const context = {
    clock,
    gate,
    view,
    steady: createSteadyClock(clock),
    jitter: 0,
    placeOf: () => undefined,
    outbox: {
      add: (finding: Finding) => void ('file' in finding && found.push(finding.file.name)),
      room: nothing,
      flush: nothing,
    },
    writers: { find: () => Promise.resolve(new Set()) },
    options: { failWatchingWith: 'ENOSPC', dropAllEvents: true },
    limits: {
      reconcileEvery: never,
      pollEvery: never,
      rootCheckEvery: never,
      missingFor: never,
      unfinishedFor: 0,
      optionalEndFor: 0,
      stillChangingAfter: never,
      maxWatchedDirectories: 10,
      maxSettling: 10,
      maxHints: 10,
    },
    post: (message: FromThread) => void posted.push(message),
    changed: () => undefined,
  } as unknown as ThreadContext;
  const folder = watchFolderSchema.parse({ id: 'f1', path, profileId: 'p', settleSeconds: 0 });
  const root = new Root({ folder, addedAt: 0, firstScanComplete: true, nested: [], key: '' }, context);
  onTestFinished(async () => {
    await root.stop();
    view.close();
    rmSync(base, { recursive: true, force: true });
  });
  return { root, write, found, posted, view };
}

test('W16: a directory that an event added behind a walk is compared by that pass', async () => {
  let isOver = false;
  const { root, write, found } = setUp((directory, added) => {
    if (directory !== 'last' || isOver) return;
    isOver = true;
    // The walk has been at the root: only an event tells of this one.
    write('new/g.txt');
    added.directories.add('new');
  });
  write('last/a.txt');
  await root.reconcile('test');
  expect(found.sort()).toEqual(['a.txt', 'g.txt']);
});

test('a pass that fails is told until one ends well', async () => {
  const { root, write, posted, view } = setUp(() => undefined);
  write('a.txt');
  const { inDirectory } = view;
  const remarks = () =>
    posted
      .flatMap((one) => (one.type === 'health' ? (one.health.remarks ?? []) : []))
      .map(({ code }) => code);
  view.inDirectory = () => {
    throw new Error('cannot be asked');
  };
  await root.reconcile('test');
  expect(remarks()).toEqual(['health.lookFailed']);
  posted.length = 0;
  view.inDirectory = inDirectory;
  await root.reconcile('test');
  expect(posted.some(({ type }) => type === 'health')).toBe(true);
  expect(remarks()).toEqual([]);
});
