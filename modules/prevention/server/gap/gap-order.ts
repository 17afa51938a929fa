import type { Tx } from '#kit/server/db/database.ts';

/** What a gap is measured by: never null together where the source is one of prevention's. */
export interface GapMeasure {
  readonly source: string;
  readonly seasonId: number | null;
  readonly month: string | null;
  readonly diseaseCode: string | null;
  readonly subjectKind: 'place' | 'household' | 'worker' | 'animal';
  readonly subjectId: number;
  readonly regionCode: number;
  readonly holderId: number | null;
}

export interface OrderRow extends GapMeasure {
  readonly id: number;
  readonly docNo: string;
  readonly subjectName: string;
  readonly staffId: number | null;
  readonly userId: number | null;
  readonly stationId: number;
  readonly dueOn: string;
  readonly heads: number;
  readonly remaining: number;
  /** Heads below the age of their first immunisation when it was last measured. */
  readonly young: number;
  readonly level: 'worker' | 'station' | 'county';
  readonly orderedBy: number | null;
  readonly status: string;
}

const columns = `id, doc_no as "docNo", source, season_id as "seasonId", month, disease_code as "diseaseCode",
  subject_kind as "subjectKind", subject_id as "subjectId", subject_name as "subjectName", region_code as "regionCode",
  holder_id as "holderId", staff_id as "staffId", user_id as "userId", station_id as "stationId",
  to_char(due_on, 'YYYY-MM-DD') as "dueOn", heads, remaining, young, level, created_by as "orderedBy", status`;

export interface NewOrder extends GapMeasure {
  readonly docNo: string;
  readonly subjectName: string;
  readonly alarmId: number | null;
  readonly way: 'remind' | 'assign';
  readonly staffId: number | null;
  readonly userId: number | null;
  readonly stationId: number;
  readonly dueOn: string;
  readonly words: string | null;
  readonly heads: number;
  readonly young: number;
  readonly lines: readonly unknown[];
  readonly level: 'worker' | 'station' | 'county';
}

/** Null where somebody has been asked about it and has not finished. */
export async function insertOrder(tx: Tx, one: NewOrder, orderedBy: number | null): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRow>(
    `insert into prevention.gap_order (tenant_no, doc_no, region_code, source, season_id, month, disease_code,
       subject_kind, subject_id, subject_name, holder_id, alarm_id, way, staff_id, user_id, station_id, due_on, words,
       heads, remaining, young, lines, level, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       $17, $18, $19, $19, $20, $21, $22, $23, $23)
     on conflict do nothing returning ${columns}`,
    [
      tx.scope.tenantNo,
      one.docNo,
      one.regionCode,
      one.source,
      one.seasonId,
      one.month,
      one.diseaseCode,
      one.subjectKind,
      one.subjectId,
      one.subjectName,
      one.holderId,
      one.alarmId,
      one.way,
      one.staffId,
      one.userId,
      one.stationId,
      one.dueOn,
      one.words,
      one.heads,
      one.young,
      JSON.stringify(one.lines),
      one.level,
      orderedBy,
    ],
  );
  return row ?? null;
}

export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRow>(`select ${columns} from prevention.gap_order where id = $1 for update`, [id]);
  return row ?? null;
}

/**
 * Orders that wait for something in these villages; in the whole tenant where none is named. What is above villages is left to the
 * night: every visit of a county would wait for the others.
 */
export const liveOrders = (tx: Tx, villages: readonly number[] | null): Promise<OrderRow[]> =>
  tx.query<OrderRow>(
    `select ${columns} from prevention.gap_order o where o.tenant_no = kit.tenant() and o.status <> 'closed'
       and ($1::bigint[] is null or o.region_code = any ($1) or (o.subject_kind = 'worker' and exists (
         select 1 from prevention.plan_household h where h.tenant_no = kit.tenant() and h.season_id = o.season_id
           and h.staff_id = o.subject_id and h.region_code = any ($1))))
     order by o.id`,
    [villages],
  );

export async function setRemaining(tx: Tx, id: number, remaining: number, young: number): Promise<void> {
  await tx.query('update prevention.gap_order set remaining = $2, young = $3, updated_at = now() where id = $1', [
    id,
    remaining,
    young,
  ]);
}

/** Ends it without a person's step: what was missing is there, or is asked of nobody any more. False where somebody was quicker. */
export async function closeOrder(tx: Tx, id: number, reason: 'visited' | 'gone'): Promise<boolean> {
  const rows = await tx.query(
    `update prevention.gap_order set status = 'closed', remaining = 0, close_reason = $2, closed_at = now(),
       version = version + 1, updated_at = now() where id = $1 and status <> 'closed' returning 1`,
    [id, reason],
  );
  return rows.length > 0;
}

/** Of these villages, what visits closed since this moment. */
export const closedSince = (tx: Tx, villages: readonly number[], since: string): Promise<OrderRow[]> =>
  tx.query<OrderRow>(
    `select ${columns} from prevention.gap_order o where o.tenant_no = kit.tenant() and o.status = 'closed'
       and o.close_reason = 'visited' and o.closed_at >= $2 and o.region_code = any ($1)
       and not exists (select 1 from prevention.gap_order n where n.tenant_no = kit.tenant() and n.status <> 'closed'
         and n.source = o.source and n.subject_kind = o.subject_kind and n.subject_id = o.subject_id
         and n.season_id is not distinct from o.season_id and n.month is not distinct from o.month
         and n.disease_code is not distinct from o.disease_code)
     order by o.id for update`,
    [villages, since],
  );

export async function reopenOrder(tx: Tx, id: number, remaining: number, dueOn: string): Promise<void> {
  await tx.query(
    `update prevention.gap_order set status = 'open', remaining = $2, due_on = $3, close_reason = null,
       closed_at = null, rounds = rounds + 1, version = version + 1, updated_at = now() where id = $1`,
    [id, remaining, dueOn],
  );
}

/** One level up, with a day of its own. */
export async function raiseOrder(tx: Tx, id: number, level: 'station' | 'county', dueOn: string): Promise<void> {
  await tx.query(
    `update prevention.gap_order set status = 'escalated', level = $2, due_on = $3, escalated_at = now(),
       version = version + 1, updated_at = now() where id = $1`,
    [id, level, dueOn],
  );
}
