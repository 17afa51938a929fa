import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { type StageRule, stageFor } from '#modules/farm/contract/herd/stage-rule.ts';
import { schemeCodeOf } from '#modules/farm/contract/herd/standards.ts';
import { undoStages, writeStages } from './animal-stage.ts';

interface Subject {
  readonly id: number;
  readonly animalId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly species: string;
  readonly purpose: string;
  readonly stageId: number | null;
  readonly schemeId: number | null;
  readonly stageBy: string;
  readonly ageDays: number;
  readonly kg: number | null;
  readonly weaned: boolean;
  readonly cycle: string | null;
  readonly gestationDay: number | null;
  readonly daysToCalving: number | null;
  readonly daysSinceCalving: number | null;
  readonly daysInStage: number;
}

const subjects = (tx: Tx, animalIds: readonly number[], on: string): Promise<Subject[]> =>
  tx.query<Subject>(
    `select f.id, f.animal_id as "animalId", f.principal_id as "principalId", f.region_code as "regionCode", a.species,
       f.purpose, f.stage_id as "stageId", f.scheme_id as "schemeId", f.stage_by as "stageBy",
       $2::date - a.birth_date as "ageDays", a.weight as kg,
       exists (select 1 from farm.weaning w where w.tenant_no = f.tenant_no and w.animal_id = f.animal_id)
         or $2::date - a.birth_date > case a.species when 'cattle' then 240 else 120 end as weaned,
       c.status as cycle, case when c.status = 'pregnant' then $2::date - c.last_served_on end as "gestationDay",
       case when c.status in ('pregnant', 'served') then c.expected_on - $2::date end as "daysToCalving",
       case when v.calved_on is not null and not exists (select 1 from farm.weaning w join farm.animal_seen y
           on y.id = w.animal_id where w.tenant_no = f.tenant_no and w.dam_id = f.animal_id
             and w.weaned_on > v.calved_on) then $2::date - v.calved_on end as "daysSinceCalving",
       greatest(0, $2::date - coalesce(f.stage_on, $2::date)) as "daysInStage"
     from farm.farm_animal f join farm.animal_seen a on a.tenant_no = f.tenant_no and a.id = f.animal_id
       left join farm.cycle_seen c on c.tenant_no = f.tenant_no and c.animal_id = f.animal_id and c.is_live
       left join lateral (select max(k.calved_on) as calved_on from farm.calving_seen k where k.tenant_no = f.tenant_no
         and k.mother_id = f.animal_id and k.calved_on <= $2 and k.status in ('reported', 'verified')) v on true
     where f.tenant_no = kit.tenant() and f.status = 'live' and f.animal_id = any ($1)
     order by f.animal_id for update of f`,
    [animalIds, on],
  );

interface SchemeRules {
  readonly id: number;
  readonly principalId: number;
  readonly code: string;
  readonly rules: readonly (StageRule & { readonly name: string })[];
}

async function schemesOf(tx: Tx, farmIds: readonly number[]): Promise<SchemeRules[]> {
  const rows = await tx.query<StageRule & { name: string; schemeId: number; principalId: number; code: string }>(
    `select g.id, g.name, g.enter_when as "enterWhen", g.enter_from::float8 as "enterFrom", g.event,
       g.max_days as "maxDays", g.auto, s.id as "schemeId", s.principal_id as "principalId", s.code
     from farm.cycle_scheme_stage g join farm.cycle_scheme s on s.tenant_no = g.tenant_no and s.id = g.parent_id
     where s.tenant_no = kit.tenant() and s.status = 'active' and s.principal_id = any ($1) order by s.id, g.line_no`,
    [farmIds],
  );
  return [...Map.groupBy(rows, (row) => row.schemeId).values()].map((rules) => {
    const first = rules[0] as (typeof rows)[number];
    return { id: first.schemeId, principalId: first.principalId, code: first.code, rules };
  });
}

/**
 * R5: puts animals into the stage their scheme says; where a stage does not move by itself it is proposed. Answers those that moved.
 * A stage set by hand stays until an event: the night leaves it alone.
 */
