import { orAborted } from '#core/ports/or-aborted.ts';
import type {
  Claim,
  ClaimAnswer,
  Feed,
  Intent,
  Lease,
  LetGo,
  Member,
  Proof,
  Stranded,
  Team,
  Written,
} from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { createLocalTeam } from '../local-team.ts';

/** A claim as the team's database has it. */
export interface WorldClaim {
  readonly key: string;
  readonly intent: Intent;
  holder: string;
  upload: string;
  epoch: number;
  contentId: ContentId | null;
  isLanded: boolean;
  /** Its place in the feed, and who sent it, whoever has it now. */
  seq: bigint;
  sender: string;
  /** Uploads that stand for its document, each with its machine. */
  readonly standing: Map<string, string>;
}

/**
 * What several machines share, in memory: claims by the rules of the real thing, without leases that end by
 * themselves.
 */
export interface TeamWorld {
  readonly claims: Map<string, WorldClaim>;
  /** Machines whose lease ended: what they hold may be taken over. */
  readonly gone: Set<string>;
  /** What was asked and answered, in order: `FILESRV1 name written`. */
  readonly log: string[];
  /** Who vouches for what landed, as the real thing finds it out. */
  proof: Proof;
  join(name: string): ScriptedTeam;
  only(): WorldClaim;
}

export interface ScriptedTeam extends Team {
  readonly member: Member;
  /** Questions that get no answer: all of them, or those of some methods. */
  cut: 'all' | readonly (keyof Team)[];
  /** Asked right before each question is answered, by its method. */
  before: (method: keyof Team) => Promise<void> | void;
  /** The answer to such a question is lost: it took effect. */
  lost: readonly (keyof Team)[];
  /** Every place of this machine ends now. */
  losePlaces(): void;
}

/** Who sits at a machine: `ANNA-LAPTOP` is Anna's, a server nobody's. */
const personOf = (machine: string) => (machine.startsWith('ANNA') ? 'Anna' : undefined);

const keyOf = ({ scope, sha256 }: Pick<Intent, 'scope' | 'sha256'>) => `${scope} ${sha256}`;
const lookAgainMs = 1_000;

