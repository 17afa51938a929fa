import type { Tx } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { postWeights } from '#modules/device/server/index.ts';
import { rebuildDay } from '#modules/farm/server/board/farm-rollup-day.ts';
import { watchFarms } from '#modules/farm/server/board/watch.ts';
import { feed } from '#modules/farm/server/feed/feeding-record.ts';
import { enter } from '#modules/farm/server/herd/hooks.ts';
import { buildReminders } from '#modules/farm/server/remind/remind-item.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { ageStages } from './stages.ts';

export const workPapers: NonNullable<ModuleDemo['papers']> = {
  'farm.pen_count': 'counted_on',
  'farm.inspection_round': 'round_on',
  'farm.stock_in': 'created_at',
};
export const workMonths: NonNullable<ModuleDemo['months']> = [];

/** The book of every farm, and the working days of the story farm: plans, meals that left the store, rounds, counts, an arrival. */
export async function saveWork(world: DemoWorld): Promise<void> {
  const { turns, units, today, analyse } = world;
  const farmId = units.get('farm1') as number;
  await turns.take(async (tx) => {
    const farms = await tx.query<{ id: number; ids: number[] }>(
      `select p.id, array_agg(a.id) as ids from registry.principal p join registry.animal a on a.principal_id = p.id
         and a.status = 'inStock' and a.voided_at is null
       where p.tenant_no = $1 and p.principal_unit_type in ('farm', 'cooperative') and p.status = 'active' group by 1
       order by p.id = $2 desc, p.id limit 60`,
      [tx.scope.tenantNo, farmId],
    );
    for (const { id, ids } of farms) await enter(tx, id, ids);
  });
  await analyse('farm');
  await turns.take(async (tx) => {
    const keeper = await userOf(tx, 'farm_work1');
    const as = { ...tx, scope: makeScope({ ...tx.scope, userId: keeper }, true) };
    await saveWeights(as, farmId, today);
    await ageStages(tx, today);
    await settle(tx, farmId);
    await saveDuties(tx, farmId, today);
    await savePlans(tx, farmId, today);
    await fillStore(as, farmId, today);
    await saveArrival(tx, farmId, today);
    await savePenPlan(tx, farmId, today);
    await saveMeals(as, farmId, today);
    await saveRounds(tx, farmId, today, keeper);
    await saveGroups(tx, farmId);
    await saveRules(tx, farmId);
    for (let back = 29; back >= 0; back -= 1) await rebuildDay(tx, dayFrom(today, -back));
    await watchFarms(tx);
    await buildReminders(tx);
  });
}

const dayFrom = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const userOf = async (tx: Tx, name: string): Promise<number> =>
  (await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [name]))[0]?.id as number;

/** Whom the scale's own demo left out goes over it twice, two months apart: gain, stages and what an animal costs a kilogram come from it. */
async function saveWeights(tx: Tx, farmId: number, today: string): Promise<void> {
  const herd = await tx.query<{ earTag: string; age: number; regionCode: number; purpose: string }>(
    `select a.ear_tag as "earTag", $2::date - a.birth_date as age, f.region_code as "regionCode", f.purpose
     from farm.farm_animal f join registry.animal a on a.id = f.animal_id
     where f.principal_id = $1 and f.status = 'live' and a.species = 'cattle'
       and not exists (select 1 from device.weigh_record w where w.tenant_no = a.tenant_no and w.animal_id = a.id)
     order by a.id`,
    [farmId, today],
  );
  for (const back of [90, 30]) {
    const records = herd.flatMap(({ earTag, age, purpose }, n) => {
      const days = age - back;
      if (days < 1) return [];
      const [daily, most] = purpose === 'breeding' ? [0.7, 560 + (n % 9) * 8] : [0.82 + (n % 7) * 0.06, 720];
      return [{ earTag, kg: Math.round(Math.min(36 + (n % 5) + days * daily, most + (90 - back) * 0.05) * 2) / 2 }];
    });
    const regionCode = herd[0]?.regionCode;
    if (!regionCode || records.length === 0) continue;
    const at = `${dayFrom(today, -back)}T08:30:00+08:00`;
    await postWeights(tx, {
      principalId: farmId,
      regionCode,
      species: 'cattle',
      purpose: 'routine',
      at,
      records,
      note: '月度称重',
    });
  }
}

