import type { Claim, Held, Intent } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { sendingStates } from '#shared/uploads/open-states.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { createAbandonedSlots } from './abandoned-slots.ts';
import type { Database } from './database.ts';
import { takenAway } from './own-files.ts';
import type { UploadEventDraft, UploadMoves } from './upload-moves.ts';
import type { UploadPatch, UploadRow } from './upload-row.ts';

/** A claim of the team as this machine knows it. */
export interface TeamClaim extends Claim {
  readonly uploadId: number;
  /**
   * `open`: nothing is to be told before the bytes landed. `landed`: told that they did or, without an epoch,
   * that the upload stands for another machine's document. `release`: given up, which is still to be told.
   */
  readonly stands: 'open' | 'landed' | 'release';
}

/** Bytes as the team knows them. */
export type TeamBytes = Pick<Intent, 'scope' | 'sha256' | 'size'>;

/**
 * What a claim that was given up, or whose upload waits for long, may be worth to another machine: so long it
 * is kept, ms.
 */
const keptForMs = 60_000;
/** States in which the bytes of an upload stand in its document. */
const landedStates: readonly UploadState[] = ['processing', 'completed', 'attention'];
/** States of an upload that began without asking a team. */
const begunStates = sendingStates.filter((state) => state !== 'claiming');
/** States of an upload that leaves its slot to the machine that took its claim over. */
const fencedStates: readonly UploadState[] = [...sendingStates, 'processing'];

const columns = `upload, upload_id AS uploadId, scope, sha256, size, epoch, stands`;

/**
 * What this machine holds of the team's claims, and what it has to tell of them: the outbox (docs/adr/0035).
 * Where nobody else is in the team it has no row, and none of this is asked.
 */
