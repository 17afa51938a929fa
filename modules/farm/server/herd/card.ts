import { notFound } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import { withdrawalUntil } from '#modules/cure/server/index.ts';
import type { AnimalCard, animalCard } from '#modules/farm/contract/herd/moves.ts';
import { dayNow, penName } from '../common/sql.ts';

type Head = Omit<AnimalCard, 'ribbon' | 'weights' | 'pens' | 'cases' | 'breeding' | 'withdrawalUntil'> & {
  schemeId: number | null;
};

/** The farm's side of one animal: by the animal's id. */
export const cardOf = (call: Call<typeof animalCard>): Promise<AnimalCard> =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { id } = call.query;
    const [head] = await tx.query<Head>(
      `select a.id as "animalId", a.ear_tag as "earTag", f.farm_no as "farmNo", u.name as farm, a.species, a.breed,
        a.sex,
         (${dayNow} - a.birth_date) / 30 as "ageMonths", ${penName('a.pen_id')} as pen, g.name as group, f.purpose,
         to_char(f.entered_on, 'YYYY-MM-DD') as "enteredOn", f.adg, s.target_adg as "targetAdg",
         to_char(f.isolate_until, 'YYYY-MM-DD') as "isolateUntil", f.stage_id as "stageId", f.scheme_id as "schemeId"
       from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
         join farm.unit_seen u on u.id = f.principal_id left join farm.farm_group g on g.id = f.group_id
         left join farm.cycle_scheme_stage s on s.id = f.stage_id
       where f.animal_id = $1 order by f.status = 'live' desc, f.id desc limit 1`,
      [id],
    );
    if (!head) throw notFound();
    const ribbon = await tx.query<AnimalCard['ribbon'][number]>(
      `select g.id, g.name, to_char(h.from_on, 'YYYY-MM-DD') as "fromOn", to_char(h.to_on, 'YYYY-MM-DD') as "toOn"
       from farm.cycle_scheme_stage g left join lateral (select x.from_on, x.to_on from farm.animal_stage x
         where x.tenant_no = g.tenant_no and x.animal_id = $1 and x.stage_id = g.id order by x.from_on desc limit 1) h
         on true
       where g.parent_id = $2 order by g.line_no`,
      [id, head.schemeId],
    );
    const weights = await tx.query<AnimalCard['weights'][number]>(
      `select to_char(w.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on, w.kg::float8 as kg,
         round(w.adg_kg * 1000)::int as adg, w.doc_no as "docNo" from farm.weight_seen w
       where w.animal_id = $1 and w.accepted and w.status = 'posted' order by w.at desc limit 60`,
      [id],
    );
    const pens = await tx.query<AnimalCard['pens'][number]>(
      `select to_char(c.happened_on, 'YYYY-MM-DD') as on, ${penName('c.from_pen_id')} as "from",
         ${penName('c.to_pen_id')} as "to", c.doc_no as "docNo" from farm.change_seen c
       where c.animal_id = $1 and c.change_type in ('penMove', 'handover') and c.status = 'done'
       order by c.happened_on desc, c.change_id desc limit 40`,
      [id],
    );
    const cases = await tx.query<AnimalCard['cases'][number]>(
      `select c.doc_no as "docNo", to_char(c.treated_on, 'YYYY-MM-DD') as on, c.result,
         to_char(c.meat_until, 'YYYY-MM-DD') as "freeOn" from farm.case_seen c
       where c.animal_id = $1 and c.status = 'done' order by c.treated_on desc limit 20`,
      [id],
    );
    const [breeding] = await tx.query<NonNullable<AnimalCard['breeding']>>(
      `select status, to_char(expected_on, 'YYYY-MM-DD') as "expectedOn",
         to_char(check_due_on, 'YYYY-MM-DD') as "checkDueOn" from farm.cycle_seen where animal_id = $1 and is_live`,
      [id],
    );
    const [free] = await withdrawalUntil(tx, [id]);
    const { schemeId: _, ...rest } = head;
    return {
      ...rest,
      withdrawalUntil: free?.until ?? null,
      ribbon,
      weights,
      pens,
      cases,
      breeding: breeding ?? null,
    };
  });