/** Animals stand in a pen of the kind their stage asks for, as far as there is room; a few are left where they do not belong. */
async function settle(tx: Tx, farmId: number): Promise<void> {
  await tx.query(
    `with pens as (
       select p.id, p.hovel_id, h.kind, row_number() over (partition by h.kind order by p.id) - 1 as n,
         count(*) over (partition by h.kind) as many
       from registry.pen p join registry.hovel h on h.id = p.hovel_id
       where p.principal_id = $1 and p.status = 'inUse' and h.kind <> 'isolation'
     ), herd as (
       select f.animal_id, g.hovel_kinds, row_number() over (order by f.animal_id) as n from farm.farm_animal f
         join farm.cycle_scheme_stage g on g.id = f.stage_id where f.principal_id = $1 and f.status = 'live'
     ), chosen as (
       select h.animal_id, p.id, p.hovel_id from herd h join lateral (select p.* from pens p
         where p.kind = any (h.hovel_kinds) and p.n = h.n % p.many limit 1) p on true where h.n % 40 <> 7
     )
     update registry.animal a set pen_id = c.id, hovel_id = c.hovel_id from chosen c where a.id = c.animal_id`,
    [farmId],
  );
  await tx.query(
    `update registry.pen p set current_count = (select count(*) from registry.animal a where a.pen_id = p.id
       and a.status = 'inStock' and a.voided_at is null) where p.principal_id = $1`,
    [farmId],
  );
}

async function saveDuties(tx: Tx, farmId: number, today: string): Promise<void> {
  await tx.query(
    `insert into farm.pen_duty (tenant_no, region_code, principal_id, pen_id, staff_id, from_on)
     select p.tenant_no, p.region_code, p.principal_id, p.id, s.id, $2::date - 120
     from (select p.*, row_number() over (order by p.id) as n from registry.pen p where p.principal_id = $1
       and p.status = 'inUse') p
       join lateral (select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id
         where u.username = case when p.n % 2 = 1 then 'farm_work1' else 'farm_work2' end) s on true`,
    [farmId, today],
  );
}

const formulas: readonly [
  code: string,
  name: string,
  stages: readonly string[],
  items: readonly [string, number, number][],
][] = [
  [
    'FAT',
    '育肥全混合日粮',
    ['过渡', '前期', '中期', '后期', '待出栏'],
    [
      ['SL-001', 4.2, 88],
      ['SL-101', 14, 30],
    ],
  ],
  [
    'COW',
    '母牛日粮',
    ['空怀', '配后', '妊娠前期', '妊娠中期', '妊娠后期', '围产', '哺乳'],
    [
      ['SL-002', 1.8, 88],
      ['SL-101', 12, 30],
      ['SL-102', 2.5, 86],
    ],
  ],
  [
    'CALF',
    '犊牛日粮',
    ['新生', '哺乳', '断奶过渡', '育成'],
    [
      ['SL-003', 1.2, 88],
      ['SL-102', 1.5, 86],
    ],
  ],
];

async function savePlans(tx: Tx, farmId: number, today: string): Promise<void> {
  for (const [code, name, stages, items] of formulas) {
    const [formula] = await tx.query<{ id: number }>(
      `insert into farm.feed_formula (tenant_no, region_code, principal_id, code, name, species, kg_per_head, dm_kg, status)
       select p.tenant_no, p.region_code, p.id, $2, $3, 'cattle', $4, $5, 'active' from registry.principal p
       where p.id = $1 returning id`,
      [farmId, code, name, sum(items.map(([, kg]) => kg)), sum(items.map(([, kg, dm]) => (kg * dm) / 100))],
    );
    for (const [at, [no, kg, dm]] of items.entries())
      await tx.query(
        `insert into farm.feed_formula_item (tenant_no, parent_id, line_no, material_id, kg_per_head, dm_pct, dm_kg)
         select m.tenant_no, $1, $2, m.id, $3, $4, round($3::numeric * $4 / 100, 3) from depot.material m
         where m.material_no = $5 and m.tenant_no = $6`,
        [formula?.id, at + 1, kg, dm, no, tx.scope.tenantNo],
      );
    await tx.query(
      `insert into farm.feeding_plan (tenant_no, region_code, principal_id, target, stage_id, formula_id, factor, meals,
         from_on, status)
       select g.tenant_no, g.region_code, g.principal_id, 'stage', g.id, $2, 1, '50,50', $3::date - 90, 'active'
       from farm.cycle_scheme_stage g join farm.cycle_scheme s on s.id = g.parent_id
       where g.principal_id = $1 and s.species = 'cattle' and g.name = any ($4)
         and s.code = $5`,
      [farmId, formula?.id, today, stages, { FAT: 'fattening', COW: 'cow', CALF: 'calf' }[code]],
    );
  }
}
/** Arrivals eat a little less than their stage says, whatever it is: a pen's own plan is nearer. */
const savePenPlan = (tx: Tx, farmId: number, today: string): Promise<unknown> =>
  tx.query(
    `insert into farm.feeding_plan (tenant_no, region_code, principal_id, target, pen_id, formula_id, factor, meals, from_on,
       status)
     select p.tenant_no, p.region_code, p.principal_id, 'pen', p.id, f.id, 0.8, '30,40,30', $2::date - 20, 'active'
     from registry.pen p join registry.hovel h on h.id = p.hovel_id join farm.feed_formula f
       on f.principal_id = p.principal_id and f.code = 'FAT'
     where p.principal_id = $1 and h.kind = 'isolation' order by p.id limit 1`,
    [farmId, today],
  );
