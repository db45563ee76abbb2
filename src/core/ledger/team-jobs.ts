import type {
  JobDocument,
  JobHold,
  JobOffer,
  JobOutcome,
  JobWish,
  SharedJobKind,
} from '#core/ports/team-jobs.ts';
import type { DocumentJob } from '#shared/bridge/documents.ts';
import type { Database } from './database.ts';
import { newUuid } from './new-uuid.ts';

/** A job over documents as this machine and the team know it. */
export interface TeamJob extends JobHold {
  readonly jobId: number;
  readonly stands: 'offer' | 'ours' | 'elsewhere' | 'over';
  readonly kind: SharedJobKind;
  readonly input: { readonly add: readonly string[]; readonly remove: readonly string[] };
  readonly askedBy: string | null;
  readonly machine: string | null;
  readonly createdAt: number;
  /** As people see it here. */
  readonly state: DocumentJob['state'];
  readonly isBlocked: boolean;
  readonly seen: number;
  readonly wish: 'go-on' | 'cancel' | null;
  readonly isPutAway: boolean;
  /** The team may know all of it, so that another machine may have it. */
  readonly isOffered: boolean;
}

export interface JobOutcomeHeard extends JobOutcome {
  /** Null: this one, in an earlier life. */
  readonly machine: string | null;
}

/** What another machine can do as well. */
const sharedKinds: readonly DocumentJob['kind'][] = ['tag', 'share', 'unshare', 'delete'];

const columns = `team.job_id AS jobId, team.uuid AS job, team.scope, team.epoch, team.stands,
  team.asked_by AS askedBy, team.machine, team.seen, team.wish, team.put_away AS isPutAway,
  team.offered AS isOffered,
  jobs.kind, jobs.input, jobs.state, jobs.blocked AS isBlocked, jobs.created_at AS createdAt`;
const rows = `SELECT ${columns} FROM team_jobs AS team JOIN document_jobs AS jobs ON jobs.id = team.job_id`;

/**
 * What the team knows of the jobs of this machine, and what it is still to be told: the outbox of
 * docs/adr/0043. Without a team it has no row.
 */
