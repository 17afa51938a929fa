import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { type DueAnimal, mostHeads, type Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { dueAnimals, type Teller } from './assess.ts';
import {
  type AnimalFacts,
  diseasesIn,
  type HealthFacts,
  healthOf,
  heldBy,
  herdOf,
  holderOf,
  programmesAt,
  type StaffFacts,
  seasonAt,
  stockAt,
  vaccinesIn,
  workerOf,
} from './facts.ts';

interface Ask {
  readonly principalId: number;
  readonly staffId?: number | undefined;
  readonly visitedOn?: string | undefined;
  readonly mode: 'season' | 'routine' | 'emergency' | 'self';
}

const stateOf = (one: { validUntil: string | null; exemptUntil: string | null; shots: number }, on: string): string => {
  if (one.exemptUntil !== null && one.exemptUntil >= on) return 'exempt';
  if (one.validUntil !== null && one.validUntil >= on) {
    const left = (Date.parse(one.validUntil) - Date.parse(on)) / 86_400_000;
    return left > 30 ? 'protected' : 'lapsing';
  }
  return one.shots > 0 ? 'lapsed' : 'never';
};

/** An animal as the form and the installed app hold it. */
export function asDue(
  animal: AnimalFacts,
  health: HealthFacts,
  due: ReadonlyMap<number, Record<string, string>>,
  holderId: number,
  on: string,
): DueAnimal {
  const shots = health.immunity.get(animal.animalId) ?? [];
  return {
    animalId: animal.animalId,
    earTag: animal.earTag,
    species: animal.species,
    stage: animal.stage,
    sex: animal.sex,
    birthDate: animal.birthDate,
    breedingUse: animal.breedingUse,
    bans: [...(health.bans.get(animal.animalId) ?? [])],
    liveOn: shots.flatMap((one) => (one.isLive && one.lastOn ? [one.lastOn] : [])),
    immunity: Object.fromEntries(
      shots.map((one) => [
        one.diseaseCode,
        {
          lastOn: one.lastOn,
          shots: one.shots,
          boosterDueOn: one.boosterDueOn,
          validUntil: one.validUntil,
          state: stateOf(one, on),
        },
      ]),
    ),
    due: due.get(animal.animalId) ?? {},
    guest: animal.principalId !== holderId,
  };
}

/** Who gives the shots: the caller; where a station writes it down, whom it names, else the worker in charge of the village. */
async function giverOf(tx: Tx, ask: Ask, village: number, { userId, mayBackdate }: Teller): Promise<StaffFacts | null> {
  if (ask.mode === 'self') return null;
  if (!mayBackdate) return workerOf(tx, { userId }, village);
  if (ask.staffId) return workerOf(tx, { staffId: ask.staffId }, village);
  const own = await workerOf(tx, { userId }, village);
  if (own?.serves) return own;
  const [main] = await inTenant(tx, tx.scope.tenantNo, 'worker', (sys) =>
    sys.query<{ id: number | null }>('select prevention.worker_of(kit.tenant(), $1) as id', [village]),
  );
  return main?.id ? workerOf(tx, { staffId: main.id }, village) : null;
}

/** Everything the form needs of one household: read once, so that nothing is asked while animals wait. */
export async function prepare(tx: Tx, ask: Ask, { userId, mayBackdate }: Teller): Promise<Prepared> {
  const on = ask.visitedOn ?? today();
  const holder = await holderOf(tx, ask.principalId);
  const season =
    ask.mode === 'routine' || ask.mode === 'self'
      ? null
      : await seasonAt(tx, holder.regionCode, { emergency: ask.mode === 'emergency' });
  const staff = await giverOf(tx, ask, holder.regionCode, { userId, mayBackdate });
  const animals = await herdOf(tx, holder.principalId, mostHeads);
  const health = await healthOf(
    tx,
    animals.map((one) => one.animalId),
    on,
  );
  const due = new Map<number, Record<string, string>>();
  for (const one of await dueAnimals(tx, holder.principalId, season, on))
    due.set(one.animalId, { ...due.get(one.animalId), [one.diseaseCode]: one.why });
  const held = staff ? await heldBy(tx, staff.id, on) : [];
  const last = await inTenant(tx, tx.scope.tenantNo, 'lastVisit', (sys) =>
    sys.query<{ on: string | null }>(
      `select to_char(last_visit_on, 'YYYY-MM-DD') as on from prevention.holder where tenant_no = kit.tenant() and principal_id = $1`,
      [holder.principalId],
    ),
  );
  const programmes = await programmesAt(tx, holder.regionCode, animals, on);
  return {
    holder: {
      principalId: holder.principalId,
      name: holder.name,
      contactName: holder.contactName,
      regionCode: holder.regionCode,
      place: regionName(holder.regionCode) ?? '',
      longitude: holder.longitude,
      latitude: holder.latitude,
      lastVisitOn: last[0]?.on ?? null,
      canSelf: (await configOf(tx, holder.principalId, 'self_purchase_vaccine')) === '1',
    },
    season: season && {
      id: season.id,
      name: season.name,
      startDate: season.startDate,
      endDate: season.endDate,
      emergency: season.emergency,
      items: [...season.items],
    },
    stock: (await stockAt(tx, holder.principalId)).map((row) => ({ ...row, stages: { ...row.stages } })),
    animals: animals.map((one) => asDue(one, health, due, holder.principalId, on)),
    programmes: programmes.map((one) => ({ ...one, banOn: [...one.banOn] })),
    vaccines: (await vaccinesIn(tx)).map(({ route: _, ...one }) => ({
      ...one,
      diseaseCodes: [...one.diseaseCodes],
      species: [...one.species],
      doses: { ...one.doses },
    })),
    held: [...Map.groupBy(held, (one) => one.materialId).values()].map((lots) => {
      const [first] = lots as [(typeof lots)[number]];
      return {
        materialId: first.materialId,
        name: first.name,
        spec: first.spec,
        vaccineCode: first.vaccineCode,
        lots: lots.map(({ lotId, lotNo, expireOn, qty }) => ({ lotId, lotNo, expireOn, qty })),
      };
    }),
    staff: staff && { id: staff.id, name: staff.name },
    diseases: await diseasesIn(tx),
  };
}

/** The picker: households of the caller's villages, those with something left first. */
export async function households(tx: Tx, ask: { keyword?: string | undefined; mode: string; limit: number }) {
  const rows = await tx.query<{
    principalId: number;
    name: string;
    regionCode: number;
    phoneTail: string | null;
    due: number;
    done: number;
    status: string | null;
    lastVisitOn: string | null;
  }>(
    `select p.id as "principalId", p.principal_unit_name as name, p.region_code as "regionCode",
       right(p.contact_phone_mask, 4) as "phoneTail", coalesce(x.due, 0)::int as due, coalesce(x.done, 0)::int as done, x.status,
       to_char(h.last_visit_on, 'YYYY-MM-DD') as "lastVisitOn"
     from registry.principal p
     left join prevention.holder h on h.tenant_no = p.tenant_no and h.principal_id = p.id
     left join lateral (
       select sum(o.due) as due, sum(o.done) as done, min(o.status) as status from prevention.plan_household o join prevention.prevention_season s on s.id = o.season_id
       where o.principal_id = p.id and s.status = 'ongoing' and s.emergency = ($2 = 'emergency') and $2 in ('season', 'emergency')
       union all
       select sum(r.due), sum(r.done), min(r.status) from prevention.routine_plan r where r.principal_id = p.id and r.month = to_char(prevention.today(), 'YYYY-MM') and $2 in ('routine', 'self')
     ) x on x.due is not null
     where p.principal_unit_type in ('household', 'farm', 'cooperative') and p.status = 'active'
       and ($1::text is null or p.principal_unit_name ilike '%' || $1 || '%' or p.name_pinyin ilike $1 || '%' or p.contact_name ilike '%' || $1 || '%'
         or ($1 ~ '^[0-9]{4,15}$' and exists (select 1 from registry.animal a where a.principal_id = p.id and a.status = 'inStock' and a.ear_tag like '%' || $1)))
     order by coalesce(x.due, 0) - coalesce(x.done, 0) = 0, p.region_code, coalesce(x.due, 0) - coalesce(x.done, 0) desc, p.id limit $3`,
    [ask.keyword || null, ask.mode, ask.limit],
  );
  return rows.map((row) => ({ ...row, place: regionName(row.regionCode) ?? '' }));
}
