import type { TeamDatabase } from '../../test/team/support/cluster.ts';
import type { Run } from '../support/benchmark.ts';
import { resultOf } from '../support/result.ts';

/** Documents whose claims are written, named and landed for the size of one. */
const documents = 20_000;
/** Exchanges that are timed in a round. */
const exchanges = 1_000;

/** Bytes of disk a document that landed takes, indexes and what its three writes left behind included. */
export async function measureClaimSize({ size, report, say }: Run, { admin }: TeamDatabase): Promise<void> {
  const { files: count = documents } = size;
  say(`${count} documents are claimed, named and landed`);
  await admin.query(`
    DO $$
    DECLARE
      me uuid := gen_random_uuid();
      life uuid := gen_random_uuid();
      upload uuid;
      slot text;
      proof text := repeat('a', 90);
      hash text;
      epoch bigint;
      n bigint := 1;
    BEGIN
      PERFORM sluice_v1.join_team(me, life, n, n - 1, 'FILESRV1', '0', 1, 600000, NULL);
      FOR i IN 1..${count} LOOP
        upload := gen_random_uuid();
        slot := gen_random_uuid()::text;
        hash := encode(sha256(upload::text::bytea), 'hex');
        epoch := (sluice_v1.claim(me, life, n + 1, n, 'scope', '{circle}', hash, 10000, upload, NULL, false)->>'epoch')::bigint;
        PERFORM sluice_v1.write_claim(me, life, n + 2, n + 1, 'name', 'scope', hash, upload, epoch, slot, proof);
        PERFORM sluice_v1.write_claim(me, life, n + 3, n + 2, 'landed', 'scope', hash, upload, epoch, slot, proof);
        n := n + 3;
        IF i % 100 = 0 THEN COMMIT; END IF;
      END LOOP;
    END $$`);
  const { rows } = await admin.query(
    `SELECT pg_table_size('sluice.claims')::float AS rows,
      pg_indexes_size('sluice.claims')::float AS indexes`,
  );
  const { rows: table, indexes } = rows[0] as { rows: number; indexes: number };
  report(
    resultOf({
      name: 'team-claim-size',
      values: [(table + indexes) / count],
      unit: 'bytes/document',
      more: { documents: count, ofIndexes: Math.round(indexes / count) },
    }),
  );
}

/**
 * How many exchanges a second the database can do of one budget, whose row one exchange after the other locks
 * until it is on the disk, with so many agents that all want requests.
 */
export async function measureExchanges(
  { size, report, say }: Run,
  { admin }: TeamDatabase,
  agents: number,
): Promise<void> {
  const { rounds = 3 } = size;
  say(`${agents} agents exchange`);
  await admin.query(`
    CREATE TABLE sluice.bench AS
      SELECT i, gen_random_uuid() AS agent, gen_random_uuid() AS life, 0::bigint AS seq
      FROM generate_series(0, ${agents - 1}) i;
    CREATE PROCEDURE sluice.bench_exchange(p_count int) LANGUAGE plpgsql AS $$
    DECLARE x sluice.bench;
    BEGIN
      FOR n IN 1..p_count LOOP
        UPDATE sluice.bench SET seq = seq + 1 WHERE i = n % ${agents} RETURNING * INTO x;
        PERFORM sluice_v1.exchange(x.agent, x.life, 'key', 'scope', x.seq, '{100,200}', 1, 0, 20, 5, 2000, 0);
        COMMIT;
      END LOOP;
    END $$;
    SELECT sluice_v1.join_team(b.agent, b.life, 1, 0, 'AGENT', '0', 1, 600000, NULL) FROM sluice.bench b;`);
  await admin.query(`CALL sluice.bench_exchange(${agents})`);
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await admin.query(`CALL sluice.bench_exchange(${exchanges})`);
    values.push(exchanges / ((performance.now() - from) / 1000));
  }
  report(resultOf({ name: `team-exchanges-${agents}`, values, unit: 'exchanges/s', more: { agents } }));
}
