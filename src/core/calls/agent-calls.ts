import { addressProblem } from '#core/ports/profile-addresses.ts';
import { keyProblem } from '#core/ports/profile-keys.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Handlers } from '#shared/bridge/contract.ts';
import { sentence } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { activeProfile, type CoreContext, type Notice } from '../engine/core-context.ts';
import { formerService } from '../ledger/service-of-history.ts';
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

const unnamed = { process: null, host: null, since: null, engine: 'none' } as const;

async function statusOf(context: CoreContext): Promise<AgentStatus> {
  const { ledger, settings, secrets, clock } = context;
  const hasProfile = settings.get().profiles.length > 0;
  const profile = hasProfile ? activeProfile(context) : null;
  const engines = [...context.engines.values()];
  const active = engines.flatMap((engine) => engine.progress.active());
  const bytesPerSecond = engines.reduce((sum, engine) => sum + engine.progress.rate(), 0);
  const backlog = await ledger.history.backlog();
  const left = backlog.bytes - active.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const keyMissing = profile === null ? undefined : await keyProblem(secrets, profile);
  const budget = profile ? context.serviceOf(profile).client.budget.snapshot() : undefined;
  const agent = context.agent();
  return {
    profile,
    agent: agent === 'unnamed' ? unnamed : (agent ?? null),
    keyPresent: profile !== null && keyMissing === undefined,
    paused: context.isPaused(),
    offline: engines.some((engine) => engine.service.governor.isOffline()),
    health: Object.fromEntries(
      [...context.engines].map(([id, engine]) => [id, engine.service.governor.state()]),
    ),
    counts: await ledger.history.counts({ profileId: null }),
    active,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.max(0, left) / bytesPerSecond : null,
    budget: {
      limit: budget?.effectiveLimit ?? 0,
      used: budget?.occupied ?? 0,
      heldForMs: Math.max(0, (budget?.heldUntil ?? 0) - clock.monotonic()),
    },
    abandonedSlots: profile ? await ledger.slots.open(profile.id) : 0,
    notices: withoutRepeats([
      ...context.notices(),
      ...rebuildNotices(context),
      ...(await movedNotices(context)),
      ...blockedNotices(context),
      ...(profile === null ? [] : addressNotices(profile)),
      ...(keyMissing === 'KEY_NOT_FOR_THIS_ADDRESS' ? [noticeOf(keyMissing)] : []),
    ]),
  };
}

/** Profiles that were led to another address than their history is about: a person says whether that is the same service. */
async function movedNotices({ ledger, settings }: CoreContext): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const profile of settings.get().profiles) {
    const former = await formerService(ledger, profile);
    if (former !== undefined)
      notices.push(noticeOf('PROFILE_MOVED', `${profile.name}: ${former} → ${profile.baseUrl}`));
  }
  return notices;
}

/** While what a service holds is collected after a lost ledger: nothing of its profile is sent. */
function rebuildNotices(context: CoreContext): Notice[] {
  return [...context.engines.values()].flatMap(({ rebuilding }) => {
    if (!rebuilding) return [];
    const { documents, reading, unsized } = rebuilding;
    const read = reading === 0 ? undefined : `${documents} documents read, reading ${reading} of the list`;
    const progress = unsized > 0 ? `${unsized} documents left to look at one by one` : read;
    return [noticeOf('LEDGER_REBUILDING', progress)];
  });
}

/** Why background work waits, one sentence a profile; that there is no network is said by `offline`. */
function blockedNotices(context: CoreContext): Notice[] {
  return [...context.engines.values()].flatMap(({ service: { governor } }) => {
    const reason = governor.reason();
    if (reason === undefined || governor.isOffline()) return [];
    return [noticeOf(reason.code, reason.detail)];
  });
}

/** Addresses of the profile in force to which nothing is sent. */
function addressNotices({ baseUrl, agentsUrl, insecureAccepted }: Profile): Notice[] {
  return [baseUrl, agentsUrl ?? baseUrl].flatMap((address) => {
    const problem = addressProblem(address, insecureAccepted);
    return problem === undefined ? [] : [noticeOf(problem.code, problem.detail)];
  });
}

function noticeOf(code: ErrorCode, detail?: string): Notice {
  return { code, message: sentence(code, detail) };
}

function withoutRepeats(notices: readonly Notice[]): Notice[] {
  return notices.filter(({ code }, index) => notices.findIndex((one) => one.code === code) === index);
}
