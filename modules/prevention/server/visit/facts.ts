import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Dose, Programme, Shot } from '#modules/prevention/contract/visit/judge.ts';
import type { DiseaseWords } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { banFacts } from '../extension-points.ts';

export interface HolderFacts {
  readonly principalId: number;
  readonly name: string;
  readonly contactName: string;
  readonly regionCode: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly status: string;
}

/** The household as the caller may see it: one that is not theirs is not there. */
export async function holderOf(tx: Tx, principalId: number): Promise<HolderFacts> {
  const [row] = await tx.query<HolderFacts>(
    `select id as "principalId", principal_unit_name as name, contact_name as "contactName", region_code as "regionCode", longitude, latitude, status
     from registry.principal where id = $1 and principal_unit_type in ('household', 'farm', 'cooperative')`,
    [principalId],
  );
  if (!row) throw notFound();
  return row;
}

export interface SeasonFacts {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly emergency: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  readonly items: readonly { diseaseCode: string; species: string; defaultVaccineCode: string | null }[];
}

/** The season that goes on at a place: an emergency where one is asked for, else the spring's or the autumn's before a special one. */
export async function seasonAt(
  tx: Tx,
  regionCode: number,
  ask: { readonly emergency?: boolean; readonly withLate?: boolean } = {},
): Promise<SeasonFacts | null> {
  const [row] = await tx.query<SeasonFacts>(
    `select s.id, s.name, s.kind, s.emergency, to_char(s.start_date, 'YYYY-MM-DD') as "startDate", to_char(s.end_date, 'YYYY-MM-DD') as "endDate", s.status,
       (select coalesce(jsonb_agg(jsonb_build_object('diseaseCode', i.disease_code, 'species', i.species, 'defaultVaccineCode', i.default_vaccine_code)
          order by i.disease_code, i.species), '[]') from prevention.prevention_season_item i where i.tenant_no = s.tenant_no and i.season_id = s.id) as items
     from prevention.prevention_season s
     where s.tenant_no = kit.tenant() and s.status = any ($2) and s.emergency = $3 and prevention.lies_in($1, s.region_codes)
     order by s.kind = 'special', s.status, s.id desc limit 1`,
    [regionCode, ask.withLate ? ['ongoing', 'summarising'] : ['ongoing'], ask.emergency ?? false],
  );
  return row ?? null;
}

export interface AnimalFacts {
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly breedingUse: boolean;
  readonly principalId: number;
  readonly regionCode: number;
  readonly status: string;
  readonly isHere: boolean;
}

const animalColumns = `a.id as "animalId", a.ear_tag as "earTag", a.species, a.stage, a.sex, to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate",
  a.breeding_use as "breedingUse", a.principal_id as "principalId", a.region_code as "regionCode", a.status,
  (a.status = 'inStock' and a.in_herd and a.voided_at is null) as "isHere"`;

/** Animals the caller sees, kept still until the transaction ends where `lock` says so. */
export const animalsById = (tx: Tx, ids: readonly number[], lock: boolean): Promise<AnimalFacts[]> =>
  tx.query<AnimalFacts>(
    `select ${animalColumns} from registry.animal a where a.id = any ($1) order by a.id ${lock ? 'for no key update' : ''}`,
    [ids],
  );

export const herdOf = (tx: Tx, principalId: number, most: number): Promise<AnimalFacts[]> =>
  tx.query<AnimalFacts>(
    `select ${animalColumns} from registry.animal a
     where a.principal_id = $1 and a.status = 'inStock' and a.in_herd and a.voided_at is null order by a.species, a.stage, a.ear_tag limit $2`,
    [principalId, most],
  );

export interface Immunity extends Shot {
  readonly animalId: number;
  readonly diseaseCode: string;
  readonly validUntil: string | null;
  readonly exemptUntil: string | null;
  readonly isLive: boolean;
}

export interface HealthFacts {
  readonly immunity: ReadonlyMap<number, readonly Immunity[]>;
  readonly bans: ReadonlyMap<number, readonly string[]>;
}

/** How the animals stand, and what other modules know against a shot. Read past the row rules: who sees the animal is asked elsewhere. */
export async function healthOf(tx: Tx, animalIds: readonly number[], on: string): Promise<HealthFacts> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'immunity', (sys) =>
    sys.query<Immunity>(
      `select animal_id as "animalId", disease_code as "diseaseCode", to_char(last_on, 'YYYY-MM-DD') as "lastOn", shots, to_char(booster_due_on, 'YYYY-MM-DD') as "boosterDueOn",
         to_char(valid_until, 'YYYY-MM-DD') as "validUntil", to_char(exempt_until, 'YYYY-MM-DD') as "exemptUntil", last_live as "isLive"
       from prevention.animal_immunity where tenant_no = kit.tenant() and animal_id = any ($1)`,
      [animalIds],
    ),
  );
  const bans = new Map<number, string[]>();
  for (const { animalId, fact } of await banFacts.ask(tx, animalIds, on))
    bans.set(animalId, [...(bans.get(animalId) ?? []), fact]);
  return { immunity: Map.groupBy(rows, (row) => row.animalId), bans };
}

export interface VaccineFacts {
  readonly vaccineCode: string;
  readonly name: string;
  readonly diseaseCodes: readonly string[];
  readonly species: readonly string[];
  readonly isLive: boolean;
  readonly apartDays: number;
  readonly route: string;
  readonly doses: Readonly<Record<string, Dose>>;
}

