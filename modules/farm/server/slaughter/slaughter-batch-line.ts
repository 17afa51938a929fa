import type { Tx } from '#kit/server/db/database.ts';
import type { SlaughterLine } from '#modules/farm/contract/slaughter/slaughter.ts';

export const linesSql = `select l.id, l.animal_id as "animalId", l.ear_tag as "earTag", l.species,
    l.live_kg as "liveKg", l.tag_ok as "tagOk", l.outcome, l.carcass_kg as "carcassKg", l.dress_pct as "dressPct",
    l.odd_confirmed as "oddConfirmed", l.grade, l.trace_lot_no as "traceLotNo"
  from farm.slaughter_batch_line l where l.parent_id = $1 order by l.line_no`;
export type LineRow = Omit<SlaughterLine, 'isOdd' | 'amount'>;
export const linesOfBatch = (tx: Pick<Tx, 'query'>, batchId: number): Promise<LineRow[]> =>
  tx.query<LineRow>(linesSql, [batchId]);

/** R24: what a carcass usually is of the live animal, in per cent. */
const usual: Readonly<Record<string, readonly [number, number]>> = { cattle: [45, 65] };
export const isOdd = (species: string, dressPct: number | null): boolean => {
  const [least, most] = usual[species] ?? [38, 58];
  return dressPct !== null && (dressPct < least || dressPct > most);
};
export const dressOf = (liveKg: number | null, carcassKg: number | null | undefined): number | null =>
  liveKg && carcassKg ? Math.round((carcassKg / liveKg) * 10_000) / 100 : null;

/** As the animals are known when the list is written. */
export const nameLines = (tx: Tx, batchId: number): Promise<unknown> =>
  tx.query(
    `update farm.slaughter_batch_line l set ear_tag = a.ear_tag, species = a.species,
       live_kg = coalesce(l.live_kg, a.weight)
     from farm.animal_seen a where a.id = l.animal_id and l.parent_id = $1`,
    [batchId],
  );

export const addLines = (
  tx: Tx,
  batchId: number,
  lines: readonly { animalId: number; earTag: string; species: string; kg: number | null }[],
): Promise<unknown> =>
  tx.query(
    `insert into farm.slaughter_batch_line (tenant_no, parent_id, line_no, animal_id, ear_tag, species, live_kg, tag_ok)
     select $1, $2, n, x."animalId", x."earTag", x.species, x.kg, true
     from rows from (jsonb_to_recordset($3::jsonb) as ("animalId" bigint, "earTag" text, species text, kg numeric))
       with ordinality x("animalId", "earTag", species, kg, n)`,
    [tx.scope.tenantNo, batchId, JSON.stringify(lines)],
  );

/** What the gate read; the others are missing until they turn up. */
export const markRead = (tx: Tx, batchId: number, animalIds: readonly number[]): Promise<unknown> =>
  tx.query(
    `update farm.slaughter_batch_line set tag_ok = coalesce(tag_ok, false) or animal_id = any ($2)
     where parent_id = $1`,
    [batchId, animalIds],
  );

export interface Reported {
  readonly animalId: number;
  readonly outcome: string;
  readonly carcassKg: number | null;
  readonly dressPct: number | null;
  readonly grade: string | null;
  readonly oddConfirmed: boolean;
}
export const putOutcomes = (tx: Tx, batchId: number, lines: readonly Reported[]): Promise<unknown> =>
  tx.query(
    `update farm.slaughter_batch_line l set outcome = x.outcome, carcass_kg = x."carcassKg", dress_pct = x."dressPct",
       grade = x.grade, odd_confirmed = x."oddConfirmed"
     from jsonb_to_recordset($2::jsonb) x("animalId" bigint, outcome text, "carcassKg" numeric, "dressPct" numeric,
       grade text, "oddConfirmed" boolean)
     where l.parent_id = $1 and l.animal_id = x."animalId"`,
    [batchId, JSON.stringify(lines)],
  );

export interface CarcassLine {
  readonly lineId: number;
  readonly batchId: number;
  readonly batchNo: string;
  readonly plantId: number | null;
  readonly animalId: number;
  readonly earTag: string;
  readonly outcome: string;
  readonly carcassKg: number | null;
  readonly grade: string | null;
  readonly doneOn: string | null;
  readonly traceLotNo: string | null;
}
/**
 * The carcasses of a batch, or of some animals, as whoever makes lots of them sees them.
 *
 * @example
 * const carcasses = await slaughterLines(tx, { batchId });
 */
export const slaughterLines = (
  tx: Tx,
  asked: { readonly batchId: number } | { readonly animalIds: readonly number[] },
): Promise<CarcassLine[]> =>
  tx.query<CarcassLine>(
    `select l.id as "lineId", b.id as "batchId", b.doc_no as "batchNo", b.slaughterhouse_id as "plantId",
       l.animal_id as "animalId", l.ear_tag as "earTag", l.outcome, l.carcass_kg as "carcassKg", l.grade,
       to_char(b.done_on, 'YYYY-MM-DD') as "doneOn", l.trace_lot_no as "traceLotNo"
     from farm.slaughter_batch_line l join farm.slaughter_batch b on b.id = l.parent_id
     where l.outcome = 'slaughtered' and (l.parent_id = $1 or l.animal_id = any ($2)) order by l.id`,
    'batchId' in asked ? [asked.batchId, []] : [null, asked.animalIds],
  );
/** The carcass became part of a lot; once in one, it is in no other. Answers how many were taken. */
export const setTraceLot = async (tx: Tx, lineIds: readonly number[], lotNo: string): Promise<number> =>
  (
    await tx.query(
      `update farm.slaughter_batch_line set trace_lot_no = $2 where id = any ($1) and outcome = 'slaughtered'
         and (trace_lot_no is null or trace_lot_no = $2) returning id`,
      [lineIds, lotNo],
    )
  ).length;
