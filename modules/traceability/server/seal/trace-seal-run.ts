import type { Tx } from '#kit/server/db/database.ts';
import { sealLives } from './trace-sealed.ts';

export interface Leaf {
  readonly index: number;
  readonly hash: Buffer;
}

/** What is recorded and in no seal: one run a life, in the order of lives; heads are read in one glance, so that a run is whole. */
export async function insertRuns(tx: Tx, sealNo: number): Promise<void> {
  await tx.query(
    `insert into traceability.trace_seal_run (tenant_no, seal_no, first_index, uid, animal_id, lot_id, from_seq, to_seq)
     select kit.tenant(), $1, sum(o.seq - o.done) over (order by o.uid) - (o.seq - o.done), o.uid,
       o.animal_id, o.lot_id,
       o.done + 1, o.seq
     from (
       select h.uid, h.animal_id, null::bigint as lot_id, h.seq, coalesce(s.sealed_seq, 0) as done
       from traceability.head_seen h
         left join traceability.trace_sealed s on s.tenant_no = h.tenant_no and s.uid = h.uid
       where h.tenant_no = kit.tenant() and h.seq > coalesce(s.sealed_seq, 0)
       union all
       select l.lot_uid, null, l.id, l.chain_seq, coalesce(s.sealed_seq, 0)
       from traceability.trace_lot l
         left join traceability.trace_sealed s on s.tenant_no = l.tenant_no and s.uid = l.lot_uid
       where l.tenant_no = kit.tenant() and l.chain_seq > coalesce(s.sealed_seq, 0)
     ) o`,
    [sealNo],
  );
}

export const markSealed = (tx: Tx, sealNo: number): Promise<unknown> => sealLives(tx, sealNo);

const runSql = `select r.first_index + e.seq - r.from_seq as index, e.hash from traceability.trace_seal_run r
  join lateral (
    select l.seq, l.hash from traceability.leaf_seen l
    where l.tenant_no = r.tenant_no and l.animal_id = r.animal_id and l.seq between r.from_seq and r.to_seq
    union all
    select l.seq, l.hash from traceability.trace_lot_event l
    where l.tenant_no = r.tenant_no and l.lot_id = r.lot_id and l.seq between r.from_seq and r.to_seq
  ) e on true
  where r.tenant_no = kit.tenant() and r.seal_no = $1`;
const runsAtOnce = 20_000;

/** The leaves of a seal from the first to the last, some thousand lives at a time. */
export async function* leavesOf(tx: Tx, sealNo: number): AsyncGenerator<Leaf> {
  for (let after = -1; ; ) {
    const [edge] = await tx.query<{ last: number | null }>(
      `select max(x.first_index) as last from (
         select first_index from traceability.trace_seal_run
         where tenant_no = kit.tenant() and seal_no = $1 and first_index > $2 order by first_index limit $3) x`,
      [sealNo, after, runsAtOnce],
    );
    if (edge?.last === null || edge?.last === undefined) return;
    yield* await tx.query<Leaf>(`${runSql} and r.first_index > $2 and r.first_index <= $3 order by 1`, [
      sealNo,
      after,
      edge.last,
    ]);
    after = edge.last;
  }
}

/** Leaves in the largest block there is: that of a seal cut by an older version. */
const mostInBlock = 256;

interface Run {
  readonly firstIndex: number;
  readonly animalId: number | null;
  readonly lotId: number | null;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/**
 * Leaves of one block: as many as a proof needs beside the kept nodes. Runs first and their records after, for a join over the
 * ledger's months takes longer to plan than both take to answer.
 */
export async function leavesBetween(tx: Tx, sealNo: number, from: number, to: number): Promise<Leaf[]> {
  const [before] = await tx.query<{ first: number }>(
    `select p.first_index as first from traceability.trace_seal_run p
     where p.tenant_no = kit.tenant() and p.seal_no = $1 and p.first_index <= $2 order by p.first_index desc limit 1`,
    [sealNo, from],
  );
  // A run has a leaf at least, and a limit keeps the plan on the index whatever the bounds.
  const runs = await tx.query<Run>(
    `select r.first_index as "firstIndex", r.animal_id as "animalId", r.lot_id as "lotId", r.from_seq as "fromSeq",
       r.to_seq as "toSeq" from traceability.trace_seal_run r
     where r.tenant_no = kit.tenant() and r.seal_no = $1 and r.first_index >= $2 and r.first_index < $3
     order by r.first_index limit ${mostInBlock}`,
    [sealNo, before?.first ?? 0, to],
  );
  const ofAnimal = new Map(runs.flatMap((run) => (run.animalId === null ? [] : [[run.animalId, run] as const])));
  const ofLot = new Map(runs.flatMap((run) => (run.lotId === null ? [] : [[run.lotId, run] as const])));
  const least = Math.min(...runs.map((run) => run.fromSeq));
  const most = Math.max(...runs.map((run) => run.toSeq));
  const leaves: Leaf[] = [];
  for (const [by, text] of [
    [ofAnimal, 'select l.animal_id as id, l.seq, l.hash from traceability.leaf_seen l where l.animal_id = any ($2)'],
    [ofLot, 'select l.lot_id as id, l.seq, l.hash from traceability.trace_lot_event l where l.lot_id = any ($2)'],
  ] as const) {
    if (by.size === 0) continue;
    const rows = await tx.query<{ id: number; seq: number; hash: Buffer }>(
      `${text} and l.tenant_no = $1 and l.seq between $3 and $4`,
      [tx.scope.tenantNo, [...by.keys()], least, most],
    );
    for (const { id, seq, hash } of rows) {
      const run = by.get(id);
      if (!run || seq < run.fromSeq || seq > run.toSeq) continue;
      const index = run.firstIndex + seq - run.fromSeq;
      if (index >= from && index < to) leaves.push({ index, hash });
    }
  }
  return leaves.sort((a, b) => a.index - b.index);
}

export interface Place {
  readonly sealNo: number;
  readonly seq: number;
  readonly index: number;
}
/** Where the last sealed record of a life lies. */
export async function lastPlace(tx: Tx, uid: string): Promise<Place | null> {
  const [row] = await tx.query<Place>(
    `select seal_no as "sealNo", to_seq as seq, first_index + to_seq - from_seq as index
     from traceability.trace_seal_run where tenant_no = kit.tenant() and uid = $1 order by to_seq desc limit 1`,
    [uid],
  );
  return row ?? null;
}