/** The farm's own word on what is reminded of: weighing a week ahead, no counts, which it does on fixed days. */
const saveRules = (tx: Tx, farmId: number): Promise<unknown> =>
  tx.query(
    `insert into farm.remind_rule (tenant_no, region_code, principal_id, kind, lead_days, repeat_days, jobs, status)
     select p.tenant_no, p.region_code, p.id, r.kind, r.lead, 3, r.jobs, r.status from registry.principal p
       cross join (values ('weighDue', 7, '{stockman}'::text[], 'enabled'),
         ('countDue', 5, '{farmManager}'::text[], 'disabled')) r(kind, lead, jobs, status)
     where p.id = $1`,
    [farmId],
  );
const sum = (some: readonly number[]) => Math.round(some.reduce((n, one) => n + one, 0) * 1000) / 1000;

/** Enough of everything for the month and a few days more; of one feed for eight days only. */
async function fillStore(tx: Tx, farmId: number, today: string): Promise<void> {
  const [store] = await tx.query<{ id: number }>(
    `select id from depot.depot where principal_id = $1 and kind = 'warehouse' order by id limit 1`,
    [farmId],
  );
  const [seller] = await tx.query<{ id: number }>(
    'select id from depot.purveyor where principal_id = $1 order by id limit 1',
    [farmId],
  );
  const use = await tx.query<{ materialId: number; no: string; perDay: number }>(
    `select i.material_id as "materialId", m.material_no as no, sum(i.kg_per_head)::float8 as "perDay"
     from farm.farm_animal f join farm.feeding_plan p on p.stage_id = f.stage_id
       join farm.feed_formula_item i on i.parent_id = p.formula_id join depot.material m on m.id = i.material_id
     where f.principal_id = $1 and f.status = 'live' group by 1, 2`,
    [farmId],
  );
  for (const { materialId, no, perDay } of use) {
    const [lot] = await tx.query<{ id: number }>(
      `insert into depot.lot (tenant_no, material_id, lot_no, produced_on, expire_on)
       values ($1, $2, $3, $4::date - 40, $4::date + 300) returning id`,
      [tx.scope.tenantNo, materialId, `YL${no.slice(-3)}`, today],
    );
    await postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId: lot?.id as number,
        from: { kind: 'purveyor', id: seller?.id as number },
        to: { kind: 'depot', id: store?.id as number },
        qty: Math.ceil(perDay * (no === 'SL-001' ? mealDays + 8 : mealDays + 25)),
        bizDate: dayFrom(today, -mealDays - 1),
        docType: 'purchaseIn',
        unitCost: { 'SL-001': 3.1, 'SL-002': 2.9, 'SL-003': 4.2, 'SL-101': 0.52, 'SL-102': 2.1 }[no] ?? 1,
      },
    ]);
  }
}