export const vaccinesIn = (tx: Tx): Promise<VaccineFacts[]> =>
  tx.query<VaccineFacts>(
    `select vaccine_code as "vaccineCode", name, disease_codes as "diseaseCodes", species, form = 'live' as "isLive", apart_days as "apartDays", route, doses
     from prevention.vaccine where tenant_no = kit.tenant() and status = 'enabled' order by vaccine_code`,
  );

export interface ProgrammeRow extends Programme {
  readonly diseaseCode: string;
  readonly species: string;
  readonly stage: string;
}

/** What the programme says at a place for every kind and age there is among the animals. */
export async function programmesAt(
  tx: Tx,
  regionCode: number,
  kinds: readonly { readonly species: string; readonly stage: string }[],
  on: string,
): Promise<ProgrammeRow[]> {
  const pairs = [...new Map(kinds.map((one) => [`${one.species} ${one.stage}`, one])).values()];
  return tx.query<ProgrammeRow>(
    `select d.code as "diseaseCode", k.species, k.stage, p.min_age_days as "minAgeDays", p.min_gap_days as "minGapDays", p.ban_on as "banOn"
     from unnest($2::text[], $3::text[]) k(species, stage) join prevention.ant_disease d on d.tenant_no = kit.tenant() and k.species = any (d.species)
     join lateral prevention.programme_of(kit.tenant(), d.code, k.species, k.stage, $1, $4) p on p.id is not null`,
    [regionCode, pairs.map((one) => one.species), pairs.map((one) => one.stage), on],
  );
}

export interface StaffFacts {
  readonly id: number;
  readonly name: string;
  readonly userId: number | null;
  readonly status: string;
  readonly principalId: number;
  readonly serves: boolean;
  readonly town: number;
}

/** R11: the worker, and whether the village is theirs: by an open duty of its grid, or of the grid above. */
export async function workerOf(
  tx: Tx,
  who: { readonly staffId?: number | null | undefined; readonly userId?: number | null },
  village: number,
): Promise<StaffFacts | null> {
  return inTenant(tx, tx.scope.tenantNo, 'worker', async (sys) => {
    const [row] = await sys.query<StaffFacts>(
      `select s.id, s.name, s.user_id as "userId", s.status, s.principal_id as "principalId", (s.region_code / 1000)::int as town,
         exists (select 1 from registry.grid_duty d join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
           where d.tenant_no = s.tenant_no and d.staff_id = s.id and d.job = 'preventionWorker' and d.to_on is null and v.village_code = $3) as serves
       from registry.staff s where s.tenant_no = kit.tenant() and s.job = 'preventionWorker' and (s.id = $1 or ($1::bigint is null and s.user_id = $2))
       order by s.status = 'active' desc, s.id limit 1`,
      [who.staffId ?? null, who.userId ?? null, village],
    );
    return row ?? null;
  });
}

export interface HeldLot {
  readonly materialId: number;
  readonly name: string;
  readonly spec: string;
  readonly vaccineCode: string;
  readonly lotId: number;
  readonly lotNo: string;
  readonly expireOn: string | null;
  readonly qty: number;
}

/** What lies in the worker's box and may be given on that day, first to run out on top. */
export const heldBy = (tx: Tx, staffId: number, on: string): Promise<HeldLot[]> =>
  inTenant(tx, tx.scope.tenantNo, 'box', (sys) =>
    sys.query<HeldLot>(
      `select m.id as "materialId", m.name, m.spec, m.vaccine_code as "vaccineCode", l.id as "lotId", l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn",
         (b.qty - b.reserved)::float8 as qty
       from depot.depot d join depot.stock_balance b on b.depot_id = d.id join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id
       where d.tenant_no = kit.tenant() and d.kind = 'box' and d.staff_id = $1 and d.status <> 'closed' and m.vaccine_code is not null and b.qty > b.reserved and not b.hold
         and l.quality = 'ok' and l.cut_at is null and (l.expire_on is null or l.expire_on >= $2)
       order by m.vaccine_code, l.expire_on nulls last, b.first_in_at, l.lot_no`,
      [staffId, on],
    ),
  );

/** Heads a worker has done on a day, by kind. */
export const doneBy = (tx: Tx, staffId: number, on: string): Promise<{ species: string; n: number }[]> =>
  tx.query(
    `select species, sum(n)::int as n from prevention.work_day where tenant_no = kit.tenant() and staff_id = $1 and day = $2 and kind in ('season', 'routine', 'emergency') group by species`,
    [staffId, on],
  );

export interface StockRow {
  readonly species: string;
  readonly tagged: number;
  readonly untagged: number;
  readonly stages: Readonly<Record<string, number>>;
}

export const stockAt = (tx: Tx, principalId: number): Promise<StockRow[]> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
    sys.query<StockRow>(
      'select species, tagged, untagged, stages from prevention.holder_stock where tenant_no = kit.tenant() and principal_id = $1 and tagged + untagged > 0 order by species',
      [principalId],
    ),
  );

export const diseasesIn = (tx: Tx): Promise<DiseaseWords> =>
  tx.query<DiseaseWords[number]>(
    `select code, name_zh as zh, coalesce(name_tw, name_zh) as tw, name_en as en, human_risk as "humanRisk" from prevention.ant_disease
     where tenant_no = kit.tenant() order by order_num, code`,
  );
