import type { Claim, ClaimAnswer, Intent, Lease, Member, Team, Written } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { createLocalTeam } from '../local-team.ts';

/** A claim as the team's database has it. */
export interface WorldClaim {
  readonly key: string;
  holder: string;
  upload: string;
  epoch: number;
  contentId: ContentId | null;
  isLanded: boolean;
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

const keyOf = ({ scope, sha256 }: Pick<Intent, 'scope' | 'sha256'>) => `${scope} ${sha256}`;
const lookAgainMs = 1_000;

export function createTeamWorld(): TeamWorld {
  const claims = new Map<string, WorldClaim>();
  const gone = new Set<string>();
  const log: string[] = [];
  return {
    claims,
    gone,
    log,
    only() {
      const [claim, ...others] = claims.values();
      if (claim === undefined || others.length > 0) throw new Error(`${claims.size} claims`);
      return claim;
    },
    join(name) {
      const member = { agent: `agent-${name}`, name };
      const alone = createLocalTeam();
      let ends = new AbortController();
      const nameOf = (holder: string): Member => ({ agent: `agent-${holder}`, name: holder });

      function claim({ scope, sha256, upload }: Intent): ClaimAnswer {
        const key = keyOf({ scope, sha256 });
        const known = claims.get(key);
        if (known === undefined) {
          claims.set(key, { key, holder: name, upload, epoch: 1, contentId: null, isLanded: false });
          return { kind: 'ours', claim: { scope, sha256, upload, epoch: 1 } };
        }
        if (known.isLanded)
          return { kind: 'landed', by: nameOf(known.holder), contentId: known.contentId as ContentId };
        if (known.holder !== name && known.holder !== '' && !gone.has(known.holder))
          return { kind: 'held', by: nameOf(known.holder), lookAgainMs };
        Object.assign(known, { holder: name, upload, epoch: known.epoch + 1 });
        const ours = { scope, sha256, upload, epoch: known.epoch };
        if (known.contentId === null) return { kind: 'ours', claim: ours };
        return { kind: 'adopt', claim: ours, contentId: known.contentId };
      }

      function write(ours: Claim, change: (known: WorldClaim) => void): Written {
        const known = claims.get(keyOf(ours));
        if (known === undefined || known.holder !== name || known.epoch !== ours.epoch) return 'fenced';
        change(known);
        return 'written';
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
        claim: (intent) =>
          answered(
            'claim',
            () => claim(intent),
            { kind: 'unreachable' },
            ({ kind }) => kind,
          ),
        name: (ours, contentId) =>
          answered('name', () => write(ours, (known) => Object.assign(known, { contentId })), 'unreachable'),
        landed: (ours) =>
          answered(
            'landed',
            () => write(ours, (known) => Object.assign(known, { isLanded: true })),
            'unreachable',
          ),
        release: (ours) =>
          answered('release', () => write(ours, ({ key }) => claims.delete(key)), 'unreachable'),
        namedByOthers: (_scope, contentIds) =>
          answered<ReadonlySet<ContentId> | 'unreachable'>(
            'namedByOthers',
            () => new Set(contentIds.filter((id) => namedByOther(id))),
            'unreachable',
            String,
          ),
        exchange: async (report, signal) =>
          team.cut === 'all' || team.cut.includes('exchange')
            ? 'unreachable'
            : alone.exchange(report, signal),
        async place(signal): Promise<Lease> {
          await team.before('place');
          signal.throwIfAborted();
          return { lost: ends.signal, leave: () => undefined };
        },
      };

      function namedByOther(id: ContentId): boolean {
        return [...claims.values()].some(({ contentId, holder }) => contentId === id && holder !== name);
      }

      async function answered<T>(
        method: keyof Team,
        answer: () => T,
        none: T,
        said: (given: T) => string = String,
      ): Promise<T> {
        await team.before(method);
        const isCut = team.cut === 'all' || team.cut.includes(method);
        const given = isCut ? none : answer();
        const isLost = team.lost.includes(method);
        log.push(`${name} ${method} ${isLost ? 'lost' : said(given)}`);
        return isLost ? none : given;
      }

      return team;
    },
  };
}
