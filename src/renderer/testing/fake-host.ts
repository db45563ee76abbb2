import { type EventName, type PageCallName, pageCalls } from '#shared/bridge/contract.ts';
import type { Said } from '#shared/spoken/said.ts';
import type { Host } from '../lib/bridge/host.ts';
import { answers } from './answers.ts';

export type Handler = (input: never) => unknown;
export type Handlers = Partial<Record<PageCallName, Handler>>;

export interface RecordedCall {
  readonly name: PageCallName;
  readonly input: unknown;
}

/** A failure as the host answers it. */
export class Refusal extends Error {
  readonly code: string;
  /** What exactly it was. */
  readonly said: Said | undefined;

  /** Whether it may have been done all the same. */
  readonly maybeDone: boolean;

  constructor(code: string, message: string, exactly?: Said, maybeDone = false) {
    super(message);
    this.code = code;
    this.said = exactly;
    this.maybeDone = maybeDone;
  }
}

/**
 * A host that holds to the contract: what a page sends is parsed as the real host does, and what a test
 * answers is checked too, so that a wrong call or a wrong answer fails the test.
 */
export function createFakeHost(handlers: Handlers = {}) {
  const calls: RecordedCall[] = [];
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>();
  const all: Handlers = { ...answers, ...handlers };
  const host: Host = {
    async call(name, input) {
      const parsed = pageCalls[name].input.parse(input);
      calls.push({ name, input: parsed });
      const handler = all[name];
      if (!handler) throw new Error(`The test answers no ${name}.`);
      try {
        return { ok: true, value: pageCalls[name].output.parse(await handler(parsed as never)) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, message, said, maybeDone } = error;
        return { ok: false, error: { code, message, said, maybeDone } };
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    filesOf: async (transfer) => [...transfer.files],
    takeFiles: async (files) => files.map(({ name }) => `/inbox/${name}`),
  };
  return {
    host,
    calls,
    /** Inputs of every call of one name so far, parsed. */
    inputs: (name: PageCallName) => calls.filter((one) => one.name === name).map(({ input }) => input),
    emit(name: EventName, payload: unknown) {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
  };
}
