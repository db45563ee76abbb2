import { createChangingFiles } from '#core/local/changing-files.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { isCheckDue, isOtherAccount, noteNewKey } from './account-check.ts';
import { Finisher } from '../finish/finisher.ts';
import { hasMoreToDo } from '../finish/has-more-to-do.ts';
import { noteFirstKey } from '../ledger/accepted-key.ts';
import type { FoundKey } from '../ports/secrets.ts';
import { ownerOf, type SeenAside } from '../finish/settle-aside.ts';
import { ledgerTrouble } from '../ledger/ledger-trouble.ts';
import type { CollectProgress } from '../rebuild/collect-known.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { createThrottle } from '../service/throttle.ts';
import { createWakeLoop, type WakeLoop, type WakeLoopOptions } from '../service/wake-loop.ts';
import { createServiceTags } from '../tags/service-tags.ts';
import { createTeamKey } from '../team/scope.ts';
import { createPollSchedule } from '../track/schedule.ts';
import { Tracker } from '../track/tracker.ts';
import { bandwidthNow } from './bandwidth.ts';
import { createEtagJudge } from '../upload/etag.ts';
import { createGate } from '../upload/gate.ts';
import type { UploadContext } from '../upload/job.ts';
import { placeOf } from '../upload/place-of.ts';
import { createProgress, type Progress } from '../upload/progress.ts';
import { createStrikes } from '../upload/strikes.ts';
import { slotAgeMs, sweepSlots } from '../upload/sweep-slots.ts';
import { UploadMachine } from '../upload/upload-machine.ts';
import { writeUnexpected } from '../upload/write-unexpected.ts';
import { changedMeanwhile, pausedFolders, silentFolders } from './folders-at-rest.ts';
import type { LiveParts } from './health/live-parts.ts';
import { followOutages, type OutageTime } from './health/outage-time.ts';
import { createKnownFirst, type KnownFirst } from './known-first.ts';
import type { ProfileEngineOptions } from './profile-engine-options.ts';
import { createServiceLook, firstTurnMs } from './service-look.ts';
import type { SharedFolders } from './shared-folders.ts';
import { isShared, type TeamLink } from './team-link.ts';
import { createRecogniser } from './recognise-ours.ts';
import { measureSetForward } from './set-forward.ts';
import { createTeamLoops, type TeamLoops } from './team-loops.ts';

/** What is done for a profile, apart from each other. */
type Work = LiveParts['failing'][number]['work'];

const bandwidthEveryMs = 30_000;
/** What is being sent may end by itself when the engine stops; real ms. */
const stopGraceMs = 800;
/** In all, ms: what is left is for leaving the team. */
const stopWithinMs = 1_000;
const firstSweepMs = 5_000;
const sweepAtLeastEveryMs = 60_000;
/** The list is read for documents that failed, lost their bytes or went after they were complete, ms. */
const refreshEveryMs = 60 * 60_000;
/** After a start, since an app on a laptop may never run for an hour; and while it is paused or held, ms. */
const refreshAgainMs = 20 * 60_000;
/** The service is asked again whose key it is after this. */
const askAccountAgainMs = 15_000;

/**
 * Everything that moves uploads of one profile: the queue, the tracker, the finisher and the sweep of
 * abandoned slots.
 */
export class ProfileEngine {
  readonly progress: Progress;
  readonly outages: OutageTime;
  readonly machine: UploadMachine;
  readonly #options: ProfileEngineOptions;
  readonly #tracker: Tracker;
  readonly #finisher: Finisher;
  readonly #context: UploadContext;
  readonly #client: ServiceClient;
  readonly #cancels = new Set<() => void>();
  /** Aborted at once when it stops: for what can be left at any moment. */
  readonly #stopping = new AbortController();
  /** Aborted when it has to end: every request of this engine, and every wait for one. */
  readonly #abort = new AbortController();
  /** Work in turns, with when the first one comes after the start, ms. */
  readonly #loops: readonly (readonly [Work, WakeLoop, number])[];
  readonly #team: TeamLoops | undefined;
  readonly #knownFirst: KnownFirst;
  /** The key in use is of the account that the documents of the profile are in, as far as the service says. */
  isAccountKnown = false;
  /** For uploads, bytes a second. */
  #limit: number | null;

