import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export type Place =
  | 'ordered'
  | 'produced'
  | 'inTransit'
  | 'received'
  | 'stock'
  | 'hand'
  | 'worn'
  | 'scrapPending'
  | 'scrapped'
  | 'lost'
  | 'destroyed';

/** Places from which nothing is asked back: nobody has the number any more, or only its pieces. */
export const isFinal = (place: Place): boolean => ['worn', 'scrapped', 'lost', 'destroyed'].includes(place);

export interface Segment extends Range {
  readonly id: number;
  readonly categoryId: number;
  readonly place: Place;
  readonly principalId: number | null;
  readonly staffId: number | null;
  readonly counterId: number | null;
  readonly counterStaffId: number | null;
  readonly docType: string;
  readonly docId: number | null;
  readonly docNo: string;
  readonly sinceOn: string;
  readonly holdId: number | null;
  readonly regionCode: number;
}
export type NewSegment = Omit<Segment, 'id'>;

const columns = `t.id, t.code_from as "from", t.code_to as "to", t.category_id as "categoryId", t.place,
  t.principal_id as "principalId", t.staff_id as "staffId", t.counter_id as "counterId",
  t.counter_staff_id as "counterStaffId", t.doc_type as "docType", t.doc_id as "docId", t.doc_no as "docNo",
  t.since_on as "sinceOn", t.hold_id as "holdId", t.region_code as "regionCode"`;

/**
 * The segments that meet these ranges, and those that touch them. Segments never overlap, so that the one before a range is the
 * one with the next smaller start: plain comparisons, whose index the row rules leave usable.
 */
export async function segmentsAt(tx: Tx, scheme: string, ranges: readonly Range[]): Promise<Segment[]> {
  if (ranges.length === 0) return [];
  const rows = await tx.query<Segment>(
    `select ${columns} from unnest($2::bigint[], $3::bigint[]) r(lo, hi) cross join lateral (
       (select * from sign.tag_segment b where b.tenant_no = $1 and b.scheme = $4 and b.code_from < r.lo
        order by b.code_from desc limit 1)
       union all
       (select * from sign.tag_segment b where b.tenant_no = $1 and b.scheme = $4
          and b.code_from >= r.lo and b.code_from <= r.hi + 1)
     ) t`,
    [tx.scope.tenantNo, ranges.map((one) => one.from), ranges.map((one) => one.to), scheme],
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => a.from - b.from);
}

/** What a holder has in a place, lowest numbers first. */
export const segmentsOf = (
  tx: Tx,
  holder: { readonly principalId: number; readonly staffId: number | null },
  options: { readonly places: readonly Place[]; readonly categoryId?: number; readonly withHeld?: boolean },
): Promise<Segment[]> =>
  tx.query<Segment>(
    `select ${columns} from sign.tag_segment t
     where t.tenant_no = $1 and t.principal_id = $2 and t.staff_id is not distinct from $3 and t.place = any ($4)
       and ($5::bigint is null or t.category_id = $5) ${options.withHeld ? '' : 'and t.hold_id is null'}
     order by t.code_from`,
    [tx.scope.tenantNo, holder.principalId, holder.staffId, options.places, options.categoryId ?? null],
  );

export const segmentsOfDoc = (tx: Tx, docType: string, docId: number): Promise<Segment[]> =>
  tx.query<Segment>(
    `select ${columns} from sign.tag_segment t where t.tenant_no = $1 and t.doc_type = $2 and t.doc_id = $3
     order by t.code_from`,
    [tx.scope.tenantNo, docType, docId],
  );

/** Cut down to what is left of them; answers how many were still as they were read. */
export async function shrink(
  tx: Tx,
  cuts: readonly { readonly segment: Segment; readonly left: Range }[],
): Promise<number> {
  if (cuts.length === 0) return 0;
  const rows = await tx.query(
    `update sign.tag_segment s set code_from = x.lo, code_to = x.hi, updated_at = now(), version = s.version + 1
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
       x(id, was_from, was_to, lo, hi, place)
     where s.id = x.id and s.code_from = x.was_from and s.code_to = x.was_to and s.place = x.place returning 1`,
    [
      cuts.map(({ segment }) => segment.id),
      cuts.map(({ segment }) => segment.from),
      cuts.map(({ segment }) => segment.to),
      cuts.map(({ left }) => left.from),
      cuts.map(({ left }) => left.to),
      cuts.map(({ segment }) => segment.place),
    ],
  );
  return rows.length;
}

