import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { TeamAccess } from '#core/ports/team-access.ts';
import type { TeamHealth } from '#shared/bridge/health.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { countOpen } from '#shared/uploads/open-states.ts';
import { version } from '#shared/version.ts';
import { personHere } from '../notes/add-note.ts';
import { memberOf, optionsOf } from '../team/postgres/options-of.ts';
import { connectTeam, type TeamPause, type TeamStanding } from '../team/postgres/postgres-team.ts';
import { circleOf, createProfileTeamKey } from '../team/scope.ts';
import type { CoreContext } from './core-context.ts';
import type { TeamLink } from './team-link.ts';

/** People read no more of them. */
const mostStranded = 100;
/** A forged entry is a finding for this long, ms. */
const toldForMs = 60 * 60_000;

interface Linked {
  readonly profile: Profile;
  readonly settings: TeamSettings;
  readonly access: TeamAccess | undefined;
  /** Whether the profile still has this team, as settings and the host say it now. */
  readonly isStill: () => boolean;
}

type Around = Pick<
  CoreContext,
  'clock' | 'random' | 'logger' | 'ledger' | 'secrets' | 'engines' | 'touchHealth'
>;

/**
 * Connects the engine of a profile to its team, and joins in the background: nobody waits for a database that
 * is away.
 *
 * @throws AppError when the address cannot be read
 */
export async function linkTeam(
  { clock, random, logger, ledger, secrets, engines, touchHealth }: Around,
  { profile, settings, access, isStill }: Linked,
): Promise<TeamLink> {
  const options = optionsOf(settings, { profileId: profile.id, secrets, access });
  const membership = ledger.memberships.of(profile.id, memberOf(options.address));
  const findKey = createProfileTeamKey(profile, secrets);
  // A keychain that is locked may be open later.
  const key = () => findKey().catch(() => undefined);
  let known: TeamStanding | undefined;
  let forgedAt: number | undefined;
  const twice = new Set<string>();
  /** Without it, each upload that met the team while it joined would wait for its next try. */
  const endWaits = () => {
    const engine = engines.get(profile.id);
    try {
      ledger.team.endWaits(profile.id);
      engine?.wake();
    } catch (error) {
      // Then they are sent when they are due.
      if (!engine?.heardLedger(error))
        logger.warn('Uploads that wait for the team were not woken.', { error });
    }
  };
  const connected = connectTeam({
    clock,
    random,
    ...options,
    agent: membership.agent,
    incarnation: randomUUID(),
    name: settings.machine ?? hostname(),
    person: personHere() ?? undefined,
    version,
    key,
    circle: circleOf(profile.baseUrl),
    remembered: membership,
    remember(memory) {
      ledger.memberships
        .noteWrites(profile.id, membership.agent, memory)
        .catch((error) => logger.warn('What the team acknowledged was not noted.', { error }));
    },
    isPublished: membership.isPublished && membership.scope !== undefined,
    publishedScope: membership.scope,
    onPublished: (is, as) => ledger.memberships.notePublished(profile.id, membership.agent, is, as),
    onStanding(standing) {
      if (standing.kind === 'reachable' && known?.kind !== 'reachable') endWaits();
      known = standing;
      const { since: _since, ...told } = { since: 0, ...standing };
      logger.info('How it stands with the team.', told);
      touchHealth();
    },
    onForged(about) {
      forgedAt = clock.monotonic();
      logger.warn(
        'The team’s database has an entry that no machine with this key wrote; it is ignored.',
        about,
      );
      touchHealth();
    },
    queue: () => countOpen(ledger.history.counts({ profileId: profile.id })),
    onPause() {
      engines.get(profile.id)?.heardPause();
      touchHealth(true);
    },
  });
  connected.begin();
  // What is still asked ends with the connection.
  const { signal: untilClosed } = new AbortController();
  const ofKey = async <T>(ask: (scope: string) => Promise<T | 'unreachable'>) => {
    const of = (await key())?.scope;
    return of === undefined ? 'unreachable' : ask(of);
  };
  return {
    team: connected,
    member: {
      agent: membership.agent,
      settings,
      team: connected,
      stranded: () => ofKey((of) => connected.stranded(of, mostStranded, untilClosed)),
    },
    standing: () => ({
      ...healthOf(known, connected.paused(), clock),
      ...(forgedAt !== undefined && clock.monotonic() - forgedAt < toldForMs
        ? { forgedAt: wallTimeOf(forgedAt, clock) }
        : {}),
      ...(known?.kind === 'reachable' && known.answersAfterMs !== undefined
        ? { answersAfterMs: known.answersAfterMs }
        : {}),
      ...sinceNoPlace(connected.noPlaceSince(), clock),
      ...(twice.size > 0 ? { twice: twice.size } : {}),
    }),
    isPaused: () => connected.paused() !== undefined,
    noteTwice(contentIds) {
      for (const contentId of contentIds) twice.add(contentId);
      logger.warn('Another machine of the team sent the same bytes; both documents are kept.', {
        contentIds,
      });
      touchHealth();
    },
    woke: () => connected.woke(),
    close: (withinMs) => connected.close({ isForGood: !isStill(), withinMs }),
  };
}

/** As people and other processes are told. */
function healthOf(
  standing: TeamStanding | undefined,
  pause: TeamPause | undefined,
  clock: CoreContext['clock'],
): TeamHealth {
  const sinceOf = (since: number) => wallTimeOf(since, clock);
  const paused = pause === undefined ? null : { ...pause, since: sinceOf(pause.since) };
  const nothing = { why: null, code: null, since: null, paused };
  if (standing === undefined) return { state: 'connecting', ...nothing };
  if (standing.kind === 'refused') return { state: 'refused', ...nothing, why: standing.why };
  if (standing.kind === 'reachable') return { state: 'reachable', ...nothing };
  const { why, code } = standing;
  return { state: 'unreachable', why, code, since: sinceOf(standing.since), paused };
}

/** Places are passed on within minutes unless a machine keeps them; ms. */
const longWithoutPlaceMs = 10 * 60_000;

function sinceNoPlace(
  since: number | undefined,
  clock: CoreContext['clock'],
): Pick<TeamHealth, 'noPlaceSince'> {
  if (since === undefined || clock.monotonic() - since < longWithoutPlaceMs) return {};
  return { noPlaceSince: wallTimeOf(since, clock) };
}

/** In whole seconds, so that looking twice tells the same. */
function wallTimeOf(monotonic: number, clock: CoreContext['clock']): number {
  return Math.round((clock.now() - clock.monotonic() + monotonic) / 1000) * 1000;
}
