import type { Tx } from '#kit/server/db/database.ts';
import type { Shot } from '#modules/prevention/contract/stress/stress.ts';

/** The hour of the shot: when the visit ended or began, else noon of its day. */
const shotAt = `coalesce(v.ended_at, v.started_at, case when (v.submitted_at at time zone 'Asia/Shanghai')::date = v.visited_on then v.submitted_at end,
  (v.visited_on + time '12:00') at time zone 'Asia/Shanghai')`;
const columns = `v.id as "visitId", v.doc_no as "docNo", n.line_no as "lineNo", ${shotAt} as "immunisedAt", n.vaccine_name as "vaccineName", n.lot_no as "lotNo", n.disease_codes as "diseaseCodes",
  coalesce((select max(d.stress_window_hours) from prevention.ant_disease d where d.tenant_no = v.tenant_no and d.code = any (n.disease_codes)), 72) as "windowHours",
  v.staff_id as "staffId", v.season_id as "seasonId", n.lot_id as "lotId",
  (select p.principal_unit_name from registry.principal p where p.id = x.principal_id) as "principalName", x.principal_id as "principalId", x.region_code as "regionCode",
  (select s.user_id from registry.staff s where s.id = v.staff_id) as "workerUserId"`;

export interface ShotRow extends Shot {
  readonly staffId: number | null;
  readonly seasonId: number | null;
  readonly lotId: number | null;
  readonly regionCode: number;
  readonly workerUserId: number | null;
}

const tagged = `select ${columns}, x.animal_id as "animalId", x.ear_tag as "earTag", x.species, (select a.stage from registry.animal a where a.id = x.animal_id) as stage
  from prevention.immunisation_animal x join prevention.immunisation_visit v on v.id = x.visit_id join prevention.immunisation_line n on n.visit_id = v.id and n.line_no = any (x.line_nos)
  where x.tenant_no = kit.tenant() and v.counted and x.result = 'done'`;
const untagged = `select ${columns}, null::bigint as "animalId", null as "earTag", s.key as species, e.key as stage
  from prevention.immunisation_visit v join prevention.immunisation_line n on n.visit_id = v.id
    cross join lateral (select v.principal_id, v.region_code) x cross join lateral jsonb_each(n.untagged) s cross join lateral jsonb_each_text(s.value) e
  where v.tenant_no = kit.tenant() and v.counted and e.value::int > 0`;

/** Shots of the last two months the caller sees. */
export async function shotsOf(
  tx: Pick<Tx, 'query'>,
  asked: { earTag?: string | undefined; principalId?: number | undefined; visitId?: number | undefined },
): Promise<ShotRow[]> {
  const recent = 'v.visited_on > prevention.today() - 60';
  const rows: ShotRow[] = [];
  if (asked.earTag)
    rows.push(
      ...(await tx.query<ShotRow>(
        `${tagged} and x.visited_on > prevention.today() - 60 and x.ear_tag like '%' || $1 order by x.visited_on desc, n.line_no limit 20`,
        [asked.earTag],
      )),
    );
  if (asked.visitId)
    rows.push(
      ...(await tx.query<ShotRow>(`${tagged} and v.id = $1 order by x.ear_tag, n.line_no limit 500`, [asked.visitId])),
    );
  if (asked.principalId || asked.visitId)
    rows.push(
      ...(await tx.query<ShotRow>(
        `${untagged} and ${recent} and ($1::bigint is null or v.principal_id = $1) and ($2::bigint is null or v.id = $2) order by v.visited_on desc, n.line_no limit 50`,
        [asked.principalId ?? null, asked.visitId ?? null],
      )),
    );
  return rows;
}

/** R30: the counted line an animal, or a head without number, was given. */
export async function shotOf(
  tx: Tx,
  asked: { visitId: number; lineNo: number; animalId: number | null; species?: string; stage?: string },
): Promise<ShotRow | null> {
  if (asked.animalId !== null) {
    const [row] = await tx.query<ShotRow>(`${tagged} and v.id = $1 and n.line_no = $2 and x.animal_id = $3`, [
      asked.visitId,
      asked.lineNo,
      asked.animalId,
    ]);
    return row ?? null;
  }
  const [row] = await tx.query<ShotRow>(
    `${untagged} and v.id = $1 and n.line_no = $2 and s.key = $3 order by (e.key = $4) desc limit 1`,
    [asked.visitId, asked.lineNo, asked.species ?? '', asked.stage ?? ''],
  );
  return row ?? null;
}
