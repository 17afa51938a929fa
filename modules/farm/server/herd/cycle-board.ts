import { notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { type CycleBoard, cycleBoard, setStage } from '#modules/farm/contract/herd/cycle-scheme.ts';
import { animalStage, dayNow, penName } from '../common/sql.ts';
import { farmOf } from '../farm-of.ts';
import { writeStages } from './animal-stage.ts';
import { putInto, refreshStages } from './farm-animal.stage.ts';

type Column = CycleBoard['schemes'][number]['stages'][number];

const board = (call: Call<typeof cycleBoard>): Promise<CycleBoard> =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const farm = await farmOf(tx, call.query.farmId);
    const stages = await tx.query<Omit<Column, 'cards'> & { schemeId: number; scheme: string }>(
      `select g.id as "stageId", g.name, s.id as "schemeId", s.name as scheme, count(f.id)::int as head,
         round(avg(${dayNow} - f.stage_on))::int as "meanDays",
         count(*) filter (where f.stage_due_on < ${dayNow})::int as overdue,
         count(f.proposed_stage_id)::int as proposed
       from farm.cycle_scheme s join farm.cycle_scheme_stage g on g.tenant_no = s.tenant_no and g.parent_id = s.id
         left join farm.farm_animal f on f.tenant_no = g.tenant_no and f.stage_id = g.id and f.status = 'live'
       where s.principal_id = $1 and (s.status = 'active' or f.id is not null)
       group by g.id, g.name, g.line_no, s.id, s.name order by s.id, g.line_no`,
      [farm.id],
    );
    const cards = await tx.query<Column['cards'][number] & { stageId: number }>(
      `select * from (select f.stage_id as "stageId", f.animal_id as "animalId", a.ear_tag as "earTag",
         f.farm_no as "farmNo", ${penName('a.pen_id')} as pen, ${dayNow} - f.stage_on as days,
         to_char(f.stage_due_on, 'YYYY-MM-DD') as "dueOn", ${animalStage('f.proposed_stage_id')} as proposed,
         row_number() over (partition by f.stage_id order by f.proposed_stage_id is null, f.stage_due_on nulls last,
           f.stage_on, f.id) as place
       from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
       where f.principal_id = $1 and f.status = 'live' and f.stage_id is not null) x where place <= 20`,
      [farm.id],
    );
    const flow = await tx.query<CycleBoard['flow'][number]>(
      `select ${animalStage('x.prev')} as "from", ${animalStage('x.stage_id')} as "to", count(*)::int as n
       from (select h.stage_id, h.from_on,
           lag(h.stage_id) over (partition by h.animal_id order by h.from_on, h.id) as prev
         from farm.animal_stage h where h.principal_id = $1) x
       where x.from_on > ${dayNow} - 90 and x.prev is not null group by 1, 2 order by 3 desc limit 20`,
      [farm.id],
    );
    const byScheme = Map.groupBy(stages, (one) => one.schemeId);
    return {
      farmId: farm.id,
      schemes: [...byScheme].map(([id, own]) => ({
        id,
        name: own[0]?.scheme ?? '',
        head: own.reduce((sum, one) => sum + one.head, 0),
        stages: own.map(({ schemeId: _, scheme: __, ...one }) => ({
          ...one,
          cards: cards
            .filter((card) => card.stageId === one.stageId)
            .map(({ stageId: ___, animalId, earTag, farmNo, pen, days, dueOn, proposed }) => ({
              animalId,
              earTag,
              farmNo,
              pen,
              days,
              dueOn,
              proposed,
            })),
        })),
      })),
      flow,
    };
  });

/** R5: by hand it stays until the next event; null asks the rules again. */
async function set(call: Call<typeof setStage>) {
  const { animalIds, stageId, reason } = call.body;
  const rows = await call.tx.query<{
    id: number;
    animalId: number;
    principalId: number;
    regionCode: number;
    kg: number | null;
  }>(
    `select f.id, f.animal_id as "animalId", f.principal_id as "principalId", f.region_code as "regionCode",
      a.weight as kg
     from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
     where f.status = 'live' and f.animal_id = any ($1) for update of f`,
    [animalIds],
  );
  if (rows.length !== new Set(animalIds).size) throw notFound();
  if (stageId === null)
    return { changed: (await refreshStages(call.tx, animalIds, { cause: reason ?? 'byRule' })).length };
  const [stage] = await call.tx.query<{ schemeId: number; maxDays: number | null; principalId: number }>(
    `select parent_id as "schemeId", max_days as "maxDays", principal_id as "principalId"
     from farm.cycle_scheme_stage where id = $1`,
    [stageId],
  );
  if (!stage || rows.some((row) => row.principalId !== stage.principalId)) throw notFound();
  await putInto(
    call.tx,
    rows.map((row) => ({ id: row.id, schemeId: stage.schemeId, stageId, maxDays: stage.maxDays })),
    { on: today(), by: 'hand' },
  );
  await writeStages(
    call.tx,
    rows.map((row) => ({ ...row, stageId })),
    { on: today(), cause: reason ?? 'byHand' },
  );
  return { changed: rows.length };
}

export const cycleRoutes = (): Route[] => [serve('farm', cycleBoard, board), serve('farm', setStage, set)];
