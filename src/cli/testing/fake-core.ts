import type { Core, Engine } from '#core/create-core.ts';
import { type CallName, type Calls, calls } from '#shared/bridge/contract.ts';
import { anUpload as sample } from '#shared/testing/samples.ts';
import type { Upload, UploadState } from '#shared/uploads/upload.ts';

type Answers = { [N in CallName]?: (input: never) => unknown };

export interface FakeCore extends Core {
  /** Every call made, in order, with its input as core would have parsed it. */
  readonly made: { name: CallName; input: unknown }[];
  readonly engines: Engine[];
  emit(ids: number[]): void;
  stopped: boolean;
}

/**
 * A core that answers from a table; inputs are parsed with the real contract, so that a wrong one fails the
 * test.
 */
export function fakeCore(answers: Answers): FakeCore {
  const made: FakeCore['made'] = [];
  const engines: Engine[] = [];
  const listeners = new Set<(payload: { ids: number[] }) => void>();
  const table = Object.fromEntries(
    Object.entries(calls).map(([name, { input: schema }]) => [
      name,
      async (input: unknown) => {
        const parsed = schema.parse(input);
        made.push({ name: name as CallName, input: parsed });
        const answer = answers[name as CallName] as ((input: unknown) => unknown) | undefined;
        if (answer === undefined) throw new Error(`the test has no answer for ${name}`);
        return answer(parsed);
      },
    ]),
  );
  return {
    made,
    engines,
    stopped: false,
    calls: table as unknown as Calls,
    async start(engine) {
      engines.push(engine);
    },
    async stop() {
      this.stopped = true;
    },
    on(name, listener) {
      if (name !== 'uploads.changed') return () => undefined;
      listeners.add(listener as (payload: { ids: number[] }) => void);
      return () => listeners.delete(listener as (payload: { ids: number[] }) => void);
    },
    measures: async () => ({ profiles: [], teams: [], ledgerBytes: 0 }),
    report: async () => 200,
    pulse: async () => true,
    whenIdle: async () => undefined,
    emit(ids) {
      for (const listener of listeners) listener({ ids });
    },
  };
}

/** An upload in a state, with what the test cares about. */
export function anUpload(id: number, state: UploadState, given: Partial<Upload> = {}): Upload {
  const now = Date.now();
  return sample({
    id,
    state,
    ...{
      profileId: 'p',
      folderId: null,
      path: `/documents/${id}.txt`,
      fileName: `${id}.txt`,
      size: 1000,
      lane: 0,
    },
    createdAt: now,
    updatedAt: now,
    landedAt: state === 'processing' || state === 'completed' ? now : null,
    finishedAt: state === 'completed' ? now : null,
    ...given,
  });
}
