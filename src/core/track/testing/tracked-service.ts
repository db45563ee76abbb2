import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../../ledger/database.ts';
import { createSqliteLedger } from '../../ledger/sqlite-ledger.ts';
import { uploadAt } from '../../ledger/testing/upload-at.ts';
import { type Answer, answered, failed } from '../../service/answer.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { DocumentRecord, ListQuery } from '../../service/schemas/document.ts';
import type { Hashed } from '../../service/storage.ts';
import { createTurnedClock } from '../../service/testing/turned-clock.ts';
import { createPollSchedule } from '../schedule.ts';
import { Tracker } from '../tracker.ts';

/** How long the service takes for a document, ms. */
export const duration = 90_000;
export const idOf = (index: number) => String(index).padStart(32, '0');
/** An answer about a document that the service does not find. */
export const gone = () => failed('DOCUMENT_NOT_FOUND', 'never', { status: 404 });

interface Landing {
  readonly id: string;
  at: number;
}

/** What a test sets of the service, and what it counts. */
const untold = {
  landings: [] as Landing[],
  /** Requests for a page of the list, and for single documents. */
  lists: 0,
  looks: 0,
  listAvailable: 'yes' as 'unknown' | 'yes' | 'no',
  /** Whether the service has the list at all. */
  hasList: true,
  /** What is answered about single documents instead of the truth. */
  answers: new Map<string, () => Answer<DocumentRecord> | undefined>(),
  errors: [] as unknown[],
  /** So long ago another machine of a team was told what the list says, ms; undefined alone. */
  heardMs: undefined as number | undefined,
  /** What the list says of a document instead of the truth. */
  listed: (truth: DocumentRecord) => truth,
  /** The service never comes to an end with anything. */
  slow: false,
  /** How far the clock here is ahead of the service's, and as far as a list told, ms. */
  ahead: 0,
  knownAhead: 0,
  /** Of the documents' originals: what reading one says, and how often one was read. */
  original: failed('NOT_FOUND', 'never', { status: 404 }) as Answer<Hashed>,
  originals: 0,
};

/** A tracker that runs, over a real ledger, a turned clock and a service that a test can set. */
export function createTracked() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-track-'));
  const clock = createTurnedClock();
  const database = openDatabase(join(directory, 'ledger.sqlite'));
  const ledger = createSqliteLedger(database, clock.now);
  const service = {
    ...untold,
    landings: [] as Landing[],
    answers: new Map(untold.answers),
    errors: [] as unknown[],
  };

  const record = ({ id, at }: Landing): DocumentRecord =>
    ({
      id,
      status: !service.slow && clock.now() - at >= duration ? 'completed' : 'processing',
      raw_size: 1,
      created_at: new Date(at - service.ahead).toISOString(),
    }) as DocumentRecord;

  async function list({ page = 1, page_size: size = 100, from_date: from = '' }: ListQuery) {
    service.lists += 1;
    await nextTurn();
    service.listAvailable = service.hasList ? 'yes' : 'no';
    if (!service.hasList) return failed('NO_SUCH_OPERATION', 'never');
    service.knownAhead = service.ahead;
    return answered(
      [...service.landings]
        .reverse()
        .filter(({ at }) => new Date(at - service.ahead).toISOString() >= from)
        .slice((page - 1) * size, page * size)
        .map((landing) => service.listed(record(landing))),
    );
  }

  /** As of when the other machine was told; the list is 5 s behind. */
  async function listHeard(query: ListQuery) {
    const { heardMs } = service;
    if (heardMs === undefined) return list(query);
    const askedAt = clock.monotonic() - heardMs;
    const answer = await list(query);
    if (!answer.ok) return answer;
    const shown = new Set(
      service.landings.filter(({ at }) => at <= clock.now() - heardMs - 5_000).map(({ id }) => id),
    );
    return { ...answered(answer.value.filter(({ id }) => shown.has(id))), askedAt };
  }

  async function get(id: string) {
    service.looks += 1;
    const instead = service.answers.get(id)?.();
    return instead ?? answered(record(service.landings.find((one) => one.id === id) as Landing));
  }

  const tracker = new Tracker({
    profile: profileSchema.parse({ id: 'p', name: 'P', baseUrl: 'http://127.0.0.1:1' }),
    client: {
      documents: {
        list,
        listHeard,
        get,
        listAvailable: () => service.listAvailable,
        isHeard: () => service.heardMs !== undefined,
        clockAhead: () => service.knownAhead,
        original: async () => answered({ url: 'https://storage.example/original' }),
      },
      storage: {
        async hashOf() {
          service.originals += 1;
          return service.original;
        },
      },
    } as unknown as ServiceClient,
    ledger,
    clock,
    onError: (error) => service.errors.push(error),
    schedule: createPollSchedule(),
    isKeyInDoubt: async () => false,
    hasMoreToDo: () => false,
    onChange: () => undefined,
    onRecords: () => undefined,
    onFinished: () => undefined,
  });
  tracker.start();

  return Object.assign(service, {
    clock,
    database,
    ledger,

    async land(given: { readonly noStore?: boolean } = {}): Promise<void> {
      const id = contentIdSchema.parse(idOf(service.landings.length));
      const file = { profileId: 'p', folderId: null, path: `/${id}`, fileName: id, size: 1, mtimeNs: 1n };
      const options = uploadOptionsSchema.parse(given);
      const [upload = 0] = ledger.uploads.addMany([{ ...file, lane: 0, replaces: null, options }]);
      service.landings.push({ id, at: clock.now() });
      const wait = tracker.planFirstLook();
      await ledger.uploads.advance(uploadAt(ledger.uploads, upload), ['queued'], {
        state: 'processing',
        contentId: id,
        landedAt: clock.now(),
        pollAt: clock.now() + wait,
      });
    },

    async pass(milliseconds: number): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += 250) {
        await clock.turn(250);
        for (let turn = 0; turn < 4; turn += 1) await nextTurn();
      }
    },

    uploadOf: (id: number) => ledger.uploads.get(id),

    async end(): Promise<void> {
      await tracker.stop();
      await ledger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  });
}

export type Tracked = ReturnType<typeof createTracked>;
