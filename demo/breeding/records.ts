import type { Tx } from '#kit/server/db/database.ts';
import { refold } from '#modules/breeding/server/record/cycle/refold.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';
import { boxesFilled, type Semen, type Straw } from './semen.ts';

const dayFrom = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const between = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

interface Cow {
  id: number;
  earTag: string;
  principalId: number;
  regionCode: number;
  birthDate: string;
  entryOn: string;
  fatherCode: string | null;
  staff: string | null;
  calves: { id: number; born: string; sex: string; breed: string; wornOn: string }[];
}
interface Service {
  n: number;
  cow: Cow;
  on: string;
  straw: Straw;
  staffId: number;
  wasted: number;
  flags: string[];
}
interface Check {
  cow: Cow;
  on: string;
  result: string;
  method: string;
  staffId: number;
  cause: string | null;
}
interface Birth {
  cow: Cow;
  on: string;
  staffId: number | null;
  calf: Cow['calves'][number] | null;
  dead: boolean;
  ease: string;
  verified: boolean;
}

/** Two years of breeding: births that the registry knows, with their services; then what each cow has been through since. */
export async function saveRecords(tx: Tx, semen: Semen, today: string, random: Random): Promise<void> {
  await storyHeifer(tx, semen, today);
  const cows = await cowsOf(tx, today);
  const used = new Map<string, number>();
  const filled = dayFrom(today, -boxesFilled);
  const services: Service[] = [];
  const checks: Check[] = [];
  const births: Birth[] = [];
  const serve = (cow: Cow, on: string, flags: string[] = []): Service | null => {
    const box = cow.staff ? semen.boxes.get(cow.staff) : undefined;
    const left = box?.straws.filter(
      (one) => (used.get(`${one.depotId}:${one.lotId}`) ?? 0) < 40 && one.sireCode !== cow.fatherCode,
    );
    if (!box || !left || left.length === 0 || on > today || on < cow.entryOn || on < filled) return null;
    const straw = random.pick(left);
    const wasted = random.chance(0.012) ? 1 : 0;
    const key = `${straw.depotId}:${straw.lotId}`;
    used.set(key, (used.get(key) ?? 0) + 1 + wasted);
    const one = { n: services.length, cow, on, straw, staffId: box.staffId, wasted, flags };
    services.push(one);
    return one;
  };
  const staffOf = (cow: Cow) => (cow.staff ? (semen.boxes.get(cow.staff)?.staffId ?? null) : null);
  let toTag = 0;
  for (const [at, cow] of cows.entries()) {
    let free = dayFrom(cow.birthDate, 500);
    let before = '1990-01-01';
    for (const calf of cow.calves) {
      // Twins and births too near to each other are the registry's to clear.
      if (between(before, calf.born) < 300) continue;
      before = calf.born;
      const served = dayFrom(calf.born, -(278 + random.int(0, 13)));
      if (served > dayFrom(today, -545) && random.chance(0.93)) {
        if (random.chance(0.3)) serve(cow, dayFrom(served, -21));
        const made = serve(cow, served);
        const staffId = staffOf(cow);
        if (made && staffId)
          checks.push({ cow, on: dayFrom(served, 61), result: 'pregnant', method: 'ultrasound', staffId, cause: null });
      }
      free = dayFrom(calf.born, 55);
    }
    const start = [free, dayFrom(today, -270), dayFrom(cow.entryOn, 10)].sort().at(-1) as string;
    let on = dayFrom(start, random.int(0, 120));
    const staffId = staffOf(cow);
    // A few calved lately, and their calves wear no tag yet.
    if (cow.calves.length === 0 && staffId && at % 29 === 5 && toTag < 14) {
      const age = toTag < 4 ? random.int(33, 45) : random.int(2, 24);
      const born = dayFrom(today, -age);
      if (between(cow.birthDate, born) > 760 && dayFrom(born, -284) > cow.entryOn) {
        serve(cow, dayFrom(born, -284));
        births.push({ cow, on: born, staffId, calf: null, dead: false, ease: 'normal', verified: false });
        toTag += 1;
        continue;
      }
    }
    for (let heat = 1; heat <= 4 && on <= today && between(cow.birthDate, on) > 490; heat += 1) {
      const made = serve(cow, on, at % 97 === 3 ? ['overspeed'] : []);
      if (!made || !staffId) break;
      const isPregnant = random.chance(heat === 1 ? 0.58 : 0.5);
      if (isPregnant) {
        const checked = dayFrom(on, 60 + random.int(0, 8));
        if (checked <= today) {
          checks.push({
            cow,
            on: checked,
            result: 'pregnant',
            method: random.pick(['ultrasound', 'rectal']),
            staffId,
            cause: null,
          });
        }
        break;
      }
      if (random.chance(0.25)) {
        const checked = dayFrom(on, 62);
        if (checked <= today)
          checks.push({ cow, on: checked, result: 'empty', method: 'ultrasound', staffId, cause: null });
        on = dayFrom(checked, random.int(3, 20));
      } else on = dayFrom(on, random.int(18, 24));
    }
  }
  abortions(cows, services, checks, today);
  await write(tx, services, checks, births, today);
  await heats(tx, cows, semen, today);
}

