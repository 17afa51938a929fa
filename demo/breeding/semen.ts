import type { Tx } from '#kit/server/db/database.ts';
import { pinyinOf } from '#modules/depot/server/goods/pinyin.ts';
import { holdLot, postDoc } from '#modules/depot/server/index.ts';
import type { DemoWorld } from '../part.ts';
import type { Random } from '../random.ts';
import { technicianNames } from './people.ts';

const dayFrom = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const breeds = ['simmental', 'simmental', 'simmental', 'simmental', 'angus', 'charolais', 'limousin'] as const;
const names: Readonly<Record<string, string>> = {
  simmental: '西门塔尔',
  angus: '安格斯',
  charolais: '夏洛莱',
  limousin: '利木赞',
};
/** Bulls the depot's catalogue names already come first. */
const known: readonly (readonly [code: string, breed: string])[] = [
  ['15311198', 'simmental'],
  ['15316085', 'simmental'],
  ['15320013', 'simmental'],
  ['15318042', 'angus'],
  ['15317066', 'limousin'],
  ['15319031', 'charolais'],
];
export const bullCount = 30;
/** Found to carry a defect last month; and one that is used up. */
const suspended = '15322007';
const retired = '15311198';

export interface Straw {
  readonly sireCode: string;
  readonly breed: string;
  readonly materialId: number;
  readonly lotId: number;
  readonly depotId: number;
}
export interface Semen {
  /** Tanks of the technicians by account, each with what was put into it. */
  readonly boxes: ReadonlyMap<string, { depotId: number; staffId: number; straws: Straw[] }>;
  readonly bulls: readonly { code: string; breed: string }[];
}

/** Days ago. Nobody serves from a box before it was filled. */
export const boxesFilled = 560;

export async function saveSires(tx: Tx, today: string, random: Random): Promise<void> {
  const { tenantNo } = tx.scope;
  const bulls = Array.from({ length: bullCount }, (_, at) => {
    const [code, breed] = known[at] ?? [
      `153220${String(at + 1).padStart(2, '0')}`,
      breeds[at % breeds.length] as string,
    ];
    const father = at > 6 ? (known[at % 4]?.[0] ?? null) : `15300${String(100 + at)}`;
    return {
      code,
      breed,
      name: `${names[breed]} ${code.slice(3)}`,
      born: dayFrom(today, -random.int(1500, 3200)),
      father,
      mother: `15330${String(1000 + at)}`,
      mgf: at % 3 === 0 ? `15310${String(200 + (at % 5))}` : null,
      ease: random.int(80, 97),
      heifer: breed === 'angus' || at % 3 === 0,
      status: code === retired ? 'retired' : 'active',
      healthTo: dayFrom(today, random.int(120, 400)),
      defects: [],
      traits: [
        {
          code: 'birthWeight',
          value: random.int(36, 44),
          unit: 'kg',
          accuracy: 0.62,
          year: Number(today.slice(0, 4)) - 1,
        },
        {
          code: 'yearlingWeight',
          value: random.int(410, 500),
          unit: 'kg',
          accuracy: 0.55,
          year: Number(today.slice(0, 4)) - 1,
        },
        { code: 'index', value: random.int(98, 126), unit: null, accuracy: 0.6, year: Number(today.slice(0, 4)) - 1 },
      ],
    };
  });
  await tx.query(
    `insert into breeding.seed_animal (tenant_no, sire_code, species, breed, name, birth_date, station_code, station_name,
       use_kinds, father_code, mother_no, mgf_code, blood_parts, traits, calving_ease_pct, heifer_safe, defects,
       health_valid_to, status, suspend_reason)
     select $1, b.code, 'cattle', b.breed, b.name, b.born, '153', '示范种公牛站', '{frozenAi}', b.father, b.mother, b.mgf,
       jsonb_build_array(jsonb_build_object('breed', b.breed, 'pct', 100)), b.traits, b.ease, b.heifer,
       array(select jsonb_array_elements_text(b.defects)), b."healthTo", b.status, null
     from jsonb_to_recordset($2::jsonb) b(code text, breed text, name text, born date, father text, mother text, mgf text,
       ease numeric, heifer boolean, status text, "healthTo" date, defects jsonb, traits jsonb)`,
    [tenantNo, JSON.stringify(bulls)],
  );
  const year = Number(today.slice(0, 4));
  await tx.query(
    `insert into breeding.sire_listing (tenant_no, year, scheme, sire_code, doc_no)
     select $1, y, 'national', s.sire_code, '农种发〔' || y || '〕7号' from (select sire_code, row_number() over
       (order by sire_code) as n from breeding.seed_animal where tenant_no = $1) s,
       unnest(array[$2::int - 1, $2::int]) y where s.n <= 24`,
    [tenantNo, year],
  );
  // Natural service: bulls that live here, by their ear tag.
  await tx.query(
    `insert into breeding.seed_animal (tenant_no, sire_code, species, breed, name, birth_date, station_name, animal_id,
       use_kinds, heifer_safe, status)
     select a.tenant_no, a.ear_tag, a.species, a.breed, null, a.birth_date, p.principal_unit_name, a.id, '{natural}',
       false, 'active'
     from (select *, row_number() over (partition by species order by id) as n from registry.animal
       where tenant_no = $1 and sex = 'male' and status = 'inStock' and not castrated and voided_at is null
         and birth_date < $2::date - 500 and species in ('cattle', 'sheep')) a
       join registry.principal p on p.id = a.principal_id where a.n <= case a.species when 'cattle' then 12 else 20 end
     on conflict do nothing`,
    [tenantNo, today],
  );
  await tx.query(
    `insert into breeding.breed_direction (tenant_no, region_code, species, wanted, avoid, text, valid_from)
     values ($1, 150500000000, 'cattle', '{simmental,simmentalCross,huaxi,angus}', '{}', '以西门塔尔为主导，发展安格斯杂交', $2),
       ($1, 150526000000, 'cattle', '{angus,simmental}', '{charolais}', '山区以安格斯为主', $2)`,
    [tenantNo, `${year - 1}-01-01`],
  );
  await tx.query(
    `insert into breeding.breed_setting (tenant_no, region_code, code, species, value, remark)
     values ($1, 150500000000, 'firstServiceMonths', 'cattle', '16', '本地母牛发育较晚'),
       ($1, 150521000000, 'dailyShots', '', '25', '试点')`,
    [tenantNo],
  );
}

