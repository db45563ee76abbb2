import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Core, CoreDependencies } from '#core/create-core.ts';
import { type Database, openDatabase } from '#core/ledger/database.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { UploadEvent } from '#shared/bridge/uploads.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { explained } from '#shared/errors/explained.ts';
import type { Upload, UploadOptions } from '#shared/uploads/upload.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import type { SandboxClock } from '../../src/sandbox/clock.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { atTestEnd } from './at-test-end.ts';
import { createFixture, defaultUploadOptions, type Fixture, type SandboxOptions } from './core-fixture.ts';
import { createPacedClocks } from './paced-clock.ts';
import { until } from './until.ts';

export { until };

type AuditedDocument = ReturnType<Sandbox['audit']>['documents'][number];

export interface EngineOptions {
  readonly sandbox?: SandboxOptions;
  readonly profile?: Record<string, unknown>;
  readonly tuning?: CoreDependencies['tuning'];
  readonly key?: string;
  readonly startProgram?: CoreDependencies['startProgram'];
  readonly team?: CoreDependencies['team'];
  /** Seconds of core and sandbox in a real second of a quiet machine; every wait shrinks with it. */
  readonly speed?: number;
  /** 0…1; low, so that waits with jitter are short and repeatable. */
  readonly random?: () => number;
}

export interface EngineFixture extends Fixture {
  /** Writes a file below `files`; its absolute path. */
  file(name: string, content?: string | Buffer): string;
  start(engine?: 'watch' | 'uploads' | 'none'): Promise<Core>;
  /** Settings of a watch folder at `files/<name>`, which is made. Not yet added. */
  folder(name: string, changes?: Partial<WatchFolder>): WatchFolder;
  /** Documents the service has now, whose bytes landed. */
  live(): AuditedDocument[];
  /** Slots the service has now that nobody filled. */
  emptySlots(): AuditedDocument[];
  /** Each of these contents stands in exactly one document, nothing else does, and nothing leaked. */
  expectExactlyOnce(contents: readonly (string | Buffer)[]): void;
  /** Requests the sandbox recorded: `METHOD /route status`. */
  requests(filter?: Parameters<Sandbox['requests']['list']>[0]): string[];
  /** The ledger, opened beside the running core. */
  ledger<T>(use: (database: Database) => T): T;
  /** Every line core logged, as text. */
  readonly log: string[];
  /** The clock of the sandbox, for another one that takes its place. */
  readonly sandboxClock: SandboxClock;
  /** Time stands still at the service until the returned function is called: what it is at stays as it is. */
  holdService(): () => void;
  /**
   * Real milliseconds that this process got to live; what other programs took of the machine is not counted.
   */
  lived(): number;
}

/**
 * Core over a sandbox with both clocks sped up alike, and paced by this process. Everything is gone when the
 * test ends.
 */
export async function createEngine(options: EngineOptions = {}): Promise<EngineFixture> {
  const speed = options.speed ?? 20;
  const log: string[] = [];
  const clocks = createPacedClocks(speed);
  const fixture = await createFixture({
    ...options,
    sandbox: { annotate: false, clock: clocks.sandbox, enrichSeconds: [0.5, 1], ...options.sandbox },
    clock: () => clocks.core,
    random: options.random ?? (() => 0.1),
    logger: collectingLogger(log),
  });
  atTestEnd(async () => {
    await fixture.close();
    clocks.stop();
  });
  const files = join(fixture.directory, 'files');
  const live = () => fixture.sandbox.audit().documents.filter((document) => !document.deleted);
  return {
    ...fixture,
    log,
    sandboxClock: clocks.sandbox,
    holdService: clocks.holdSandbox,
    lived: () => clocks.core.monotonic() / speed,
    live,
    file(name, content = `This is ${name}, which says something of its own.`) {
      const path = join(files, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    async start(engine = 'uploads') {
      const core = fixture.createCore();
      await core.start(engine);
      return core;
    },
    folder(name, changes = {}) {
      const path = join(files, name);
      mkdirSync(path, { recursive: true });
      return watchFolderSchema.parse({ id: name, path, profileId: 'test', settleSeconds: 0.2, ...changes });
    },
    emptySlots: () => fixture.sandbox.audit().slots_never_filled.filter((slot) => !slot.deleted),
    expectExactlyOnce(contents) {
      const wanted = [...new Set(contents.map(sha256))].sort();
      expect(
        live()
          .map((document) => document.sha256)
          .sort(),
      ).toEqual(wanted);
      expect(fixture.sandbox.audit()).toMatchObject({ duplicates: {}, leaked_keys: [] });
    },
    requests: (filter) =>
      fixture.sandbox.requests
        .list({ limit: 100_000, ...filter })
        .map((request) => `${request.method} ${request.route} ${request.status}`),
    ledger(use) {
      const database = openDatabase(join(fixture.dataDirectory, 'ledger.sqlite'));
      try {
        return use(database);
      } finally {
        database.close();
      }
    },
  };
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Adds files by hand and answers the ids; a refused one fails the test. */
export async function addUploads(
  core: Core,
  paths: readonly string[],
  options: Partial<UploadOptions> = {},
): Promise<number[]> {
  const added = await core.calls['uploads.add']({
    paths: [...paths],
    options: { ...defaultUploadOptions, ...options },
  });
  expect(added.refused).toEqual([]);
  return added.ids;
}

export async function uploadOf(core: Core, id: number): Promise<Upload> {
  return (await core.calls['uploads.show']({ id })).upload;
}

export async function eventsOf(core: Core, id: number): Promise<UploadEvent[]> {
  return (await core.calls['uploads.show']({ id })).events;
}

export async function allUploads(core: Core): Promise<Upload[]> {
  return (await core.calls['uploads.list']({ order: 'oldest', limit: 1000 })).rows;
}

/** `state` or `state CODE` of each upload, oldest first; every code must have its sentences. */
export async function states(core: Core): Promise<string[]> {
  return (await allUploads(core)).map(({ state, code }) => {
    if (code === null) return state;
    expect(isErrorCode(code) && explained(code).happened.length > 10).toBe(true);
    return `${state} ${code}`;
  });
}

/** Waits until core has nothing to do. */
export async function idle(core: Core): Promise<void> {
  const giveUp = new AbortController();
  let isOver = false;
  const waiting = core.whenIdle(giveUp.signal).finally(() => {
    isOver = true;
  });
  await Promise.all([waiting, until('idle', () => isOver).catch(() => giveUp.abort())]).catch(
    async (error: unknown) => {
      if (error instanceof DOMException)
        throw new Error(`never became idle: ${JSON.stringify(await states(core))}`, { cause: error });
      throw error;
    },
  );
}

function collectingLogger(lines: string[]): Logger {
  const add = (message: string, fields?: Record<string, unknown>) => {
    lines.push(`${message} ${JSON.stringify(fields ?? {}, withErrors)}`);
  };
  return { debug: add, info: add, warn: add, error: add };
}

/** Errors with everything a careless logger could print of them. */
function withErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { ...value, message: value.message, stack: value.stack, cause: value.cause };
}