const mealDays = 14;
/** Two meals a day in every pen; yesterday and the day before one pen left more than it should. */
async function saveMeals(tx: Tx, farmId: number, today: string): Promise<void> {
  const pens = await tx.query<{ id: number; kg: number }>(
    `select a.pen_id as id, sum(m.kg_per_head)::float8 as kg from farm.farm_animal f
       join registry.animal a on a.id = f.animal_id join farm.feeding_plan p on p.stage_id = f.stage_id
       join farm.feed_formula m on m.id = p.formula_id
     where f.principal_id = $1 and f.status = 'live' and a.pen_id is not null group by 1 order by 1`,
    [farmId],
  );
  for (let back = mealDays; back >= 0; back -= 1)
    for (const [at, pen] of pens.entries())
      for (const mealNo of back === 0 ? [1] : [1, 2]) {
        // This morning some pens are still to be fed.
        if (back === 0 && at % 3 === 0) continue;
        const fedKg = Math.round((pen.kg / 2) * (1 + (((at * 7 + back * 3 + mealNo) % 9) - 4) / 100));
        const share = at === 2 && back > 0 && back < 3 ? 0.14 : ((at + back) % 4) / 100;
        await feed(
          tx,
          {
            requestId: `00000000-0000-4000-8000-${String(pen.id * 10_000 + back * 10 + mealNo).padStart(12, '0')}`,
            penId: pen.id,
            onDate: dayFrom(today, -back),
            mealNo,
            fedKg: Math.max(1, fedKg),
            leftKg: Math.round(fedKg * share),
          },
          { mayAll: true, anyDay: true },
        );
      }
}

