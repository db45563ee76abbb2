import { setTimeout as wait } from 'node:timers/promises';
import type { CutProxy } from '../../../test/team/support/cut-proxy.ts';
import type { Program } from '../../support/programs.ts';
import type { KillMoment } from '../kill-plan.ts';
import type { Stop } from './most-puts.ts';

/** One of the team's agents: its lives, one after the other, and what is done to them. */
export interface TeamAgent {
  readonly data: string;
  /** Its way to the database. */
  readonly proxy: CutProxy;
  /** When it stood still. */
  readonly stops: readonly Stop[];
  /** A life begins, unless one goes on. */
  live(clock?: KillMoment['clock']): void;
  /** SIGKILL, also where it stands still. */
  kill(): Promise<void>;
  /** SIGSTOP, and SIGCONT after so long. */
  stop(milliseconds: number): Promise<void>;
  /** Dead for so long at least, whoever wants it to live. */
  stayDead(milliseconds: number): Promise<void>;
  isAlive(): boolean;
  /** It said that it watches. */
  hasStarted(): boolean;
  /** It stands still, or has to stay dead. */
  isBusy(): boolean;
  /** Runs a command of its to its end. */
  command(args: readonly string[]): Promise<string>;
  /** `watch --once`, to its own end within so long; what is wrong with it. */
  finish(withinMs: number): Promise<string[]>;
}

export interface TeamAgentOptions {
  readonly name: string;
  readonly data: string;
  readonly proxy: CutProxy;
  readonly start: (args: readonly string[], clock?: KillMoment['clock']) => Program;
  /** A life that ended by itself. */
  readonly onProblem: (problem: string) => void;
}

const isStart = (line: string) => line.includes('"event":"started"');

export function createTeamAgent({ name, data, proxy, start, onProblem }: TeamAgentOptions): TeamAgent {
  const stops: { from: number; to: number }[] = [];
  let life: Program | undefined;
  let isBusy = false;
  let staysDead = false;
  let started = false;

  async function kill(): Promise<void> {
    const killed = life;
    life = undefined;
    await killed?.kill('SIGKILL');
  }

  async function busy(work: () => Promise<void>): Promise<void> {
    isBusy = true;
    try {
      await work();
    } finally {
      isBusy = false;
    }
  }

  const agent: TeamAgent = {
    data,
    proxy,
    stops,
    live(clock) {
      if (life || staysDead) return;
      const begun = start(['watch', '--json'], clock);
      life = begun;
      started = false;
      void begun.line(isStart).then((line) => {
        if (life === begun) started = line !== undefined;
      });
      void begun.ended.then(({ code, stderr }) => {
        if (life !== begun) return;
        life = undefined;
        onProblem(`${name} ended by itself with ${code}: ${stderr.slice(-600)}`);
        agent.live();
      });
    },
    kill,
    stop: (milliseconds) =>
      busy(async () => {
        if (!life) return;
        const stop = { from: Date.now(), to: Number.POSITIVE_INFINITY };
        stops.push(stop);
        await life.pause(milliseconds);
        stop.to = Date.now();
      }),
    stayDead: (milliseconds) =>
      busy(async () => {
        staysDead = true;
        await kill();
        await wait(milliseconds);
        staysDead = false;
        agent.live();
      }),
    isAlive: () => life !== undefined,
    hasStarted: () => life !== undefined && started,
    isBusy: () => isBusy,
    async command(args) {
      const { code, stdout, stderr } = await start(args).ended;
      if (code !== 0) throw new Error(`${name}: sluice ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
    async finish(withinMs) {
      const last = start(['watch', '--once', '--json']);
      const end = await Promise.race([last.ended, wait(withinMs, undefined, { ref: false })]);
      if (!end) {
        await last.kill('SIGKILL');
        return [`${name} was not done after ${withinMs / 1000} s`];
      }
      const { code, stderr } = end;
      return code === 0 ? [] : [`${name}: watch --once ended with ${code}: ${stderr.slice(-600)}`];
    },
  };
  return agent;
}
