import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import type { AgentSetup, Command, Done } from '../agent/protocol.ts';
import { agentSetup, type Wanted } from './agent-setup.ts';
import { builtProgram } from './built-program.ts';

/** A measured agent; commands are done one after the other. */
export interface AgentProcess {
  readonly pid: number;
  /** Wall time of the spawn, ms. */
  readonly spawnedAt: number;
  tell(command: Command): Promise<{ value: unknown; at: number }>;
  /** Adds what lies at a path, as a person does; the ids of the uploads. */
  add(path: string): Promise<readonly number[]>;
  /** Stops core and ends the process. */
  end(): Promise<void>;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
}

/** Starts an agent in a process of its own; `execArgv` are options for Node, such as `--cpu-prof`. */
export async function startAgent(setup: AgentSetup, execArgv: readonly string[] = []): Promise<AgentProcess> {
  const spawnedAt = performance.timeOrigin + performance.now();
  const child = fork(builtProgram('bench-agent'), {
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(setup);
  await answer(child);

  async function tell(command: Command): Promise<{ value: unknown; at: number }> {
    const answered = answer(child);
    child.send(command);
    const done = await answered;
    if (done.error !== undefined)
      throw new Error(`the measured agent failed at ${command.do}: ${done.error}`);
    return { value: done.value, at: done.at };
  }

  return {
    pid: child.pid as number,
    spawnedAt,
    tell,
    async add(path) {
      const input = { paths: [path], options: uploadOptionsSchema.parse({}) };
      const { value } = await tell({ do: 'call', name: 'uploads.add', input });
      return (value as { ids: number[] }).ids;
    },
    async end() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      await tell({ do: 'stop' });
      child.disconnect();
      await exited;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** An agent for as long as it is used; it is ended in good order, or killed where its use failed. */
export async function withAgent<T>(
  wanted: Wanted,
  use: (agent: AgentProcess) => Promise<T>,
  execArgv: readonly string[] = [],
): Promise<T> {
  const agent = await startAgent(agentSetup(wanted), execArgv);
  try {
    const result = await use(agent);
    await agent.end();
    return result;
  } finally {
    await agent.kill();
  }
}

async function answer(child: ChildProcess): Promise<Done> {
  const ended = new AbortController();
  const onExit = (code: number | null) => ended.abort(new Error(`the measured agent ended with ${code}`));
  child.once('exit', onExit);
  try {
    const [done] = (await once(child, 'message', { signal: ended.signal })) as [Done];
    return done;
  } finally {
    child.off('exit', onExit);
  }
}