/** 嘎索克嘎查: four in three months. */
function abortions(cows: readonly Cow[], services: readonly Service[], checks: Check[], today: string): void {
  const there = services.filter((one) => one.cow.regionCode === 150521101204 && one.on < dayFrom(today, -100));
  for (const [at, service] of there.slice(-4).entries()) {
    for (let n = checks.length - 1; n >= 0; n -= 1)
      if (checks[n]?.cow === service.cow && (checks[n] as Check).on > service.on) checks.splice(n, 1);
    checks.push({
      cow: service.cow,
      on: dayFrom(today, -20 * at - 6),
      result: 'aborted',
      method: 'observe',
      staffId: service.staffId,
      cause: at < 2 ? 'brucellosis' : 'unknown',
    });
  }
  if (cows.length === 0) throw new Error('no cow to breed');
}

/** Her only choice in the technician's tank would be her father. */
async function storyHeifer(tx: Tx, semen: Semen, today: string): Promise<void> {
  const father = semen.boxes.get('breed1')?.straws[0]?.sireCode;
  const [holder] = await tx.query<{ id: number; pen: number | null; user: number }>(
    `select p.id, (select n.id from registry.pen n where n.principal_id = p.id and n.status = 'inUse' limit 1) as pen,
       (select u.id from platform.sys_user u where u.tenant_no = $1 and u.username = 'kzzq_worker1') as "user"
     from registry.principal p where p.tenant_no = $1 and p.region_code = 150521101200
       and p.principal_unit_type = 'household' and p.status = 'active' order by p.id limit 1`,
    [tx.scope.tenantNo],
  );
  if (!holder) return;
  await registerAnimals({ ...tx, scope: { ...tx.scope, userId: holder.user } }, {
    entryKind: 'backlog',
    principalId: holder.id,
    penId: holder.pen,
    wornOn: dayFrom(today, -200),
    staffId: null,
    earSide: 'left',
    animals: [
      {
        tag: '215052100000715',
        species: 'cattle',
        breed: 'simmental',
        sex: 'female',
        birthDate: dayFrom(today, -590),
        ...(father && { fatherCode: father }),
      },
    ],
  } as never);
}

async function cowsOf(tx: Tx, today: string): Promise<Cow[]> {
  return tx.query<Cow>(
    `select a.id, a.ear_tag as "earTag", a.principal_id as "principalId", a.region_code as "regionCode",
       to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", to_char(a.entry_on, 'YYYY-MM-DD') as "entryOn",
       a.father_code as "fatherCode", d.username as staff,
       coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'born', to_char(c.birth_date, 'YYYY-MM-DD'),
         'sex', c.sex, 'breed', c.breed, 'wornOn', to_char(c.tag_worn_on, 'YYYY-MM-DD')) order by c.birth_date)
         from registry.animal c where c.tenant_no = a.tenant_no and c.mother_id = a.id and c.voided_at is null), '[]')
         as calves
     from registry.animal a left join lateral (select u.username from registry.grid_duty g
         join registry.grid_village v on v.tenant_no = g.tenant_no and v.grid_id = g.grid_id
         join registry.staff s on s.id = g.staff_id join platform.sys_user u on u.id = s.user_id
       where g.tenant_no = a.tenant_no and g.job = 'breedingTechnician' and g.is_main and g.to_on is null
         and v.village_code = a.region_code limit 1) d on true
     where a.tenant_no = $1 and a.species = 'cattle' and a.sex = 'female' and a.status = 'inStock' and a.voided_at is null
       and a.birth_date < $2::date - 490 order by a.id`,
    [tx.scope.tenantNo, today],
  );
}