export function createTeamClaims(database: Database, now: () => number, moves: UploadMoves) {
  const { statement, transaction } = database;
  const slots = createAbandonedSlots(database);
  const { advance, get, record } = moves;

  function remove({ upload, sha256, scope }: Pick<Claim, 'upload' | 'sha256' | 'scope'>): void {
    statement('DELETE FROM team_claims WHERE upload = ? AND sha256 = ? AND scope = ?').run(
      upload,
      sha256,
      scope,
    );
  }

  function write(
    { uuid, id, profileId }: UploadRow,
    { scope, sha256, size }: TeamBytes,
    epoch: number,
    stands: TeamClaim['stands'],
  ): void {
    statement(
      `INSERT INTO team_claims (upload, upload_id, profile_id, scope, sha256, size, epoch, stands)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET size = excluded.size, epoch = excluded.epoch, stands = excluded.stands`,
    ).run(uuid, id, profileId, scope, sha256, size, epoch, stands);
  }

  /** Moves what refers to other machines' documents. `enlist` adds this machine's own claims again. */
  function moveTo(profileId: string, scope: string, former: string): void {
    transaction(() => {
      statement(
        `DELETE FROM team_claims WHERE profile_id = ? AND scope = ? AND epoch > 0 AND stands <> 'release'`,
      ).run(profileId, former);
      statement(
        `UPDATE OR REPLACE team_claims SET scope = ? WHERE profile_id = ? AND scope = ? AND epoch = 0 AND stands = 'landed'`,
      ).run(scope, profileId, former);
    });
  }

  /**
   * Not moved or deleted after its upload, as far as is known: what was added by hand is looked at when read.
   */
  function isStillThere({ id, folderId }: UploadRow): boolean {
    if (folderId === null) return true;
    return (
      statement(`SELECT 1 FROM local_files WHERE upload_id = ? AND disposition = 'taken'`).get(id) !==
      undefined
    );
  }

  function isMovedAway({ id }: UploadRow): boolean {
    return statement(`SELECT 1 FROM local_files WHERE upload_id = ? AND ${takenAway}`).get(id) !== undefined;
  }

  return {
    /**
     * Writes down, in the caller's transaction, that the team is asked for these bytes. True when it need not
     * be: the claim is this upload's already. Where the team was out of reach it is asked all the same: a
     * slot that cannot be named is asked for in vain, and each try would leave one.
     */
    ask({ id, uuid, profileId, code }: UploadRow, { scope, sha256, size }: TeamBytes): boolean {
      const known = statement(
        `SELECT ${columns} FROM team_claims WHERE upload = ? AND sha256 = ? AND scope = ?`,
      ).get(uuid, sha256, scope) as TeamClaim | undefined;
      const isOurs = known?.stands === 'open' && known.epoch > 0;
      if (isOurs && code !== 'TEAM_UNREACHABLE') return true;
      // Documents that do not exist any more, and claims for a former key or service: others may be waiting.
      statement(
        `UPDATE team_claims SET stands = 'release' WHERE upload = ?1 AND sha256 = ?2
           AND (stands = 'landed' OR scope <> ?3)`,
      ).run(uuid, sha256, scope);
      if (known === undefined)
        statement(
          `INSERT INTO team_claims (upload, upload_id, profile_id, scope, sha256, size, epoch, stands)
             VALUES (?, ?, ?, ?, ?, ?, 0, 'open')`,
        ).run(uuid, id, profileId, scope, sha256, size);
      return false;
    },

    /** Joins the caller's transaction: the upload gives up its claims of other bytes than these. */
    leaveOther(uploadId: number, sha256 = ''): void {
      statement(`UPDATE team_claims SET stands = 'release' WHERE upload_id = ? AND sha256 <> ?`).run(
        uploadId,
        sha256,
      );
    },

    /** The claim that an upload sends under, while it is to be fenced; undefined where it needs none. */
    openOf({ uuid, sha256 }: Pick<UploadRow, 'uuid' | 'sha256'>): TeamClaim | undefined {
      if (sha256 === null) return undefined;
      return statement(
        `SELECT ${columns} FROM team_claims WHERE upload = ? AND sha256 = ? AND stands = 'open' AND epoch > 0
           ORDER BY epoch DESC LIMIT 1`,
      ).get(uuid, sha256) as TeamClaim | undefined;
    },

    /** What is to be given back before the same bytes are asked for. */
    listReleases({ scope, sha256 }: Pick<TeamBytes, 'scope' | 'sha256'>, profileId: string): TeamClaim[] {
      return statement(
        `SELECT ${columns} FROM team_claims WHERE profile_id = ? AND stands = 'release' AND sha256 = ? AND scope = ?`,
      ).all(profileId, sha256, scope) as unknown as TeamClaim[];
    },

    /**
     * The team's answer that the bytes are this upload's. False when it was moved on meanwhile: then they are
     * given back.
     */
    claimed(
      row: UploadRow,
      bytes: TeamBytes,
      claim: Claim,
      patch: UploadPatch,
      event?: UploadEventDraft,
    ): boolean {
      return transaction(() => {
        const goesOn = advance(
          row,
          ['claiming'],
          { remoteMachine: null, remotePerson: null, stuckSince: null, code: null, detail: null, ...patch },
          event,
        );
        write(row, { ...bytes, ...claim }, claim.epoch, goesOn ? 'open' : 'release');
        return goesOn;
      });
    },

    /**
     * The bytes of a document that was not deleted after all are this upload's again, which is to be told.
     */
    claimedAgain(row: UploadRow, bytes: TeamBytes, { epoch }: Claim): void {
      write(row, bytes, epoch, 'open');
    },

    /**
     * Another machine has the bytes, or nobody can tell: this upload waits or ends. False when it was moved
     * on meanwhile.
     */
    notClaimed(
      row: UploadRow,
      { scope, sha256 }: TeamBytes,
      patch: UploadPatch,
      event?: UploadEventDraft,
    ): boolean {
      return transaction(() => {
        if (patch.code !== 'TEAM_UNREACHABLE') remove({ upload: row.uuid, sha256, scope });
        return advance(row, ['claiming'], patch, event);
      });
    },

    /**
     * The bytes are another machine's document, which this upload stands for from here on. False when it was
     * moved on meanwhile: then it does not.
     */
    standsFor(row: UploadRow, bytes: TeamBytes, patch: UploadPatch, event: UploadEventDraft): boolean {
      return transaction(() => {
        const goesOn = advance(row, ['claiming'], patch, event);
        // The document may be of another key than the one that was asked for.
        statement(
          `DELETE FROM team_claims WHERE upload = ? AND sha256 = ? AND stands = 'open' AND epoch = 0`,
        ).run(row.uuid, bytes.sha256);
        write(row, bytes, 0, goesOn ? 'landed' : 'release');
        return goesOn;
      });
    },

    /** Whether an upload that the team names is known here: an older copy of a ledger knows less. */
    isOfLedger(upload: string): boolean {
      return statement('SELECT 1 FROM uploads WHERE uuid = ?').get(upload) !== undefined;
    },

    /** Whose document an upload made or stands for, as the team was told; undefined where it was not. */
    scopeOf({ uuid, sha256 }: Pick<UploadRow, 'uuid' | 'sha256'>): string | undefined {
      if (sha256 === null) return undefined;
      const row = statement(
        'SELECT scope FROM team_claims WHERE upload = ? AND sha256 = ? ORDER BY epoch DESC LIMIT 1',
      ).get(uuid, sha256);
      return row?.scope as string | undefined;
    },

    /**
     * The document is left to a team that this machine left. If it joins again, it lets go of the document
     * instead of ending its claim, which other machines may rely on.
     */
    letGoLater({ uuid, sha256 }: Pick<UploadRow, 'uuid' | 'sha256'>): void {
      statement('UPDATE team_claims SET epoch = 0 WHERE upload = ? AND sha256 = ?').run(uuid, sha256);
    },

    /** Nobody stands for a document any more that was only kept for this upload. */
    leaveToSweep(claim: TeamClaim, profileId: string, contentId: ContentId, at: number): void {
      transaction(() => {
        const { uploadId } = claim;
        const fileName = get(uploadId)?.fileName ?? claim.sha256;
        const when = { since: at, until: at, notBefore: at };
        slots.add({ profileId, contentId, purpose: 'delete', fileName, uploadId, ...when });
        remove(claim);
      });
    },

    /**
     * Somebody else has a later epoch. Nothing of the claim is this machine's any more, nor the slot named in
     * it: the upload forgets it as it is, and asks anew who has the bytes. So does one that stands for a
     * document which the team does not know any more, while its file is there.
     */
    fenced(claim: Claim, uploadId: number, contentId: ContentId | null): void {
      transaction(() => {
        remove(claim);
        const row = get(uploadId);
        if (row?.uuid !== claim.upload || row.sha256 !== claim.sha256) return;
        // A slot from before this machine joined: no claim names it, and bytes may still arrive in it.
        if (claim.epoch === 0 && row.contentId !== null && row.landedAt === null)
          slots.addAgain({ ...row, contentId: row.contentId, uploadId }, now(), row.createdAt);
        const forgotten = {
          contentId: null,
          landedAt: null,
          pollAt: null,
          notBefore: 0,
          absence: undefined,
        } as const;
        const event = { kind: 'fenced', detail: { contentId: contentId ?? row.contentId } };
        const ended = { state: 'cancelled', code: 'CANCELLED', finishedAt: now(), afterState: null } as const;
        if (advance(row, fencedStates, { ...forgotten, state: 'queued' }, event)) return;
        if (row.state === 'duplicate' && row.remoteContentId !== null && isStillThere(row)) {
          const alone = { remoteMachine: null, remotePerson: null, remoteContentId: null } as const;
          const open = { afterState: null, finishedAt: null, code: null, detail: null } as const;
          advance(row, ['duplicate'], { ...forgotten, ...alone, ...open, state: 'queued' }, event);
          return;
        }
        // Nothing can send its file, which lies elsewhere; but its document may be gone by now.
        const ask = { afterState: 'pending', afterTries: 0, notBefore: 0 } as const;
        if (isMovedAway(row) && advance(row, ['duplicate'], ask, event)) return;
        if (row.state === 'cancelling' && row.afterState === 'requeue')
          advance(row, ['cancelling'], { ...forgotten, state: 'queued', afterState: null }, event);
        else if (!advance(row, ['cancelling'], { ...forgotten, ...ended }, event)) record(uploadId, event);
      });
    },

    /** What is to be told now: bytes that landed, and claims that are of no use to this machine. */
    listUntold(
      profileId: string,
      limit: number,
      isHeld = false,
    ): (TeamClaim & { readonly contentId: ContentId | null })[] {
      const at = Math.round(now());
      return statement(
        `SELECT claims.upload, claims.upload_id AS uploadId, claims.scope, claims.sha256, claims.size,
            claims.epoch, uploads.content_id AS contentId, CASE WHEN claims.stands = 'open' AND uploads.state <> 'queued' THEN 'landed' ELSE 'release' END AS stands
           FROM team_claims AS claims LEFT JOIN uploads
             ON uploads.id = claims.upload_id AND uploads.uuid = claims.upload
               AND uploads.sha256 = claims.sha256
           WHERE claims.profile_id = ?1 AND (claims.stands = 'release'
             OR claims.stands = 'open' AND claims.epoch > 0 AND (
               (uploads.state IN (SELECT value FROM json_each(?2)) OR uploads.profile_id <> claims.profile_id)
                 AND uploads.content_id IS NOT NULL AND uploads.landed_at IS NOT NULL
               OR uploads.state = 'queued' AND (?5 OR uploads.paused = 1 OR uploads.not_before > ?3)))
           LIMIT ?4`,
      ).all(
        profileId,
        JSON.stringify(landedStates),
        at + keptForMs,
        limit,
        Number(isHeld),
      ) as unknown as (TeamClaim & {
        readonly contentId: ContentId | null;
      })[];
    },

    /** The team knows it. */
    told(claim: TeamClaim): void {
      if (claim.stands !== 'landed') {
        remove(claim);
        return;
      }
      statement(
        `UPDATE team_claims SET stands = 'landed' WHERE upload = ? AND sha256 = ? AND scope = ? AND epoch = ?
           AND stands = 'open'`,
      ).run(claim.upload, claim.sha256, claim.scope, claim.epoch);
    },

    /**
     * Writes down what this ledger sent, or is sending, before its machine joined the team, to be told under
     * this scope. `noStore` documents are left out: the team must not take them for documents that stay.
     *
     * @param former the scope of an earlier API key, under which the team knows them already
     */
    enlist(profileId: string, scope: string, former = scope): void {
      if (former !== scope) moveTo(profileId, scope, former);
      statement(
        `INSERT OR IGNORE INTO team_claims (upload, upload_id, profile_id, scope, sha256, size, epoch, stands)
           SELECT uploads.uuid, uploads.id, claims.profile_id, ?2, claims.sha256, uploads.size, 0,
               iif(uploads.landed_at IS NULL, 'open', 'landed')
             FROM claims JOIN uploads ON uploads.id = claims.upload_id AND uploads.sha256 = claims.sha256
             WHERE claims.profile_id = ?1 AND coalesce(uploads.options ->> 'noStore', 0) = 0
               AND (uploads.state IN (SELECT value FROM json_each(?3))
               OR uploads.content_id IS NOT NULL AND uploads.landed_at IS NOT NULL
                 AND uploads.state IN (SELECT value FROM json_each(?4)))`,
      ).run(profileId, scope, JSON.stringify(begunStates), JSON.stringify(landedStates));
    },

    /** The team has such a claim now, with this epoch. */
    enlisted({ upload, sha256, scope }: Pick<Claim, 'upload' | 'sha256' | 'scope'>, epoch: number): void {
      statement(
        'UPDATE team_claims SET epoch = ? WHERE upload = ? AND sha256 = ? AND scope = ? AND epoch = 0',
      ).run(epoch, upload, sha256, scope);
    },

    /** Whose documents this machine sends or stands for. */
    listScopes(profileId: string): string[] {
      const rows = statement('SELECT DISTINCT scope FROM team_claims WHERE profile_id = ?').all(profileId);
      return rows.map(({ scope }) => String(scope));
    },

    /**
     * What this machine holds in a scope, for a team that lost it: claims and, without an epoch, documents of
     * others that it stands for. In the order of their uploads, behind `after`.
     */
    listHeld(profileId: string, scope: string, after: Pick<Claim, 'upload' | 'sha256'>, limit: number) {
      const rows = statement(
        `SELECT claims.upload, claims.upload_id AS uploadId, claims.scope, claims.sha256, claims.size,
            claims.epoch, uploads.file_name AS fileName, uploads.options ->> 'share' = 1 AS isShared,
            coalesce(uploads.content_id, uploads.remote_content_id) AS contentId,
            claims.stands = 'landed' OR (uploads.landed_at IS NOT NULL AND uploads.content_id IS NOT NULL
              AND uploads.state IN (SELECT value FROM json_each(?1))) AS isLanded,
            claims.epoch = 0 AND uploads.state <> 'duplicate' AS isOwn
           FROM team_claims AS claims LEFT JOIN uploads
             ON uploads.id = claims.upload_id AND uploads.uuid = claims.upload
               AND uploads.sha256 = claims.sha256
           WHERE claims.profile_id = ?2 AND claims.scope = ?3 AND claims.stands <> 'release'
             AND (claims.epoch > 0 OR claims.stands = 'landed'
               OR uploads.state IN (SELECT value FROM json_each(?7)))
             AND (claims.upload, claims.sha256) > (?4, ?5)
           ORDER BY claims.upload, claims.sha256 LIMIT ?6`,
      ).all(
        JSON.stringify(landedStates),
        profileId,
        scope,
        after.upload,
        after.sha256,
        limit,
        JSON.stringify(begunStates),
      );
      return rows.map((row) => ({
        ...row,
        fileName: row.fileName ?? undefined,
        isShared: row.isShared === 1,
        isLanded: row.isLanded === 1,
        isOwn: row.isOwn === 1,
      })) as unknown as (Held & { readonly uploadId: number })[];
    },

    /** The team can be reached again: uploads that wait for it are ready now. */
    endWaits(profileId: string): void {
      statement(
        `UPDATE uploads SET not_before = 0 WHERE profile_id = ? AND line IS NOT NULL AND not_before <> 0
           AND code = 'TEAM_UNREACHABLE'`,
      ).run(profileId);
    },

    /** How much is still to be told, for whoever waits for the end. */
    countUntold(profileId: string): number {
      const row = statement(
        `SELECT count(*) AS n FROM team_claims WHERE profile_id = ? AND stands <> 'landed'`,
      ).get(profileId) as { n: number };
      return row.n;
    },
  };
}

export type TeamClaims = ReturnType<typeof createTeamClaims>;