/** Materials, batches and tanks, and what was bought and given out: from the station's tank to the technicians'. */
export async function saveSemen({ units, today }: DemoWorld, tx: Tx, random: Random): Promise<Semen> {
  const { tenantNo } = tx.scope;
  const bulls = await tx.query<{ code: string; breed: string; name: string; status: string }>(
    `select sire_code as code, breed, name, status from breeding.seed_animal where tenant_no = $1
       and use_kinds = '{frozenAi}' order by id`,
    [tenantNo],
  );
  await tx.query(
    `insert into depot.material (tenant_no, material_no, name, pinyin, kind, spec, manufacturer, base_unit, decimals,
       packs, tracking, has_expiry, store_temp_min, store_temp_max, sire_code, semen_kind, sharing)
     select $1, 'XM-' || lpad(b.n::text, 3, '0'), b.name || '冻精', b.pinyin, 'semen', '0.25毫升/支 常规', '示范种公牛站',
       'straw', 0, '[{"unit": "bag", "factor": 50}]', 'batch', false, -200, -150, b.code, 'conventional', 'shared'
     from jsonb_to_recordset($2::jsonb) b(n int, code text, name text, pinyin text)
     where not exists (select 1 from depot.material m where m.tenant_no = $1 and m.sire_code = b.code)`,
    [
      tenantNo,
      JSON.stringify(
        bulls.map((one, at) => ({ n: at + 1, code: one.code, name: one.name, pinyin: pinyinOf(one.name) })),
      ),
    ],
  );
  const stationStore = await storeFor(tx, units.get('improve kzzq') as number, 'KZGL-YD', '科左中旗改良站液氮罐');
  const farmStore = await storeFor(tx, units.get('farm1') as number, 'DB-YD', '东宝龙山养殖场液氮罐');
  const [main] = await tx.query<{ id: number }>(
    "select id from depot.depot where tenant_no = $1 and depot_no = 'GL-YD'",
    [tenantNo],
  );
  const [seller] = await tx.query<{ id: number }>(
    "select id from depot.purveyor where tenant_no = $1 and name = '示范种公牛站'",
    [tenantNo],
  );
  const carriers = await tx.query<{ username: string; staffId: number; principalId: number; region: number }>(
    `select u.username, s.id as "staffId", s.principal_id as "principalId", p.region_code as region
     from registry.staff s join platform.sys_user u on u.id = s.user_id join registry.principal p on p.id = s.principal_id
     where s.tenant_no = $1 and u.username = any ($2) order by s.id`,
    [tenantNo, technicianNames],
  );
  const boxIds = new Map<string, number>();
  for (const [at, one] of carriers.entries()) {
    const [box] = await tx.query<{ id: number }>(
      `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, staff_id,
         staff_job, temp_min, temp_max, superior_depot_id)
       select $1, $2, $3, 'BX-' || lpad($4::text, 3, '0'), s.name || '的液氮罐', 'box', to_jsonb(array[s.id]), s.id,
         s.job, -198, -180, $5 from registry.staff s where s.id = $6 returning id`,
      [
        tenantNo,
        one.region,
        one.principalId,
        String(at + 1),
        one.principalId === units.get('improve kzzq') ? stationStore : main?.id,
        one.staffId,
      ],
    );
    boxIds.set(one.username, box?.id as number);
  }
  await saveTanks(tx, today, random);
  await saveBatches(tx, today, random);
  const lots = await receive(tx, { main: main?.id as number, seller: seller?.id as number, today });
  const give = async (
    from: number,
    to: number,
    codes: readonly string[],
    qty: number,
    days: number,
    until?: 'dispatched',
  ) => {
    const lines = codes.flatMap((code) => {
      const lot = lots.get(code);
      return lot ? [{ materialId: lot.materialId, lotId: lot.lotId, unit: 'straw', unitQty: qty }] : [];
    });
    await postDoc(tx, {
      docType: 'issueOut',
      depotId: from,
      toDepotId: to,
      bizDate: dayFrom(today, days),
      purpose: 'daily',
      lines,
      ...(until && { until }),
      form: { carrier: '站内配送', temperature: -196 },
    } as never);
  };
  const usable = bulls.filter((one) => one.status === 'active' && one.code !== suspended).map((one) => one.code);
  await give(main?.id as number, stationStore, usable.slice(0, 14), 250, -600);
  await give(main?.id as number, farmStore, usable.slice(2, 6), 20, -420);
  const boxes = new Map<string, { depotId: number; staffId: number; straws: Straw[] }>();
  for (const [at, one] of carriers.entries()) {
    const depotId = boxIds.get(one.username) as number;
    const own = Array.from({ length: 6 }, (_, n) => usable[(at * 3 + n) % 12] as string);
    const from = one.principalId === units.get('improve kzzq') ? stationStore : (main?.id as number);
    await give(from, depotId, own, 45, -boxesFilled);
    const straws = own.flatMap((code) => {
      const lot = lots.get(code);
      const bull = bulls.find((b) => b.code === code);
      return lot && bull ? [{ sireCode: code, breed: bull.breed, ...lot, depotId }] : [];
    });
    boxes.set(one.username, { depotId, staffId: one.staffId, straws });
  }
  // On the way since yesterday, and one that is late.
  await give(main?.id as number, stationStore, usable.slice(0, 2), 25, -1, 'dispatched');
  await give(stationStore, boxIds.get('breed2') as number, usable.slice(3, 5), 10, -5, 'dispatched');
  await destroyed(tx, stationStore, lots.get(usable[5] as string), today);
  const bad = lots.get(suspended);
  if (bad) await holdLot(tx, bad.lotId, null, '检出遗传缺陷');
  await tx.query(
    `update breeding.seed_animal set status = 'suspended', suspend_reason = '检出遗传缺陷', defects = '{arthrogryposis}'
     where tenant_no = $1 and sire_code = $2`,
    [tenantNo, suspended],
  );
  await tx.query(
    `insert into breeding.semen_plan (tenant_no, region_code, year, giver_id, receiver_id, breed, cows_due, straws_per_cow,
       planned, status)
     select $1, p.region_code, y.year, $2, p.id, b.breed, b.cows, 1.6, b.cows * 8 / 5, 'issued' from registry.principal p,
       (values ($4::int), ($4::int - 1)) y(year), (values ('simmental', 900), ('angus', 120)) b(breed, cows)
     where p.id = $3`,
    [tenantNo, units.get('improve'), units.get('improve kzzq'), Number(today.slice(0, 4))],
  );
  await places(tx);
  return { boxes, bulls: bulls.map(({ code, breed }) => ({ code, breed })) };
}