async function write(
  tx: Tx,
  services: readonly Service[],
  checks: readonly Check[],
  births: readonly Birth[],
  today: string,
): Promise<void> {
  const { tenantNo } = tx.scope;
  const of = (cow: Cow) => ({ animal: cow.id, tag: cow.earTag, holder: cow.principalId, region: cow.regionCode });
  const cow = 'animal bigint, tag text, holder bigint, region bigint';
  const made = await tx.query<{ id: number; n: number }>(
    `with r as (select * from jsonb_to_recordset($2::jsonb) r(${cow}, n int, "on" date, sire text, breed text,
         material bigint, lot bigint, depot bigint, staff bigint, wasted int, flags jsonb)),
       made as (insert into breeding.insemination (tenant_no, region_code, principal_id, doc_no, client_key, animal_id,
         ear_tag, species, served_at, served_on, method, sire_code, sire_breed, material_id, lot_id, lot_no, depot_id,
         straws, wasted, waste_reason, technician_id, kin_f, pedigree_known, flags, created_by, created_at)
       select $1, r.region, r.holder, kit.doc_no('BS'), 'demo-' || r.n, r.animal, r.tag, 'cattle',
         r."on" + interval '9 hours' + r.n % 8 * interval '37 minutes', r."on", 'frozenAi', r.sire, r.breed, r.material,
         r.lot, (select l.lot_no from depot.lot l where l.id = r.lot), r.depot, 1, r.wasted,
         case when r.wasted > 0 then 'thawFail' end, r.staff, 0, 'none',
         array(select jsonb_array_elements_text(r.flags)), (select s.user_id from registry.staff s where s.id = r.staff),
         r."on" + interval '12 hours' from r order by r."on", r.n returning id, client_key)
     select id, substr(client_key, 6)::int as n from made`,
    [
      tenantNo,
      JSON.stringify(
        services.map(({ n, cow: one, on, straw, staffId, wasted, flags }) => ({
          ...of(one),
          n,
          on,
          sire: straw.sireCode,
          breed: straw.breed,
          material: straw.materialId,
          lot: straw.lotId,
          depot: straw.depotId,
          staff: staffId,
          wasted,
          flags,
        })),
      ),
    ],
  );
  const idOf = new Map(made.map((one) => [one.n, one.id]));
  const moves = [...services]
    .sort((a, b) => (a.on < b.on ? -1 : 1))
    .flatMap(({ n, straw, on, staffId, wasted }) => {
      const common = {
        materialId: straw.materialId,
        lotId: straw.lotId,
        from: { kind: 'depot' as const, id: straw.depotId },
        bizDate: on,
        docType: 'boxUse',
        sourceType: 'breeding.insemination',
        sourceId: idOf.get(n) as number,
        staffId,
      };
      return [
        {
          ...common,
          moveKind: 'out' as const,
          to: { kind: 'use' as const },
          qty: 1,
          lineId: 1,
          reason: 'use',
          headServed: 1,
        },
        ...(wasted > 0
          ? [
              {
                ...common,
                moveKind: 'loss' as const,
                to: { kind: 'loss' as const },
                qty: wasted,
                lineId: 2,
                reason: 'damage',
              },
            ]
          : []),
      ];
    });
  for (let at = 0; at < moves.length; at += 400) await postMoves(tx, moves.slice(at, at + 400));
  await tx.query(
    `insert into breeding.pregnancy_check (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
       checked_on, method, result, abort_cause, technician_id, created_by, created_at)
     select $1, r.region, r.holder, kit.doc_no('BP'), 'demo-' || row_number() over (), r.animal, r.tag, r."on", r.method,
       r.result, r.cause, r.staff, (select s.user_id from registry.staff s where s.id = r.staff), r."on" + interval '12 hours'
     from jsonb_to_recordset($2::jsonb) r(${cow}, "on" date, method text, result text, cause text, staff bigint)
     order by r."on"`,
    [
      tenantNo,
      JSON.stringify(
        checks.map(({ cow: one, on, method, result, cause, staffId }) => ({
          ...of(one),
          on,
          method,
          result,
          cause,
          staff: staffId,
        })),
      ),
    ],
  );
  await writeBirths(tx, births);
  // Births the registry told of, as their recorders would have: reported within days, most of them seen by somebody since.
  await tx.query(
    `update breeding.calving c set created_at = c.calved_on + interval '30 hours',
       status = case when c.id % 7 = 0 then 'reported' else 'verified' end,
       verified_at = case when c.id % 7 = 0 then null else c.calved_on + interval '9 days' end,
       ease = case when c.id % 11 = 0 then 'assisted' when c.id % 37 = 0 then 'hard' else 'normal' end,
       recorder_id = (select d.staff_id from registry.grid_duty d join registry.grid_village v on v.grid_id = d.grid_id
         where d.tenant_no = $1 and d.job = 'breedingTechnician' and d.is_main and v.village_code = c.region_code limit 1)
     where c.tenant_no = $1 and c.client_key not like 'demo-%'`,
    [tenantNo],
  );
  const ids = (
    await tx.query<{ id: number }>(
      `select id from registry.animal where tenant_no = $1 and species = 'cattle' and sex = 'female' and status = 'inStock'
         and voided_at is null and birth_date < $2::date - 480 order by id`,
      [tenantNo, today],
    )
  ).map((one) => one.id);
  for (let at = 0; at < ids.length; at += 500) await refold(tx, ids.slice(at, at + 500));
}

