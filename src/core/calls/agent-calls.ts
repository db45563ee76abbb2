import { keyProblem } from '#core/ports/profile-keys.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Handlers } from '#shared/bridge/contract.ts';
import { activeProfile, type CoreContext } from '../engine/core-context.ts';
import { countsInUse, gatherHealth, holdsOf } from '../engine/health/gather-health.ts';
import { budgetWait } from '../service/budget-wait.ts';

/** The agent as a whole: how it is doing, pause and resume, and the live checks. */
export function agentCalls(context: CoreContext): Pick<Handlers, Extract<keyof Handlers, `agent.${string}`>> {
  return {
    'agent.status': () => statusOf(context),
    'agent.pause': async () => {
      context.setPaused(true);
      return { paused: true };
    },
    'agent.resume': async () => {
      context.setPaused(false);
      return { paused: false };
    },
    'agent.doctor': async () => {
      const { runDoctor } = await import('./doctor.ts');
      return runDoctor(await context.withServices());
    },
  };
}

const unnamed = { process: null, host: null, since: null, engine: 'none' } as const;

async function statusOf(context: CoreContext): Promise<AgentStatus> {
  const { ledger, settings, secrets, clock } = context;
  const hasProfile = settings.get().profiles.length > 0;
  const profile = hasProfile ? activeProfile(context) : null;
  const engines = [...context.engines.values()];
  const active = engines.flatMap((engine) => engine.progress.active());
  const bytesPerSecond = engines.reduce((sum, engine) => sum + engine.progress.rate(), 0);
  const backlog = ledger.history.backlog();
  const left = backlog.bytes - active.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const keyMissing = profile === null ? undefined : await keyProblem(secrets, profile);
  const requests = profile ? context.budgetOf(profile) : undefined;
  const budget = requests?.snapshot();
  const agent = context.agent();
  const counts = countsInUse(context);
  const live = await context.live();
  const now = clock.now();
  const holds = budget?.hold ? [budget.hold] : holdsOf(live, profile?.id ?? '', now);
  const asked = holds.filter(({ by }) => by === 'service');
  return {
    profile,
    agent: agent === 'unnamed' ? unnamed : (agent ?? null),
    keyPresent: profile !== null && keyMissing === undefined,
    paused: context.isPaused(),
    health: await gatherHealth(context, {
      live,
      counts,
      keys: profile === null ? {} : { [profile.id]: keyMissing ?? null },
    }),
    counts,
    active,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.max(0, left) / bytesPerSecond : null,
    budget: {
      limit: budget?.effectiveLimit ?? profile?.requestsPerMinute ?? 0,
      used: budget?.occupied ?? 0,
      // Of an agent in another process only its word is known.
      heldForMs: Math.max(0, ...asked.map(({ until }) => until - now)),
      waitsUntil: requests ? budgetWait(requests, clock) : null,
    },
    abandonedSlots: profile ? ledger.slots.countOpen(profile.id) : 0,
  };
}
