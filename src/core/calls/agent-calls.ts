import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Handlers } from '#shared/bridge/contract.ts';
import { sentence } from '#shared/errors/app-error.ts';
import { activeProfile, type CoreContext, type Notice } from './core-context.ts';
import { runDoctor } from './doctor.ts';

/** The agent as a whole: how it is doing, pause and resume, and the live checks. */
export function agentCalls(context: CoreContext): Pick<Handlers, Extract<keyof Handlers, `agent.${string}`>> {
  return {
    'agent.status': () => statusOf(context),
    'agent.pause': async () => {
      await context.setPaused(true);
      return { paused: true };
    },
    'agent.resume': async () => {
      await context.setPaused(false);
      return { paused: false };
    },
    'agent.doctor': () => runDoctor(context),
  };
}

async function statusOf(context: CoreContext): Promise<AgentStatus> {
  const { ledger, settings, secrets, clock } = context;
  const hasProfile = settings.get().profiles.length > 0;
  const profile = hasProfile ? activeProfile(context) : null;
  const engines = [...context.engines.values()];
  const active = engines.flatMap((engine) => engine.progress.active());
  const bytesPerSecond = engines.reduce((sum, engine) => sum + engine.progress.rate(), 0);
  const backlog = await ledger.history.backlog();
  const left = backlog.bytes - active.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const keyPresent = profile !== null && (await secrets.getKey(profile.id)) !== undefined;
  const budget = profile ? context.serviceOf(profile).client.budget.snapshot() : undefined;
  return {
    profile,
    keyPresent,
    paused: context.isPaused(),
    offline: engines.some((engine) => engine.machine.offline),
    counts: await ledger.history.counts({}),
    active,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.max(0, left) / bytesPerSecond : null,
    budget: {
      limit: budget?.effectiveLimit ?? 0,
      used: budget?.occupied ?? 0,
      heldForMs: Math.max(0, (budget?.heldUntil ?? 0) - clock.monotonic()),
    },
    abandonedSlots: profile ? await ledger.slots.open(profile.id) : 0,
    notices: [...context.notices(), ...blockedNotices(context)],
  };
}

function blockedNotices(context: CoreContext): Notice[] {
  return [...context.engines.values()].flatMap((engine) => {
    const code = engine.machine.blockedBy;
    return code === undefined ? [] : [{ code, message: sentence(code) }];
  });
}