export function createTeamWorld(): TeamWorld {
  const claims = new Map<string, WorldClaim>();
  const gone = new Set<string>();
  const log: string[] = [];
  let head = 0n;
  const world: TeamWorld = {
    claims,
    gone,
    log,
    proof: 'key',
    only() {
      const [claim, ...others] = claims.values();
      if (claim === undefined || others.length > 0) throw new Error(`${claims.size} claims`);
      return claim;
    },
    join(name) {
      const member = { agent: `agent-${name}`, name };
      const alone = createLocalTeam();
      let ends = new AbortController();
      const nameOf = (holder: string): Member => ({
        agent: `agent-${holder}`,
        name: holder,
        person: personOf(holder),
      });

      function claim(intent: Intent): ClaimAnswer {
        const { scope, sha256, size, upload } = intent;
        const key = keyOf(intent);
        const known = claims.get(key);
        if (known === undefined) {
          const fresh = { epoch: 1, contentId: null, isLanded: false, seq: 0n, sender: name };
          claims.set(key, { key, intent, holder: name, upload, ...fresh, standing: new Map() });
          return { kind: 'ours', claim: { scope, sha256, size, upload, epoch: 1 } };
        }
        if (known.isLanded) {
          if (known.upload !== upload) known.standing.set(upload, name);
          const contentId = known.contentId as ContentId;
          const { proof } = world;
          return { kind: 'landed', by: nameOf(known.sender), contentId, scope, proof, ageMs: 0 };
        }
        if (known.holder !== name && known.holder !== '' && !gone.has(known.holder))
          return { kind: 'held', by: nameOf(known.holder), lookAgainMs };
        Object.assign(known, { holder: name, sender: name, upload, epoch: known.epoch + 1 });
        const ours = { scope, sha256, size, upload, epoch: known.epoch };
        if (known.contentId === null) return { kind: 'ours', claim: ours };
        return { kind: 'adopt', claim: ours, contentId: known.contentId };
      }

      function write(ours: Claim, change: (known: WorldClaim) => void): Written {
        const known = claims.get(keyOf(ours));
        if (known === undefined || known.holder !== name || known.epoch !== ours.epoch) return 'fenced';
        change(known);
        return 'written';
      }

      function land(known: WorldClaim): void {
        if (!known.isLanded) head += 1n;
        Object.assign(known, { isLanded: true, seq: known.isLanded ? known.seq : head });
      }

      function letGo(bytes: Pick<Intent, 'scope' | 'sha256' | 'upload'>): LetGo {
        const known = claims.get(keyOf(bytes));
        if (known?.contentId == null || !known.isLanded) {
          if (known?.holder === name && known.upload === bytes.upload) claims.delete(known.key);
          return { kind: 'none' };
        }
        known.standing.delete(bytes.upload);
        const isHolder = known.holder === name && known.upload === bytes.upload;
        const [heir] = known.standing;
        if (isHolder && heir === undefined) {
          claims.delete(known.key);
          return { kind: 'last', contentId: known.contentId };
        }
        if (isHolder && heir !== undefined) {
          const [upload, holder] = heir;
          known.standing.delete(upload);
          Object.assign(known, { upload, holder, epoch: known.epoch + 1 });
        }
        const upload = known.holder === name ? known.upload : undefined;
        return { kind: 'kept', contentId: known.contentId, by: nameOf(known.holder), upload };
      }

      const feed = (after: bigint): Feed => ({
        team: 'scripted',
        head,
        entries: [...claims.values()]
          .filter(({ isLanded, seq }) => isLanded && seq > after)
          .sort((one, two) => Number(one.seq - two.seq))
          .map(({ seq, sender, contentId, intent: { scope, sha256, size, fileName = null } }) => ({
            seq,
            scope,
            sha256,
            size,
            fileName,
            by: nameOf(sender),
            ageMs: 0,
            isProven: true,
            contentId: contentId as ContentId,
          })),
      });

      function stranded(of: string): Stranded {
        const files = [...claims.values()]
          .filter(({ intent, isLanded, holder }) => intent.scope === of && !isLanded && gone.has(holder))
          .map(({ holder, contentId, epoch, intent: { sha256, size, fileName = null } }) => ({
            sha256,
            size,
            fileName,
            contentId,
            epoch,
            by: nameOf(holder),
            seenMs: 60_000,
          }));
        return { total: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0), files };
      }

      const team: ScriptedTeam = {
        ...alone,
        isAlone: false,
        member,
        cut: [],
        lost: [],
        before: () => undefined,
        losePlaces() {
          ends.abort(new DOMException('The place ended.', 'AbortError'));
          ends = new AbortController();
        },
        claim: (intent, signal) =>
          answered(
            'claim',
            signal,
            () => claim(intent),
            { kind: 'unreachable' },
            ({ kind }) => kind,
          ),
        name: (ours, contentId, signal) =>
          answered(
            'name',
            signal,
            () => write(ours, (known) => Object.assign(known, { contentId })),
            'unreachable',
          ),
        landed: (ours, _contentId, signal) =>
          answered('landed', signal, () => write(ours, land), 'unreachable'),
        letGo: (bytes, signal) =>
          answered<LetGo>(
            'letGo',
            signal,
            () => letGo(bytes),
            { kind: 'unreachable' },
            ({ kind }) => kind,
          ),
        forgetGone: (bytes, contentId, signal) =>
          answered(
            'forgetGone',
            signal,
            () => {
              const key = keyOf(bytes);
              if (claims.get(key)?.contentId === contentId && claims.get(key)?.isLanded) claims.delete(key);
              return 'forgotten' as const;
            },
            'unreachable',
          ),
        feed: async (after) => (isCut('feed') ? 'unreachable' : feed(after)),
        head: () => undefined,
        othersWith: async (_scope, contentId) =>
          isCut('othersWith') ? 'unreachable' : othersWith(contentId),
        stranded: async (of) => (isCut('stranded') ? 'unreachable' : stranded(of)),
        recordLanded: (_of, { sha256, epoch }, signal) =>
          answered(
            'recordLanded',
            signal,
            () => {
              const known = [...claims.values()].find(({ intent }) => intent.sha256 === sha256);
              if (known?.epoch !== epoch || !gone.has(known.holder)) return 'fenced';
              land(known);
              return 'written';
            },
            'unreachable',
          ),
        release: (ours, signal) =>
          answered('release', signal, () => write(ours, ({ key }) => claims.delete(key)), 'unreachable'),
        namedByOthers: (_scope, contentIds, signal) =>
          answered<ReadonlySet<ContentId> | 'unreachable'>(
            'namedByOthers',
            signal,
            () => new Set(contentIds.filter((id) => namedByOther(id))),
            'unreachable',
            String,
          ),
        exchange: async (report, signal) =>
          team.cut === 'all' || team.cut.includes('exchange')
            ? 'unreachable'
            : alone.exchange(report, signal),
        async place(signal): Promise<Lease> {
          await orAborted(Promise.resolve(team.before('place')), signal);
          return { lost: ends.signal, leave: () => undefined };
        },
      };

      function namedByOther(id: ContentId): boolean {
        return [...claims.values()].some(({ contentId, holder }) => contentId === id && holder !== name);
      }

      function othersWith(contentId: ContentId): Member[] {
        const found = [...claims.values()].filter((one) => one.isLanded && one.contentId === contentId);
        const machines = found.flatMap(({ holder, standing }) => [holder, ...standing.values()]);
        return [...new Set(machines)].filter((machine) => machine !== name).map(nameOf);
      }

      const isCut = (method: keyof Team) => team.cut === 'all' || team.cut.includes(method);

      async function answered<T>(
        method: keyof Team,
        signal: AbortSignal,
        answer: () => T,
        none: T,
        said: (given: T) => string = String,
      ): Promise<T> {
        await orAborted(Promise.resolve(team.before(method)), signal);
        const given = isCut(method) ? none : answer();
        const isLost = team.lost.includes(method);
        log.push(`${name} ${method} ${isLost ? 'lost' : said(given)}`);
        return isLost ? none : given;
      }

      return team;
    },
  };
  return world;
}
