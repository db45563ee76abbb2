import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type ProgramName,
  programFolder,
  programVariables,
  type RunningProgram,
  youngRoom,
} from './program.ts';
import type { FromStage, ToStage } from './stage/messages.ts';

/** The process of this worker in which programs of tests run side by side. */
let stage: ChildProcess | undefined;
let lastId = 0;
const listeners = new Map<number, (message: FromStage | { readonly kind: 'gone' }) => void>();

/** Started when it is first needed; it ends with this worker, which its channel does not keep. */
function startedStage(): ChildProcess {
  if (stage !== undefined) return stage;
  const child = fork(fileURLToPath(new URL('stage/index.ts', import.meta.url)), [programFolder()], {
    execArgv: [...youngRoom, '--disable-warning=ExperimentalWarning'],
    env: programVariables({}),
  });
  child.on('message', (message: FromStage) => listeners.get(message.id)?.(message));
  child.on('exit', () => {
    stage = undefined;
    for (const listen of [...listeners.values()]) listen({ kind: 'gone' });
  });
  child.unref();
  child.channel?.unref();
  stage = child;
  return child;
}

/** A program of ours beside others in one process, for tests that need no process of its own. */
export class StagedProgram implements RunningProgram {
  readonly #id = ++lastId;
  readonly #stage = startedStage();
  readonly #ready = Promise.withResolvers<string>();
  readonly #ended = Promise.withResolvers<number | null>();
  #written = '';

  constructor(program: ProgramName, args: readonly string[], variables: Readonly<Record<string, string>>) {
    // Whoever does not wait for its first line sees its end.
    this.#ready.promise.catch(() => undefined);
    listeners.set(this.#id, (message) => {
      if (message.kind === 'wrote') this.#written += message.text;
      else if (message.kind === 'ready') this.#ready.resolve(message.line);
      else {
        listeners.delete(this.#id);
        this.#ready.reject(new Error(`The program ended: ${this.#written}`));
        this.#ended.resolve(message.kind === 'gone' ? null : message.code);
      }
    });
    this.#tell({ kind: 'start', id: this.#id, program, args, variables: programVariables(variables) });
  }

  written(): string {
    return this.#written;
  }

  async ready<T>(): Promise<T> {
    return JSON.parse(await this.#ready.promise) as T;
  }

  async end(): Promise<number | null> {
    if (listeners.has(this.#id)) this.#tell({ kind: 'end', id: this.#id });
    return this.#ended.promise;
  }

  #tell(message: ToStage): void {
    this.#stage.send(message);
  }
}
