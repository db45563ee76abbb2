import type { PageCallName } from '#shared/bridge/contract.ts';
import type { Call } from './call.ts';
import { CallError } from './call-error.ts';

/** Where a page asks a person to type what only they can read: the code in the agent's terminal. */
export interface LeaveDesk {
  /** Whether the person is asked now, and whether the last code was wrong. */
  current(): LeaveQuestion | null;
  subscribe(listener: () => void): () => void;
  /** What the person typed; null for nothing. */
  answer(code: string | null): void;
  /** Asks outside of the page for what this call was refused; whether leave was given. */
  ask(call: Call, name: PageCallName, input: unknown): Promise<boolean>;
}

export interface LeaveQuestion {
  readonly wasWrong: boolean;
}

export function createLeaveDesk(): LeaveDesk {
  let question: (LeaveQuestion & { readonly resolve: (code: string | null) => void }) | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const prompt = (wasWrong: boolean) =>
    new Promise<string | null>((resolve) => {
      question?.resolve(null);
      question = { wasWrong, resolve };
      tell();
    });
  return {
    current: () => question,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answer(code) {
      const asked = question;
      question = null;
      tell();
      asked?.resolve(code);
    },
    async ask(call, name, input) {
      const { leave } = await call('host.askLeave', { call: name, input });
      if (leave !== 'code') return leave === 'given';
      for (let wasWrong = false; ; wasWrong = true) {
        const code = await prompt(wasWrong);
        if (code === null) return false;
        if ((await call('host.giveLeave', { code })).given) return true;
      }
    },
  };
}

/** Questions for one call: a host asks for a few paths at a time. */
const mostQuestions = 10;

/** Makes calls that, where they are refused for want of leave, ask for it and then are made again. */
export function withLeave(call: Call, desk: LeaveDesk): Call {
  return async (name, input) => {
    for (let asked = 0; ; asked++) {
      try {
        return await call(name, input);
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'LEAVE_NEEDED') throw error;
        if (asked === mostQuestions || !(await desk.ask(call, name, input))) throw error;
      }
    }
  };
}
