import type { SharedFile, Team, ToldWord, Word } from '#core/ports/team.ts';
import { orAborted } from '#core/ports/or-aborted.ts';

/** Asked, or told, at once. */
const together = 100;
/** What waits to be told, at most: the rest is read by the others too. */
const mostUntold = 2_000;

interface Question {
  readonly scope: string;
  readonly file: SharedFile & { readonly reads: boolean };
  readonly answer: (word: Word | 'unreachable') => void;
}

export interface Words {
  /** Rejects only when aborted. */
  ask(scope: string, file: Question['file'], signal: AbortSignal): Promise<Word | 'unreachable'>;
  tell(scope: string, word: ToldWord): void;
}

/**
 * Asks and tells the team about many files with few questions: while one is under way, what comes meanwhile
 * waits for the next.
 */
export function createWords(team: Pick<Team, 'words' | 'tellWords'>, end: AbortSignal): Words {
  let questions: Question[] = [];
  let untold: { readonly scope: string; readonly word: ToldWord }[] = [];
  let isAsking = false;
  let isTelling = false;

  async function askAll(): Promise<void> {
    isAsking = true;
    for (let asked = firstOf(questions); asked !== undefined; asked = firstOf(questions)) {
      questions = without(questions, asked);
      const files = asked.map(({ file }) => file);
      const words = await team.words(asked[0].scope, files, end).catch(() => 'unreachable' as const);
      for (const [index, { answer }] of asked.entries())
        answer(words === 'unreachable' ? words : (words[index] ?? 'unreachable'));
    }
    isAsking = false;
  }

  async function tellAll(): Promise<void> {
    isTelling = true;
    for (let told = firstOf(untold); told !== undefined; told = firstOf(untold)) {
      const words = told.map(({ word }) => word);
      const answer = await team.tellWords(told[0].scope, words, end).catch(() => 'unreachable' as const);
      // Then it is told with what comes next.
      if (answer === 'unreachable') break;
      untold = without(untold, told);
    }
    isTelling = false;
  }

  return {
    ask(scope, file, signal) {
      const asked = new Promise<Word | 'unreachable'>((answer) => questions.push({ scope, file, answer }));
      if (!isAsking) void askAll();
      return orAborted(asked, signal);
    },
    tell(scope, word) {
      untold = [...untold.slice(-mostUntold), { scope, word }];
      if (!isTelling) void tellAll();
    },
  };
}

/** What goes in one question: of one scope, and no more than that. */
function firstOf<T extends { readonly scope: string }>(all: readonly T[]): [T, ...T[]] | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  return all.filter(({ scope }) => scope === first.scope).slice(0, together) as [T, ...T[]];
}

function without<T>(all: readonly T[], some: readonly T[]): T[] {
  const gone = new Set(some);
  return all.filter((one) => !gone.has(one));
}