export function createTeamJobs(database: Database, now: () => number) {
  const { statement, transaction } = database;

  function toJob(raw: unknown): TeamJob {
    const { input, isBlocked, isPutAway, isOffered, ...row } = raw as Omit<TeamJob, 'input'> & {
      input: string;
    };
    return {
      ...row,
      input: JSON.parse(input),
      isBlocked: Boolean(isBlocked),
      isPutAway: Boolean(isPutAway),
      isOffered: Boolean(isOffered),
    };
  }

  function of(jobId: number): TeamJob | undefined {
    const row = statement(`${rows} WHERE team.job_id = ?`).get(jobId);
    return row ? toJob(row) : undefined;
  }

  function stand(jobId: number, stands: TeamJob['stands'], epoch: number, machine: string | null): void {
    statement(
      `UPDATE team_jobs SET stands = ?1, epoch = ?2, machine = ?3, wish = iif(?1 = 'over', NULL, wish)
         WHERE job_id = ?4`,
    ).run(stands, epoch, machine, jobId);
  }

  return {
    of,

    /** A job that runs here is to be told to the team, unless it is, or no other machine could do it. */
    adopt(profileId: string, jobId: number, scope: string): void {
      transaction(() => {
        const { changes } = statement(
          `INSERT OR IGNORE INTO team_jobs (job_id, profile_id, uuid, scope)
             SELECT id, profile_id, ?, ? FROM document_jobs WHERE id = ? AND profile_id = ? AND state = 'running'
               AND kind IN (SELECT value FROM json_each(?))`,
        ).run(newUuid(), scope, jobId, profileId, JSON.stringify(sharedKinds));
        if (changes === 0) return;
        statement('UPDATE document_job_items SET number = id, untold = NULL WHERE job_id = ?').run(jobId);
      });
    },

    /** Those of which there is something to tell or to hear. */
    list(profileId: string): TeamJob[] {
      return statement(`${rows} WHERE team.profile_id = ? AND team.stands <> 'over' ORDER BY team.job_id`)
        .all(profileId)
        .map(toJob);
    },

    /** Its documents after this place, with what became of them. */
    listNumbered(jobId: number, after: number, limit: number) {
      return statement(
        `SELECT number, content_id AS contentId, file_name AS fileName, outcome, code, detail
           FROM document_job_items WHERE job_id = ? AND number > ? ORDER BY number LIMIT ?`,
      ).all(jobId, after, limit) as unknown as JobOffer['documents'];
    },

    listUntold(jobId: number, limit: number): JobOutcome[] {
      return statement(
        `SELECT number, outcome, code, detail FROM document_job_items WHERE job_id = ? AND untold = 1
           AND outcome <> 'waiting' LIMIT ?`,
      ).all(jobId, limit) as unknown as JobOutcome[];
    },

    /** The team has these outcomes, unless another one came meanwhile. */
    told(jobId: number, outcomes: readonly JobOutcome[]): void {
      transaction(() => {
        for (const { number, outcome } of outcomes)
          statement(
            'UPDATE document_job_items SET untold = NULL WHERE job_id = ? AND number = ? AND outcome = ?',
          ).run(jobId, number, outcome);
      });
    },

    stand,

    /** Before the last piece of it is on its way. */
    noteOffered(jobId: number): void {
      statement('UPDATE team_jobs SET offered = 1 WHERE job_id = ?').run(jobId);
    },

    wish(jobId: number, wish: NonNullable<TeamJob['wish']>): void {
      statement('UPDATE team_jobs SET wish = ? WHERE job_id = ?').run(wish, jobId);
    },

    /** Unless a person wants something else by now. */
    heeded(jobId: number, wish: NonNullable<TeamJob['wish']>): void {
      statement('UPDATE team_jobs SET wish = NULL WHERE job_id = ? AND wish = ?').run(jobId, wish);
    },

    /** This machine goes on with it; a job that is not here yet begins to be. */
    take(profileId: string, { job, scope, epoch }: JobHold, wish: JobWish): number {
      return transaction(() => {
        const known = statement(
          'SELECT job_id AS jobId FROM team_jobs WHERE profile_id = ? AND uuid = ?',
        ).get(profileId, job) as { jobId: number } | undefined;
        if (known) {
          stand(known.jobId, 'ours', epoch, null);
          return known.jobId;
        }
        const { lastInsertRowid } = statement(
          `INSERT INTO document_jobs (profile_id, kind, state, input, created_at) VALUES (?, ?, 'interrupted', ?, ?)`,
        ).run(
          profileId,
          wish.kind,
          // Not there for anybody before all of it is.
          JSON.stringify({ ...wish.options, choosing: true }),
          Math.round(now() - wish.ageMs),
        );
        const jobId = Number(lastInsertRowid);
        statement(
          `INSERT INTO team_jobs (job_id, profile_id, uuid, scope, epoch, stands, asked_by, offered)
             VALUES (?, ?, ?, ?, ?, 'ours', ?, 1)`,
        ).run(jobId, profileId, job, scope, epoch, wish.askedBy);
        return jobId;
      });
    },

    addDocuments(jobId: number, documents: readonly JobDocument[]): void {
      transaction(() => {
        for (const { number, contentId, fileName } of documents)
          statement(
            `INSERT INTO document_job_items (job_id, number, content_id, file_name) SELECT ?1, ?2, ?3, ?4
               WHERE NOT EXISTS (SELECT 1 FROM document_job_items WHERE job_id = ?1 AND number = ?2)`,
          ).run(jobId, number, contentId, fileName);
      });
    },

    /**
     * What other machines did; `seen` is the number of the last of it. The documents that were done, of which
     * this was not known.
     */
    heard(jobId: number, outcomes: readonly JobOutcomeHeard[], seen: number): string[] {
      return transaction(() => {
        const changed = outcomes.flatMap(({ number, outcome, code, detail, machine }) => {
          const row = statement(
            `UPDATE document_job_items SET outcome = ?, code = ?, detail = ?, machine = ?, untold = NULL
               WHERE job_id = ? AND number = ? AND (outcome <> ? OR machine IS NOT ?)
               RETURNING content_id AS contentId`,
          ).get(outcome, code, detail, machine, jobId, number, outcome, machine) as
            | { contentId: string }
            | undefined;
          return row && outcome === 'done' && machine !== null ? row.contentId : [];
        });
        statement('UPDATE team_jobs SET seen = ? WHERE job_id = ?').run(seen, jobId);
        return changed;
      });
    },

    /** The team's database is another one, or an older copy: what was read of it says nothing of the next. */
    readAnew(jobId: number): void {
      statement('UPDATE team_jobs SET seen = 0 WHERE job_id = ?').run(jobId);
    },

    /** Goes as soon as the team knows how it ended; until then nobody sees it. */
    putAway(jobId: number): void {
      statement('UPDATE team_jobs SET put_away = 1 WHERE job_id = ?').run(jobId);
    },

    /** The next run of it is a job of its own to the team. */
    forget(jobId: number): void {
      statement('DELETE FROM team_jobs WHERE job_id = ?').run(jobId);
    },

    /**
     * Nobody else is asked any more: whatever another machine had waits for a person. Those that run here and
     * may have been left.
     */
    leave(profileId: string): number[] {
      return transaction(() => {
        const own = statement(
          `SELECT job_id AS jobId FROM team_jobs JOIN document_jobs ON id = job_id
             WHERE team_jobs.profile_id = ? AND stands <> 'elsewhere' AND state = 'running'`,
        ).all(profileId) as unknown as { jobId: number }[];
        statement(
          `UPDATE document_jobs SET state = 'interrupted' WHERE state = 'running'
             AND id IN (SELECT job_id FROM team_jobs WHERE profile_id = ? AND stands = 'elsewhere')`,
        ).run(profileId);
        statement(
          `DELETE FROM document_jobs WHERE id IN (SELECT job_id FROM team_jobs WHERE profile_id = ? AND put_away = 1)`,
        ).run(profileId);
        statement('DELETE FROM team_jobs WHERE profile_id = ?').run(profileId);
        return own.map(({ jobId }) => jobId);
      });
    },
  };
}

export type TeamJobsHere = ReturnType<typeof createTeamJobs>;