/** A tank of the station ran dry nine days ago: what was in it was destroyed before two witnesses. */
async function destroyed(
  tx: Tx,
  depotId: number,
  lot: { lotId: number; materialId: number } | undefined,
  today: string,
): Promise<void> {
  if (!lot) return;
  const witnesses = await tx.query<{ id: number }>(
    `select s.id from registry.staff s join depot.depot d on d.principal_id = s.principal_id where d.id = $1
       and s.status = 'active' order by s.id limit 2`,
    [depotId],
  );
  await postDoc(tx, {
    docType: 'useOut',
    depotId,
    bizDate: dayFrom(today, -9),
    reason: 'destroy',
    witnessIds: witnesses.map((one) => one.id),
    remark: '3号液氮罐干罐，冻精失活',
    lines: [{ materialId: lot.materialId, lotId: lot.lotId, unit: 'straw', unitQty: 86 }],
  } as never);
}

async function storeFor(tx: Tx, principalId: number, no: string, name: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, temp_min, temp_max,
       superior_depot_id)
     select $1, p.region_code, p.id, $3, $4, 'nitrogenTank',
       coalesce((select jsonb_agg(s.id) from registry.staff s where s.principal_id = p.id and s.status = 'active'), '[]'),
       -198, -180, (select d.id from depot.depot d where d.tenant_no = $1 and d.depot_no = 'GL-YD')
     from registry.principal p where p.id = $2 returning id`,
    [tx.scope.tenantNo, principalId, no, name],
  );
  return row?.id as number;
}

async function saveTanks(tx: Tx, today: string, random: Random): Promise<void> {
  const stores = await tx.query<{
    id: number;
    kind: string;
    staffId: number | null;
    principalId: number;
    region: number;
    no: string;
  }>(
    `select id, kind, staff_id as "staffId", principal_id as "principalId", region_code as region, depot_no as no
     from depot.depot where tenant_no = $1 and (kind = 'nitrogenTank' or (kind = 'box' and staff_job = 'breedingTechnician'))
     order by id`,
    [tx.scope.tenantNo],
  );
  const rows = stores.map((store, at) => {
    const isBox = store.kind === 'box';
    const level = at % 5 === 3 ? random.int(18, 29) : random.int(55, 96);
    const holdDays = isBox ? 60 : 180;
    const back = random.int(1, 6);
    return {
      ...store,
      tankNo: isBox ? `B${String(at + 1).padStart(3, '0')}` : `T${String(at + 1).padStart(3, '0')}`,
      volume: isBox ? 10 : 50,
      canisters: 6,
      capacity: isBox ? 600 : 6000,
      holdDays,
      full: isBox ? 17.5 : 68,
      empty: isBox ? 9.5 : 27,
      level,
      levelAt: `${dayFrom(today, -back)}T02:00:00Z`,
      dryOn: dayFrom(today, -back + Math.floor((holdDays * level) / 100)),
    };
  });
  await tx.query(
    `insert into breeding.semen_tank (tenant_no, region_code, principal_id, depot_id, staff_id, tank_no, volume_l,
       canisters, straw_capacity, hold_days, full_kg, empty_kg, last_level_pct, last_level_at, dry_on)
     select $1, t.region, t."principalId", t.id, t."staffId", t."tankNo", t.volume, t.canisters, t.capacity, t."holdDays",
       t."full", t.empty, t.level, t."levelAt", t."dryOn"
     from jsonb_to_recordset($2::jsonb) t(id bigint, "staffId" bigint, "principalId" bigint, region bigint, "tankNo" text,
       volume numeric, canisters int, capacity int, "holdDays" int, "full" numeric, empty numeric, level numeric,
       "levelAt" timestamptz, "dryOn" date)`,
    [tx.scope.tenantNo, JSON.stringify(rows)],
  );
  await tx.query(
    `insert into breeding.tank_log (tenant_no, tank_id, at, kind, level_pct, litres, staff_id)
     select t.tenant_no, t.id, t.last_level_at - n * interval '7 days', case when n % 4 = 3 then 'refill' else 'level' end,
       case when n % 4 = 3 then 96 else least(92, t.last_level_pct + (n % 4) * 20) end, case when n % 4 = 3 then t.volume_l * 0.4 end, t.staff_id
     from breeding.semen_tank t, generate_series(0, 7) n where t.tenant_no = $1 order by t.id, n desc`,
    [tx.scope.tenantNo],
  );
}

/** Two batches of every bull; two batches fail their test. */
async function saveBatches(tx: Tx, today: string, random: Random): Promise<void> {
  const bulls = await tx.query<{ code: string }>(
    "select sire_code as code from breeding.seed_animal where tenant_no = $1 and use_kinds = '{frozenAi}' order by id",
    [tx.scope.tenantNo],
  );
  const rows = bulls.flatMap(({ code }, at) =>
    ['25A', '26A'].map((part, n) => {
      const isBad = n === 1 && (at === 8 || at === 15);
      return {
        code,
        lot: `${code.slice(3)}-${part}`,
        on: dayFrom(today, n === 0 ? -760 : -200),
        mark: `153XM${code.slice(3)}${part}`,
        motility: isBad ? 28 : random.int(36, 48),
        million: random.int(9, 14),
        abnormal: random.int(8, 16),
        qc: isBad ? 'fail' : 'pass',
      };
    }),
  );
  await tx.query(
    `insert into breeding.semen_batch (tenant_no, sire_code, semen_kind, lot_no, produced_on, straw_ml, colour,
       straw_mark, motility_pct, progressive_m, abnormal_pct, colonies, qc)
     select $1, b.code, 'conventional', b.lot, b."on", 0.25, '黄', b.mark, b.motility, b.million, b.abnormal, 12, b.qc
     from jsonb_to_recordset($2::jsonb) b(code text, lot text, "on" date, mark text, motility numeric, million numeric,
       abnormal numeric, qc text)`,
    [tx.scope.tenantNo, JSON.stringify(rows)],
  );
}

async function receive(tx: Tx, { main, seller, today }: { main: number; seller: number; today: string }) {
  const batches = await tx.query<{ code: string; lotNo: string; producedOn: string; materialId: number }>(
    `select b.sire_code as code, b.lot_no as "lotNo", to_char(b.produced_on, 'YYYY-MM-DD') as "producedOn",
       m.id as "materialId"
     from breeding.semen_batch b join depot.material m on m.tenant_no = b.tenant_no and m.sire_code = b.sire_code
     where b.tenant_no = $1 and b.lot_no like '%25A' order by b.id`,
    [tx.scope.tenantNo],
  );
  for (let at = 0; at < batches.length; at += 10)
    await postDoc(tx, {
      docType: 'purchaseIn',
      depotId: main,
      purveyorId: seller,
      bizDate: dayFrom(today, -700 + at),
      lines: batches.slice(at, at + 10).map((one) => ({
        materialId: one.materialId,
        lotNo: one.lotNo,
        producedOn: one.producedOn,
        unit: 'straw',
        unitQty: 900,
        unitCost: 18,
      })),
    } as never);
  await tx.query(
    `update breeding.semen_batch b set lot_id = l.id from depot.lot l join depot.material m on m.id = l.material_id
     where b.tenant_no = $1 and l.tenant_no = $1 and m.sire_code = b.sire_code and l.lot_no = b.lot_no`,
    [tx.scope.tenantNo],
  );
  const lots = await tx.query<{ code: string; lotId: number; materialId: number }>(
    `select b.sire_code as code, b.lot_id as "lotId", l.material_id as "materialId" from breeding.semen_batch b
       join depot.lot l on l.id = b.lot_id where b.tenant_no = $1 and b.lot_no like '%25A'`,
    [tx.scope.tenantNo],
  );
  return new Map(lots.map(({ code, lotId, materialId }) => [code, { lotId, materialId }]));
}

const places = (tx: Tx) =>
  tx.query(
    `insert into breeding.tank_place (tenant_no, tank_id, lot_id, canister_no)
     select t.tenant_no, t.id, b.lot_id, 1 + (row_number() over (partition by t.id order by b.lot_id) - 1) % t.canisters
     from breeding.semen_tank t join depot.stock_balance b on b.tenant_no = t.tenant_no and b.depot_id = t.depot_id
     where t.tenant_no = $1 and b.qty > 0`,
    [tx.scope.tenantNo],
  );