async function writeBirths(tx: Tx, births: readonly Birth[]): Promise<void> {
  const rows = births.map(({ cow, on, staffId, calf, ease, verified }, n) => ({
    n,
    animal: cow.id,
    tag: cow.earTag,
    holder: cow.principalId,
    region: cow.regionCode,
    on,
    staff: staffId,
    ease,
    verified,
    calf: calf?.id ?? null,
    sex: calf?.sex ?? (n % 2 ? 'male' : 'female'),
    breed: calf?.breed ?? null,
    worn: calf?.wornOn ?? null,
    due: dayFrom(on, 30),
  }));
  const shape = `n int, animal bigint, tag text, holder bigint, region bigint, "on" date, staff bigint, ease text,
    verified boolean, calf bigint, sex text, breed text, worn date, due date`;
  await tx.query(
    `insert into breeding.calving (tenant_no, region_code, principal_id, doc_no, client_key, mother_id, ear_tag, calved_on,
       ease, placenta, total, alive, fit, recorder_id, status, verified_at, created_by, created_at)
     select $1, r.region, r.holder, kit.doc_no('BC'), 'demo-' || r.n, r.animal, r.tag, r."on", r.ease, 'normal', 1, 1,
       'noService', r.staff, case when r.verified then 'verified' else 'reported' end,
       case when r.verified then r."on" + interval '9 days' end,
       (select s.user_id from registry.staff s where s.id = r.staff), r."on" + interval '30 hours'
     from jsonb_to_recordset($2::jsonb) r(${shape}) order by r."on", r.n`,
    [tx.scope.tenantNo, JSON.stringify(rows)],
  );
  await tx.query(
    `insert into breeding.calving_line (tenant_no, parent_id, line_no, sex, alive, birth_weight, breed, tag_due_on,
       animal_id, tagged_on, state)
     select $1, c.id, 1, r.sex, true, 34 + r.n % 9, r.breed, r.due, r.calf, r.worn,
       case when r.calf is null then 'toTag' when a.status <> 'inStock' then 'gone' else 'tagged' end
     from jsonb_to_recordset($2::jsonb) r(${shape})
       join breeding.calving c on c.tenant_no = $1 and c.client_key = 'demo-' || r.n
       left join registry.animal a on a.id = r.calf`,
    [tx.scope.tenantNo, JSON.stringify(rows)],
  );
}

/** Three seen in heat today, and one that nobody came for yesterday. */
async function heats(tx: Tx, cows: readonly Cow[], semen: Semen, today: string): Promise<void> {
  const open = await tx.query<{ id: number }>(
    "select animal_id as id from breeding.breeding_cycle where tenant_no = $1 and is_live and status = 'open'",
    [tx.scope.tenantNo],
  );
  const free = new Set(open.map((one) => one.id));
  const of = (staff: string) => cows.filter((cow) => cow.staff === staff && free.has(cow.id));
  const seen = [
    ...of('breed1')
      .slice(0, 3)
      .map((cow, at) => ({ cow, hours: -2 - at * 3, status: 'waiting' })),
    ...of('breed2')
      .slice(0, 2)
      .map((cow, at) => ({ cow, hours: at === 0 ? -5 : -40, status: at === 0 ? 'taken' : 'missed' })),
  ];
  for (const { cow, hours, status } of seen)
    await tx.query(
      `insert into breeding.heat_report (tenant_no, region_code, principal_id, doc_no, animal_id, ear_tag, seen_at, signs,
         source, best_from, best_to, technician_id, status)
       select $1, $2, $3, kit.doc_no('BF'), $4, $5, t.at, '{standing,mucus}', 'holder', t.at + interval '10 hours',
         t.at + interval '18 hours', $6, $7
       from (select ($8::date + interval '12 hours') at time zone 'Asia/Shanghai' + make_interval(hours => $9) as at) t`,
      [
        tx.scope.tenantNo,
        cow.regionCode,
        cow.principalId,
        cow.id,
        cow.earTag,
        cow.staff ? (semen.boxes.get(cow.staff)?.staffId ?? null) : null,
        status,
        today,
        hours,
      ],
    );
}