/** Grown by their neighbour; answers which still were as they were read. */
export async function extend(
  tx: Tx,
  grown: readonly { readonly segment: Segment; readonly to: Range }[],
): Promise<ReadonlySet<number>> {
  if (grown.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(
    `update sign.tag_segment s set code_from = x.lo, code_to = x.hi, updated_at = now(), version = s.version + 1
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
       x(id, was_from, was_to, lo, hi, place)
     where s.id = x.id and s.code_from = x.was_from and s.code_to = x.was_to and s.place = x.place returning s.id`,
    [
      grown.map(({ segment }) => segment.id),
      grown.map(({ segment }) => segment.from),
      grown.map(({ segment }) => segment.to),
      grown.map(({ to }) => to.from),
      grown.map(({ to }) => to.to),
      grown.map(({ segment }) => segment.place),
    ],
  );
  return new Set(rows.map((row) => row.id));
}

export async function drop(tx: Tx, segments: readonly Segment[]): Promise<number> {
  if (segments.length === 0) return 0;
  const rows = await tx.query(
    `delete from sign.tag_segment s using unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
       x(id, lo, hi, place)
     where s.id = x.id and s.code_from = x.lo and s.code_to = x.hi and s.place = x.place returning 1`,
    [
      segments.map((one) => one.id),
      segments.map((one) => one.from),
      segments.map((one) => one.to),
      segments.map((one) => one.place),
    ],
  );
  return rows.length;
}

/** The whole of a segment goes elsewhere: the row goes with it. */
export async function relocate(
  tx: Tx,
  moved: readonly { readonly segment: Segment; readonly to: NewSegment }[],
): Promise<number> {
  if (moved.length === 0) return 0;
  const { to } = moved[0] as { to: NewSegment };
  const rows = await tx.query(
    `update sign.tag_segment s set place = $5, principal_id = $6, staff_id = $7, counter_id = $8, counter_staff_id = $9,
       doc_type = $10, doc_id = $11, doc_no = $12, since_on = $13, region_code = $14, hold_id = $15, updated_at = now(),
       updated_by = $16, version = s.version + 1
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) x(id, lo, hi, place)
     where s.id = x.id and s.code_from = x.lo and s.code_to = x.hi and s.place = x.place returning 1`,
    [
      moved.map(({ segment }) => segment.id),
      moved.map(({ segment }) => segment.from),
      moved.map(({ segment }) => segment.to),
      moved.map(({ segment }) => segment.place),
      to.place,
      to.principalId,
      to.staffId,
      to.counterId,
      to.counterStaffId,
      to.docType,
      to.docId,
      to.docNo,
      to.sinceOn,
      to.regionCode,
      to.holdId,
      tx.scope.userId,
    ],
  );
  return rows.length;
}

export async function insertSegments(tx: Tx, scheme: string, segments: readonly NewSegment[]): Promise<void> {
  if (segments.length === 0) return;
  await tx.query(
    `insert into sign.tag_segment (tenant_no, region_code, scheme, code_from, code_to, category_id, place, principal_id,
       staff_id, counter_id, counter_staff_id, doc_type, doc_id, doc_no, since_on, hold_id, created_by, updated_by)
     select $1, r."regionCode", $2, r."from", r."to", r."categoryId", r.place, r."principalId", r."staffId",
     r."counterId",
       r."counterStaffId", r."docType", r."docId", r."docNo", r."sinceOn", r."holdId", $4, $4
     from jsonb_to_recordset($3::jsonb) r("regionCode" bigint, "from" bigint, "to" bigint, "categoryId" bigint,
     place text,
       "principalId" bigint, "staffId" bigint, "counterId" bigint, "counterStaffId" bigint, "docType" text, "docId" bigint,
       "docNo" text, "sinceOn" date, "holdId" bigint)`,
    [tx.scope.tenantNo, scheme, JSON.stringify(segments), tx.scope.userId],
  );
}

/** R50: puts a hold on whole segments, or takes it off; who wants a part cuts it out first. */
export const setHold = (tx: Tx, ids: readonly number[], holdId: number | null) =>
  tx.query('update sign.tag_segment set hold_id = $2, updated_at = now() where id = any ($1)', [ids, holdId]);
