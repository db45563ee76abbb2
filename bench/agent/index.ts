import { setTimeout as wait } from 'node:timers/promises';
import type { UploadState } from '#shared/uploads/upload.ts';
import { type Core, createCore } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import type { AgentSetup, Command, Done } from './protocol.ts';

/**
 * An agent in a process of its own, so that its memory, its reads and its event loop are its own. It does
 * what its parent says over the channel that `fork` made, and ends with it.
 */
const notLanded: readonly UploadState[] = [
  'queued',
  'claiming',
  'enriching',
  'reserved',
  'putting',
  'verifying',
  'cancelling',
];
/** How often the queue is looked at, ms: seldom enough to cost nothing beside what is measured. */
const lookEvery = 200;

function settingsOf(setup: AgentSetup): SettingsPort {
  return {
    get: () => setup.settings,
    stored: () => setup.settings,
    update: async () => setup.settings,
    onChange: () => () => undefined,
    setAside: null,
  };
}

function createMeasuredCore(setup: AgentSetup): Core {
  return createCore({
    dataDirectory: setup.dataDirectory,
    settings: settingsOf(setup),
    secrets: {
      // The team's database has no password: with one the agent asks the server to prove that it knows it.
      getKey: async (id) => (id.startsWith('team:') ? undefined : setup.apiKey),
      setKey: async () => undefined,
      allowKey: async () => undefined,
      bindNewKey: async () => undefined,
      forgetKey: async () => undefined,
    },
    clock: createClock(setup.speed),
    random: Math.random,
    logger: silentLogger,
    ...(setup.unfinishedFor === undefined
      ? {}
      : { tuning: { watch: { unfinishedFor: setup.unfinishedFor } } }),
  });
}

let core: Core;

async function obey(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'start':
      return core.start(command.engine);
    case 'call': {
      const handler = (core.calls as unknown as Record<string, (input: unknown) => Promise<unknown>>)[
        command.name
      ];
      if (handler === undefined) throw new Error(`there is no call ${command.name}`);
      return handler(command.input);
    }
    case 'until-landed':
      for (;;) {
        const counts = await core.calls['uploads.counts']({ filter: {} });
        if (notLanded.every((state) => (counts[state] ?? 0) === 0)) return counts;
        await wait(lookEvery);
      }
    case 'until-idle':
      return core.whenIdle();
    case 'cpu': {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e3;
    }
    case 'stop':
      await core.stop();
      return undefined;
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

process.once('message', (setup: AgentSetup) => {
  core = createMeasuredCore(setup);
  process.on('message', (command: Command) => {
    const tell = (done: Omit<Done, 'at'>) => process.send?.({ ...done, at: now() } satisfies Done);
    obey(command).then(
      (value) => tell({ value }),
      (error) => tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.send?.({ at: now() } satisfies Done);
});
process.on('disconnect', () => process.exit(0));