async function saveRounds(tx: Tx, farmId: number, today: string, keeper: number): Promise<void> {
  const [template] = await tx.query<{ id: number }>(
    `insert into farm.inspection_template (tenant_no, region_code, principal_id, code, name, every_days)
     select tenant_no, region_code, id, 'DAY', '每日巡圈', 1 from registry.principal where id = $1 returning id`,
    [farmId],
  );
  const items: readonly [
    text: string,
    type: string,
    good: string | null,
    from: number | null,
    to: number | null,
    bad: string,
  ][] = [
    ['饮水正常', 'yesNo', 'yes', null, null, 'repair'],
    ['料槽评分', 'number', null, 1, 3, 'feed'],
    ['有咳嗽', 'yesNo', 'no', null, null, 'treatment'],
    ['有发情', 'yesNo', 'no', null, null, 'heat'],
    ['围栏完好', 'yesNo', 'yes', null, null, 'repair'],
  ];
  for (const [at, [text, type, good, from, to, bad]] of items.entries())
    await tx.query(
      `insert into farm.inspection_template_item (tenant_no, parent_id, line_no, text, item_type, good_answer, range_from,
         range_to, on_bad) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tx.scope.tenantNo, template?.id, at + 1, text, type, good, from, to, bad],
    );
  await tx.query(
    `insert into farm.inspection_round (tenant_no, region_code, principal_id, doc_no, template_id, pen_id, round_on,
       staff_id, started_at, ended_at, checks, bad, created_by, updated_by, status)
     select p.tenant_no, p.region_code, p.principal_id, kit.doc_no('FN'), $2, p.id, $3::date - d.n,
       (select min(x.staff_id) from farm.pen_duty x where x.pen_id = p.id),
       ($3::date - d.n) + time '06:40', ($3::date - d.n) + time '06:52', 5, case when (p.id + d.n) % 11 = 0 then 1 else 0 end,
       $4, $4, case when d.n > 1 then 'reviewed' else 'submitted' end
     from registry.pen p cross join generate_series(1, 6) d(n) where p.principal_id = $1 and p.current_count > 0
       and (p.id + d.n) % 12 <> 0 order by d.n desc, p.id`,
    [farmId, template?.id, today, keeper],
  );
  await tx.query(
    `insert into farm.pen_count (tenant_no, region_code, principal_id, doc_no, pen_id, counted_on, book, head_seen,
       created_by, status)
     select p.tenant_no, p.region_code, p.principal_id, kit.doc_no('FC'), p.id, $2::date - 28 + (p.id % 5)::int,
       p.current_count, p.current_count, $3, 'resolved' from registry.pen p where p.principal_id = $1
       and p.current_count > 0`,
    [farmId, today, keeper],
  );
  await tx.query(
    `insert into farm.disinfection (tenant_no, region_code, principal_id, hovel_id, on_date, material_id, qty, way, staff_id)
     select h.tenant_no, h.region_code, h.principal_id, h.id, $2::date - d.n * 13, m.id, 3, 'spray',
       (select min(s.id) from registry.staff s where s.principal_id = h.principal_id)
     from registry.hovel h cross join generate_series(1, 4) d(n) cross join lateral (select m.id from depot.material m
       where m.tenant_no = h.tenant_no and m.kind = 'disinfectant' order by m.id limit 1) m where h.principal_id = $1`,
    [farmId, today],
  );
}

/** A batch on its eleventh day of thirty, one planned, one that is long over. */
async function saveArrival(tx: Tx, farmId: number, today: string): Promise<void> {
  const [pen] = await tx.query<{ id: number }>(
    `select p.id from registry.pen p join registry.hovel h on h.id = p.hovel_id where p.principal_id = $1
       and h.kind = 'isolation' order by p.id limit 1`,
    [farmId],
  );
  const add = (status: string, back: number, head: number, seller: string) =>
    tx.query<{ id: number }>(
      `insert into farm.stock_in (tenant_no, region_code, principal_id, doc_no, kind, seller_name, origin_region_code,
         quarantine_cert_no, vehicle_no, head, bought_kg, arrived_on, arrived_head, arrived_kg, shrink_pct, species, breed,
         isolation_pen_id, isolate_until, buyer_id, status, created_at)
       select p.tenant_no, p.region_code, p.id, kit.doc_no('FI'), 'bought', $2, 150523106000, 'JY' || $3, '蒙G·2318H', $4::int,
         $4::int * 280, case when $5 <> 'draft' then $6::date - $3::int end, case when $5 <> 'draft' then $4::int else 0 end,
         case when $5 <> 'draft' then $4::int * 280 * 0.959 end, case when $5 <> 'draft' then 4.1 end, 'cattle', 'simmental',
         $7, case when $5 <> 'draft' then $6::date - $3::int + 30 end,
         (select id from platform.sys_user where username = 'farm_clerk1'), $5, $6::date - $3::int
       from registry.principal p where p.id = $1 returning id`,
      [farmId, seller, back, head, status, today, pen?.id],
    );
  await add('closed', 200, 30, '开鲁镇牛市');
  await add('draft', 0, 24, '小街基牛市');
  const [batch] = await add('isolating', 11, 4, '小街基牛市');
  await tx.query(
    `with shut as (
       select f.id, f.animal_id from farm.farm_animal f join registry.animal a on a.id = f.animal_id
       where f.principal_id = $1 and f.status = 'live' and f.purpose <> 'breeding'
       order by a.ear_tag = '215052300000318' desc, f.purpose = 'fattening', a.birth_date, f.id limit 4
     ), marked as (
       update farm.farm_animal f set isolate_until = $3::date + 19, stock_in_id = $2 from shut where f.id = shut.id
       returning f.animal_id
     ), moved as (
       update registry.animal a set pen_id = $4, hovel_id = (select hovel_id from registry.pen where id = $4) from marked
       where a.id = marked.animal_id returning a.id, a.ear_tag, a.weight, a.tenant_no
     )
     insert into farm.stock_in_animal (tenant_no, stock_in_id, animal_id, ear_tag, kg)
     select tenant_no, $2, id, ear_tag, weight from moved`,
    [farmId, batch?.id, today, pen?.id],
  );
  await tx.query(
    `update registry.pen p set current_count = (select count(*) from registry.animal a where a.pen_id = p.id
       and a.status = 'inStock' and a.voided_at is null) where p.principal_id = $1`,
    [farmId],
  );
}

async function saveGroups(tx: Tx, farmId: number): Promise<void> {
  for (const [no, name, purpose] of [
    ['Q1', '春季育肥群', 'fattening'],
    ['Q2', '基础母牛群', 'breeding'],
  ]) {
    const [group] = await tx.query<{ id: number }>(
      `insert into farm.farm_group (tenant_no, region_code, principal_id, group_no, name, species, purpose)
       select tenant_no, region_code, id, $2, $3, 'cattle', $4 from registry.principal where id = $1 returning id`,
      [farmId, no, name, purpose],
    );
    await tx.query(
      `with own as (update farm.farm_animal set group_id = $2 where principal_id = $1 and purpose = $3 and status = 'live'
         and isolate_until is null returning animal_id, tenant_no, entered_on)
       insert into farm.farm_group_member (tenant_no, group_id, animal_id, from_on)
       select tenant_no, $2, animal_id, entered_on from own`,
      [farmId, group?.id, purpose],
    );
  }
}