export async function refreshStages(
  tx: Tx,
  animalIds: readonly number[],
  about: { cause: string; sessionId?: number | null; night?: boolean; on?: string },
): Promise<readonly number[]> {
  const on = about.on ?? today();
  const all = (await subjects(tx, animalIds, on)).filter((one) => !(about.night && one.stageBy === 'hand'));
  if (all.length === 0) return [];
  const schemes = await schemesOf(tx, [...new Set(all.map((one) => one.principalId))]);
  const moved: (Subject & { next: StageRule; scheme: number })[] = [];
  const proposed: { id: number; stageId: number | null }[] = [];
  for (const one of all) {
    const code = schemeCodeOf(one.species, one.purpose);
    const scheme = schemes.find((x) => x.principalId === one.principalId && x.code === code);
    if (!scheme) continue;
    // Of another version or scheme: it begins there, at the stage of the same name if there is one.
    const isHere = scheme.rules.some((rule) => rule.id === one.stageId);
    const next = stageFor(scheme.rules, {
      ...one,
      served: one.cycle === 'served',
      currentId: isHere ? one.stageId : null,
      daysInStage: isHere ? one.daysInStage : 0,
    });
    if (!next || next.id === one.stageId) {
      proposed.push({ id: one.id, stageId: null });
      continue;
    }
    if (next.auto || one.stageId === null) moved.push({ ...one, next, scheme: scheme.id });
    else proposed.push({ id: one.id, stageId: next.id });
  }
  await propose(tx, proposed);
  await putInto(
    tx,
    moved.map((one) => ({ id: one.id, schemeId: one.scheme, stageId: one.next.id, maxDays: one.next.maxDays })),
    { on, by: 'auto' },
  );
  await writeStages(
    tx,
    moved.map((one) => ({ ...one, stageId: one.next.id })),
    { on, cause: about.cause, sessionId: about.sessionId ?? null },
  );
  return moved.map((one) => one.animalId);
}

const propose = (tx: Tx, rows: readonly { id: number; stageId: number | null }[]): Promise<unknown> =>
  tx.query(
    `update farm.farm_animal f set proposed_stage_id = x.stage, version = f.version + 1, updated_at = now()
     from unnest($1::bigint[], $2::bigint[]) x(id, stage)
     where f.id = x.id and f.proposed_stage_id is distinct from x.stage`,
    [rows.map((row) => row.id), rows.map((row) => row.stageId)],
  );

export const putInto = (
  tx: Tx,
  rows: readonly { id: number; schemeId: number; stageId: number; maxDays: number | null }[],
  { on, by }: { on: string; by: 'auto' | 'hand' },
): Promise<unknown> =>
  tx.query(
    `update farm.farm_animal f set scheme_id = x.scheme, stage_id = x.stage, stage_on = $5, stage_by = $6,
       stage_due_on = $5::date + x.days, proposed_stage_id = null, version = f.version + 1, updated_at = now()
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[]) x(id, scheme, stage, days) where f.id = x.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.schemeId),
      rows.map((row) => row.stageId),
      rows.map((row) => row.maxDays),
      on,
      by,
    ],
  );

/**
 * R12: from the newest weight that stands to one 14 to 180 days before it; empty without one.
 * A session that is being posted or voided does not bear that status yet, so it is named.
 */
export const refreshGain = (
  tx: Tx,
  animalIds: readonly number[],
  session: { posted?: number; voided?: number },
): Promise<unknown> =>
  tx.query(
    `update farm.farm_animal f set adg = w.adg, version = f.version + 1, updated_at = now()
     from unnest($1::bigint[]) a(id) left join lateral (
       select round((r.kg - o.kg) * 1000 / (r.at::date - o.day))::int as adg
       from (select n.kg, n.at, n.prev_kg, n.prev_on from farm.weight_seen n where n.tenant_no = kit.tenant()
           and n.animal_id = a.id and n.accepted and (n.status = 'posted' or n.session_id = $2)
           and n.session_id is distinct from $3 order by n.at desc limit 1) r
         join lateral (select p.kg, p.day from (
             select e.kg, e.at::date as day from farm.weight_seen e where e.tenant_no = kit.tenant()
               and e.animal_id = a.id and e.accepted and e.status = 'posted' and e.session_id is distinct from $3
             union all select r.prev_kg, r.prev_on where r.prev_kg is not null) p
           where r.at::date - p.day between 14 and 180 order by p.day desc limit 1) o on true) w on true
     where f.tenant_no = kit.tenant() and f.status = 'live' and f.animal_id = a.id and f.adg is distinct from w.adg`,
    [animalIds, session.posted ?? null, session.voided ?? null],
  );

/** R11: a weighing that is taken back takes its stages along. */
export async function restoreStages(tx: Tx, sessionId: number): Promise<readonly number[]> {
  const back = await undoStages(tx, sessionId);
  await tx.query(
    `update farm.farm_animal f set stage_id = x.stage, stage_on = x.day, scheme_id = g.parent_id,
       stage_due_on = x.day + g.max_days, stage_by = 'auto', version = f.version + 1, updated_at = now()
     from unnest($1::bigint[], $2::bigint[], $3::date[]) x(id, stage, day)
       left join farm.cycle_scheme_stage g on g.id = x.stage
     where f.tenant_no = kit.tenant() and f.status = 'live' and f.animal_id = x.id`,
    [back.map((one) => one.animalId), back.map((one) => one.stageId), back.map((one) => one.on)],
  );
  return back.map((one) => one.animalId);
}