  constructor(options: ProfileEngineOptions) {
    const { ledger, gate, clock, random, logger, settings } = options;
    const profileId = options.service.profile.id;
    const schedule = createPollSchedule(ledger.facts.get(`durations:${profileId}`) as number[] | undefined);
    // Whatever this engine asks for ends with it.
    const { profile, client, governor } = options.service.until(this.#abort.signal);
    const atOnce = options.service.until(this.#stopping.signal);
    this.#options = options;
    this.#client = atOnce.client;
    const setForward = measureSetForward(options.clock);
    this.#knownFirst = createKnownFirst({
      ...options,
      profileId,
      setForward,
      client: this.#client,
      onKnown: () => this.machine.start(),
    });
    const { team } = options.link;
    const teamKey = createTeamKey(profile.baseUrl, options.getKey);
    const scope = async () => (await teamKey())?.scope;
    client.joinTeam(team, scope);
    const onFenced = (uploadId: number) => {
      options.onChange([uploadId]);
      this.machine.added();
    };
    this.#team = createTeamLoops({
      ...options,
      team,
      profileId,
      client: this.#client,
      scope,
      onFenced,
      heldSince: () => options.service.governor.state().since,
      loop: (turn) => this.#loop('team', turn),
      onTwice: options.link.noteTwice,
      onCollected: () => this.#knownFirst.noteRebuild(),
      sharing: options.watch && {
        watch: options.watch,
        folders: () => settings().folders.filter((one) => one.profileId === profileId),
        // While the whole team is paused, a change of machines would gain nothing.
        isPaused: () => options.isPaused() || options.link.standing()?.paused?.ofAll === false,
      },
    });
    const heardLedger = this.heardLedger.bind(this);
    this.progress = createProgress(clock);
    this.outages = followOutages(options.service.governor, clock);
    const { origin } = new URL(profile.baseUrl);
    const otherProfiles = () =>
      settings()
        .profiles.filter((one) => one.id !== profile.id && new URL(one.baseUrl).origin === origin)
        .map(({ id }) => id);
    const folder = (id: string | null): WatchFolder | undefined =>
      settings().folders.find((one) => one.id === id);
    const asides = {
      gate,
      dataDirectory: options.dataDirectory,
      files: ledger.files,
      owner: ownerOf(ledger),
      active: new Set<string>(),
      turns: new Map(),
      signal: this.#abort.signal,
    };
    this.#finisher = new Finisher(
      {
        profile,
        client: atOnce.client,
        ledger,
        clock,
        team,
        scope,
        links: atOnce.links,
        logger,
        folder,
        asides,
        tags: createServiceTags(atOnce, ledger, clock),
      },
      {
        clock,
        isHeld: () => governor.isOpen(),
        onChange: (uploadIds) => {
          options.onChange(uploadIds);
          // Whoever waited as the duplicate of a document that is gone now is in the queue again.
          this.machine.added();
        },
        onError: this.#onError('finishing'),
      },
    );
    this.#tracker = new Tracker({
      profile,
      client: atOnce.client,
      ledger,
      clock,
      schedule,
      onError: this.#onError('documents'),
      isKeyInDoubt: () => this.#context.isKeyInDoubt(),
      hasMoreToDo: (row) => hasMoreToDo(row, folder(row.folderId)),
      onChange: options.onChange,
      onRecords: (records, ageMs) => {
        ledger.documents.upsert(profile.id, records, { ageMs });
      },
      onFinished: () => {
        this.#finisher.wake();
        this.machine.added();
      },
    });
    this.#limit = this.#bandwidth();
    /** The key of the last upload; null before the first, which is the one to write down. */
    let lastKey: FoundKey | null = null;
    const getKey = () => options.getKey().catch(() => undefined);
    this.#context = {
      profile,
      client,
      tags: createServiceTags({ profile, client }, ledger, clock),
      governor,
      heardLedger,
      strikes: createStrikes(),
      awaitTeam: new Set(),
      absent: new Map(),
      end: this.#abort.signal,
      ledger,
      team,
      scope,
      clock,
      random,
      logger,
      owners: options.owners,
      isWatchedElsewhere: (folderId) => {
        const folder = settings().folders.find(({ id }) => id === folderId);
        return folder && isShared(folder)
          ? typeof this.shared?.standbyOf(folder.sharedAs) === 'object'
          : false;
      },
      holdsSecret: options.holdsSecret,
      wakeProfile: options.wakeProfile,
      progress: this.progress,
      throttle: createThrottle({
        clock,
        bytesPerSecond: this.#limit,
      }),
      enrichGate: createGate(profile.uploadsAtOnce),
      putGate: createGate(profile.uploadsAtOnce),
      etags: createEtagJudge(),
      gate,
      placeOf: (row) => {
        const root = row.folderId === null ? undefined : ledger.volumes.root(row.folderId);
        return placeOf(row, folder(row.folderId), root);
      },
      changing: createChangingFiles(gate),
      stallTimeoutMs: options.stallTimeoutMs,
      otherProfiles,
      recognise: createRecogniser({
        ledger,
        client,
        clock,
        team,
        scope,
        otherProfiles,
        setForward,
        end: this.#abort.signal,
      }),
      firstLook: () => this.#tracker.planFirstLook(),
      isKeyInDoubt: async () => {
        const key = await getKey();
        const isInDoubt = isCheckDue({ profile, ledger }, key);
        if (isInDoubt) account.wake();
        else if (key !== lastKey) noteFirstKey(ledger, profile, key, clock.now());
        if (!isInDoubt) lastKey = key;
        return isInDoubt;
      },
    };
    this.machine = new UploadMachine({
      context: this.#context,
      pausedFolders: () => [...pausedFolders(settings().folders), ...silentFolders(settings().folders, gate)],
      isPaused: () => this.#isPaused() || this.#bandwidth() === 0,
      onChange: options.onChange,
      onUnexpected: (row, error) => writeUnexpected(this.#context, row, error),
    });
    /** Nothing is sent with a key that may be another account's. */
    const account = this.#loop('rebuild', async (signal) => {
      const key = await getKey();
      const isOther =
        isCheckDue({ profile, ledger }, key) &&
        (await isOtherAccount(
          { profile, ledger, client: this.#client, clock, getKey, isHeld: governor.isOpen },
          key,
          signal,
        ));
      if (isOther === undefined) return askAccountAgainMs;
      if (isOther) options.onOtherAccount();
      else this.isAccountKnown = true;
      return isOther ? undefined : this.#knownFirst.turn(signal);
    });
    const looking = createServiceLook({
      ...options,
      service: { profile, client, governor },
      isHeld: () => this.#isPaused() || !options.isInUse() || this.machine.activeIds().length > 0,
      onNewKey: () => {
        options.refreshDocuments(true);
        noteNewKey({ profile, ledger, clock });
        account.wake();
      },
      onAsked: options.onState,
      onError: this.#onError('service'),
    });
    const refresh = () => {
      if (!options.isInUse() || this.#isPaused() || this.isWaiting()) return refreshAgainMs;
      options.refreshDocuments(false);
      return refreshEveryMs;
    };
    const applyBandwidth = () => {
      this.#applyBandwidth();
      return bandwidthEveryMs;
    };
    this.#loops = [
      ['rebuild', account, 0],
      ['slots', this.#loop('slots', (signal) => this.#sweep(signal)), firstSweepMs],
      ['service', looking, firstTurnMs],
      ['documents', this.#loop('documents', refresh), refreshAgainMs],
      ['bandwidth', this.#loop('bandwidth', applyBandwidth), bandwidthEveryMs],
      ...(this.#team?.all ?? []).map((loop) => ['team', loop, 0] as const),
    ];
  }

  /**
   * How far it has come, while what the service holds is collected after a lost ledger; nothing is sent
   * meanwhile.
   */
  get rebuilding(): CollectProgress | undefined {
    return this.#knownFirst.progress();
  }

  /** Whether a person asked for another rebuild, or for none, since this engine was made. */
  isOutdated(): boolean {
    return this.#knownFirst.isOutdated();
  }

  /** The service this engine works with; another one means the profile was changed. */
  get service(): ProfileService {
    return this.#options.service;
  }

  get link(): TeamLink {
    return this.#options.link;
  }

  /** Undefined where this machine is alone, or this process watches no folders. */
  get shared(): SharedFolders | undefined {
    return this.#team?.shared;
  }

  /** It is held until its service, key or ledger goes on. */
  isWaiting(): boolean {
    const { client, governor } = this.service;
    return governor.isOpen() || client.holds().length > 0;
  }

  /** A number that changes with every request and every piece that is sent. */
  signsOfLife(): number {
    return this.service.client.budget.snapshot().sent + this.progress.total();
  }

  start(): void {
    this.#cancels.add(this.outages.stop);
    this.#cancels.add(this.service.governor.onChange(() => this.#options.onState()));
    this.#cancels.add(this.service.client.onHold(() => this.#options.onState()));
    for (const [, loop, firstMs] of this.#loops) loop.start(firstMs);
    this.#tracker.start();
    this.#finisher.start();
  }

  /**
   * Ends within a second or so, whatever it waits for: small transfers may end by themselves, then everything
   * is cut off, also requests that clean up. Real time, because a person waits for the end.
   */
  async stop(): Promise<void> {
    this.leave();
    for (const cancel of this.#cancels) cancel();
    let closed: Promise<void> | undefined;
    // With the link, whoever waits for an answer of the team hears that there will be none.
    const cutOff = (withinMs: number) => {
      this.#abort.abort(stopReason());
      closed ??= this.link.close(withinMs);
      return closed;
    };
    const timer = setTimeout(() => void cutOff(stopWithinMs - stopGraceMs), stopGraceMs);
    await Promise.all(this.parts().map(([, part]) => part.stop()));
    clearTimeout(timer);
    await cutOff(stopGraceMs);
  }

  /** Whatever takes turns for the profile, by what is reported of it. */
  parts(): readonly (readonly [Work, Pick<WakeLoop, 'overdueSince' | 'failing' | 'stop'>])[] {
    return [
      ...this.#loops.map(([work, loop]) => [work, loop] as const),
      ['uploads', this.machine],
      ['documents', this.#tracker],
      ['finishing', this.#finisher],
    ];
  }

  /** What only asks ends now; what is being sent may go on for a moment. */
  leave(): void {
    this.#stopping.abort(stopReason());
  }

  /** Something changed in the ledger, by a person or another process. */
  wake(anew = false): void {
    if (anew) this.#applyBandwidth();
    if (anew) this.#options.service.governor.probeNow();
    if (anew) this.#team?.share();
    this.machine.wake();
    this.#team?.wake();
    this.#tracker.wake();
    this.#finisher.wake();
  }

  /** The watch came across a file that was set aside. */
  sawAside(seen: SeenAside): void {
    this.#finisher.sawAside(seen);
  }

  /** Absolute paths of what another ledger set aside in a folder, and is still there. */
  setAsideByOthers(folderId: string): Promise<string[]> {
    return this.#finisher.setAsideByOthers(folderId);
  }

  /** Uploads were added to the end of the queue: nothing that is planned changes. */
  added(): void {
    this.machine.added();
  }

  /**
   * A person here, or somebody of the team, paused or resumed: pausing cuts off what is under way, resuming
   * goes on from the ledger.
   */
  heardPause(): void {
    const isPaused = this.#isPaused();
    if (isPaused) this.machine.interrupt(() => true);
    else this.machine.wake();
    this.#team?.share();
  }

  #isPaused(): boolean {
    return this.#options.isPaused() || this.link.isPaused();
  }

  /**
   * Cuts off what was cancelled or paused in the ledger meanwhile, by a person or another process. Where the
   * ledger cannot be read, that is told, and the upload stops at its next step.
   */
  interruptChanged(): void {
    try {
      const { ledger, settings } = this.#options;
      const changed = changedMeanwhile(this.machine.activeIds(), ledger, settings().folders);
      if (changed.size > 0) this.machine.interrupt((row) => changed.has(row.id));
    } catch (error) {
      this.#onError('uploads')(error, true);
    }
  }

  async #sweep(signal: AbortSignal): Promise<number> {
    const { clock, ledger, service } = this.#options;
    const context = {
      profileId: service.profile.id,
      client: this.#client,
      ledger,
      clock,
      team: this.#options.link.team,
      scope: this.#context.scope,
      minimumAgeMs: this.#options.slotAgeMs ?? slotAgeMs,
    };
    return Math.min((await sweepSlots(context, signal)) ?? sweepAtLeastEveryMs, sweepAtLeastEveryMs);
  }

  #loop(work: Work, turn: WakeLoopOptions['turn']): WakeLoop {
    return createWakeLoop({ clock: this.#options.clock, turn, onError: this.#onError(work) });
  }

  /** To the governor where the ledger threw it, else to the log, where each error is written once. */
  #onError(work: Work): WakeLoopOptions['onError'] {
    return (error, isNews) => {
      if (this.heardLedger(error) || !isNews) return;
      this.#options.logger.error('Work failed unexpectedly. Sluice retries it.', { work, error });
    };
  }

  /** Holds all work where the ledger threw it; false for any other error. */
  heardLedger(error: unknown): boolean {
    const code = ledgerTrouble(error);
    if (code === undefined) return false;
    const { ledger, service } = this.#options;
    service.governor.ledgerFailed(code, async () => ledger.uploads.touch());
    return true;
  }

  #applyBandwidth(): void {
    const limit = this.#bandwidth();
    this.#context.throttle.setLimit(limit);
    // What the timetable paused goes on.
    if (this.#limit === 0 && limit !== 0) this.machine.wake();
    this.#limit = limit;
  }

  /** The limit for uploads now, bytes a second; null without one. */
  #bandwidth(): number | null {
    const { clock, service, settings } = this.#options;
    return bandwidthNow(settings(), service.profile, new Date(clock.now()));
  }
}

const stopReason = () => new DOMException('The engine stops.', 'AbortError');
