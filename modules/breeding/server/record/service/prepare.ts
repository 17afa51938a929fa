import type { Language } from '#kit/contract/envelope.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { nearest } from '#kit/server/db/nearest.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { dayOf, monthsBetween } from '#modules/breeding/contract/record/days.ts';
import type { Kin } from '#modules/breeding/contract/record/kinship.ts';
import type { Cow, OfferedStraw, PreparedService, ServiceRules } from '#modules/breeding/contract/record/service.ts';
import { wilson } from '#modules/breeding/contract/record/wilson.ts';
import type { Rules } from '#modules/breeding/contract/setting/parameters.ts';
import { rulesFor } from '../../setting/rules.ts';
import { dutyVillages, type Female, type Technician } from '../females.ts';
import { kinsOf } from '../kin.ts';
import { ownTank, strawsIn, type TankStraw } from './tank.ts';

export interface Sire {
  readonly sireCode: string;
  readonly name: string | null;
  readonly species: string;
  readonly breed: string;
  readonly status: string;
  readonly heiferSafe: boolean;
  readonly heats: number;
  readonly judged: number;
  readonly pregnant: number;
}
export const siresBy = (tx: Pick<Tx, 'query'>, codes: readonly string[]): Promise<Sire[]> =>
  tx.query<Sire>(
    `select s.sire_code as "sireCode", s.name, s.species, s.breed, s.status, s.heifer_safe as "heiferSafe",
       coalesce(r.judged, 0)::int as judged, coalesce(r.pregnant, 0)::int as pregnant,
       coalesce(r.heats, 0)::int as heats
     from breeding.seed_animal s left join lateral (
       select count(*) as heats,
         count(*) filter (where i.outcome not in ('pending', 'unknown')) as judged,
         count(*) filter (where i.outcome in ('pregnant', 'calved', 'aborted')) as pregnant
       from breeding.insemination i where i.tenant_no = s.tenant_no and i.sire_code = s.sire_code and i.shot_no = 1
         and i.status <> 'voided') r on true
     where s.tenant_no = kit.tenant() and s.sire_code = any ($1)`,
    [codes],
  );

interface CycleRow {
  animalId: number;
  cycleNo: number;
  status: string;
  heats: number;
  lastServedOn: string | null;
  lastServedAt: number | null;
  lastSireCode: string | null;
  shots: number;
  checkDueOn: string | null;
  expectedOn: string | null;
  lastCalvedOn: string | null;
  setAside: boolean;
  holder: string;
}
const cyclesSql = `select a.id as "animalId", coalesce(c.cycle_no, 1) as "cycleNo",
    coalesce(c.status, 'open') as status,
    coalesce(c.heats, 0) as heats, to_char(c.last_served_on, 'YYYY-MM-DD') as "lastServedOn",
    (extract(epoch from i.served_at) * 1000)::bigint as "lastServedAt", c.last_sire_code as "lastSireCode",
    coalesce(i.shot_no, 0) as shots, to_char(c.check_due_on, 'YYYY-MM-DD') as "checkDueOn",
    to_char(c.expected_on, 'YYYY-MM-DD') as "expectedOn",
    (select to_char(max(v.calved_on), 'YYYY-MM-DD') from breeding.calving v where v.tenant_no = kit.tenant()
      and v.mother_id = a.id and v.status in ('reported', 'verified')) as "lastCalvedOn",
    exists (select 1 from breeding.set_aside x where x.tenant_no = kit.tenant() and x.animal_id = a.id
      and x.to_on is null) as "setAside",
    coalesce(h.name, '') as holder
  from unnest($1::bigint[]) a(id)
    left join breeding.breeding_cycle c on c.tenant_no = kit.tenant() and c.animal_id = a.id and c.is_live
    left join breeding.insemination i on i.tenant_no = kit.tenant() and i.id = c.last_service_id
    left join breeding.animal_seen n on n.id = a.id left join breeding.holder_seen h on h.id = n.principal_id`;

export async function cowsOf(
  tx: Tx,
  females: readonly Female[],
  staff: Technician | null,
  language: Language,
): Promise<Map<number, Cow>> {
  const rows = await tx.query<CycleRow>(cyclesSql, [females.map((one) => one.id)]);
  const byId = new Map(rows.map((one) => [one.animalId, one]));
  const villages = new Set(staff ? await dutyVillages(tx, staff.id) : []);
  const today = dayOf(Date.now());
  return new Map(
    females.map((female) => {
      const row = byId.get(female.id) as CycleRow;
      return [
        female.id,
        {
          animalId: female.id,
          earTag: female.earTag,
          species: female.species,
          breed: female.breed,
          birthDate: female.birthDate,
          ageMonths: monthsBetween(female.birthDate, today),
          parity: female.parity,
          status: female.status,
          principalId: female.principalId,
          holder: row.holder,
          regionCode: female.regionCode,
          region: shortRegionName(female.regionCode, language) ?? '',
          motherTag: female.motherTag,
          fatherCode: female.fatherCode,
          lastCalvedOn: row.lastCalvedOn,
          cycleStatus: row.status,
          cycleNo: row.cycleNo,
          heats: row.heats,
          lastServedOn: row.lastServedOn,
          lastServedAt: row.lastServedAt,
          lastSireCode: row.lastSireCode,
          shotsInHeat: row.shots,
          checkDueOn: row.checkDueOn,
          expectedOn: row.expectedOn,
          setAside: row.setAside,
          isMine: staff !== null && (villages.has(female.regionCode) || staff.principalId === female.principalId),
        },
      ];
    }),
  );
}

export const ruleWords = (rules: Rules, female: Female): ServiceRules => {
  const own = rules.of(female.species);
  return {
    firstServiceMonths: own.firstServiceMonths,
    calvingRefuseDays: own.calvingRefuseDays,
    calvingAdviseDays: own.calvingAdviseDays,
    sameHeatHours: own.sameHeatHours,
    shotsPerHeat: own.shotsPerHeat,
    strawsPerShot: own.strawsPerShot,
    cycleFrom: own.cycleFrom,
    cycleTo: own.cycleTo,
    checkDue: own.checkDue,
    gestation: female.gestation ?? own.gestation,
    kinRefusePct: rules.common.kinRefusePct,
    kinWarnPct: rules.common.kinWarnPct,
    backdateDays: rules.common.backdateDays,
  };
};

export interface Direction {
  readonly species: string;
  readonly wanted: readonly string[];
  readonly avoid: readonly string[];
}
export const directionsFor = (tx: Tx, regionCode: number, on: string): Promise<Direction[]> =>
  nearest<Direction>(tx, 'breeding.breed_direction', regionCode, {
    keys: ['species'],
    select: 't.species, t.wanted, t.avoid',
    on,
  });
export function fitsOf(directions: readonly Direction[], species: string, breed: string): OfferedStraw['fits'] {
  const own = directions.find((one) => one.species === species);
  if (!own) return 'neutral';
  if (own.wanted.includes(breed)) return 'wanted';
  return own.avoid.includes(breed) || own.wanted.length > 0 ? 'avoid' : 'neutral';
}

/**
 * How a straw stands to a cow: what refuses it, what warns, and a place in the order: fit to be used, the breed wanted here, the
 * lower end of its own conception, and least kin. Few cases count little, because their interval is wide.
 */
export function offer(
  cow: Cow,
  sire: Sire,
  kin: Kin,
  given: { straw: TankStraw | null; rules: ServiceRules; directions: readonly Direction[] },
): OfferedStraw {
  const { straw, rules, directions } = given;
  const fits = fitsOf(directions, cow.species, sire.breed);
  const range = wilson(sire.pregnant, sire.judged);
  const refused =
    kin.pct >= rules.kinRefusePct
      ? 'closeKin'
      : sire.status === 'suspended' || sire.status === 'draft'
        ? 'sireSuspended'
        : sire.species !== cow.species
          ? 'otherSpecies'
          : null;
  const warnings = [
    ...(kin.pct >= rules.kinWarnPct && !refused ? ['kin'] : []),
    ...(fits === 'avoid' ? ['offDirection'] : []),
    ...(!sire.heiferSafe && cow.parity === 0 ? ['hardCalving'] : []),
  ];
  const score =
    (refused ? -100 : 0) +
    (fits === 'wanted' ? 20 : fits === 'avoid' ? -20 : 0) +
    (range ? range.low * 40 : 10) -
    kin.pct * 2 -
    (warnings.includes('hardCalving') ? 15 : 0) -
    (sire.status === 'retired' ? 30 : 0);
  return {
    sireCode: sire.sireCode,
    sireName: sire.name,
    breed: sire.breed,
    semenKind: straw?.semenKind ?? 'conventional',
    sireStatus: sire.status,
    heiferSafe: sire.heiferSafe,
    lotId: straw?.lotId ?? null,
    lotNo: straw?.lotNo ?? null,
    materialId: straw?.materialId ?? null,
    strawMark: straw?.strawMark ?? null,
    canisters: [...(straw?.canisters ?? [])],
    left: straw?.left ?? 0,
    kin: { pct: kin.pct, relation: kin.relation, known: kin.known },
    refused,
    warnings,
    fits,
    judged: sire.judged,
    pregnant: sire.pregnant,
    low: range?.low ?? null,
    high: range?.high ?? null,
    score: Math.round(score * 100) / 100,
  };
}

type Past = PreparedService['history'][number];
export async function historyOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Past[]>> {
  const rows = await tx.query<Past & { animalId: number }>(
    `select * from (
       select animal_id as "animalId", 'service' as kind, id, to_char(served_on, 'YYYY-MM-DD') as on,
         sire_code as text, outcome as code, 'H' || heat_no || '·' || shot_no as extra
       from breeding.insemination where tenant_no = kit.tenant() and animal_id = any ($1) and status <> 'voided'
       union all
       select animal_id, 'check', id, to_char(checked_on, 'YYYY-MM-DD'), method, result, days_after::text
       from breeding.pregnancy_check where tenant_no = kit.tenant() and animal_id = any ($1) and status <> 'voided'
       union all
       select mother_id, 'calving', id, to_char(calved_on, 'YYYY-MM-DD'), coalesce(sire_code, ''), fit,
         alive || '/' || total
       from breeding.calving where tenant_no = kit.tenant() and mother_id = any ($1)
         and status in ('reported', 'verified')) x order by "animalId", "on" desc, id desc`,
    [ids],
  );
  const byId = new Map<number, Past[]>();
  for (const { animalId, ...one } of rows) {
    const own = byId.get(animalId) ?? [];
    if (own.length < 20) byId.set(animalId, [...own, one]);
  }
  return byId;
}

/** Everything the form shows of these cows, and every straw of the own tank judged for each of them. */
export async function prepare(
  tx: Tx,
  females: readonly Female[],
  staff: Technician,
  language: Language,
): Promise<PreparedService[]> {
  if (females.length === 0) return [];
  const ids = females.map((one) => one.id);
  const cows = await cowsOf(tx, females, staff, language);
  const history = await historyOf(tx, ids);
  const tank = await ownTank(tx, staff);
  const straws = await strawsIn(tx, tank);
  const codes = [...new Set(straws.map((one) => one.sireCode))];
  const sires = new Map(
    (await inTenant(tx, tx.scope.tenantNo, 'breeding.sires', (sys) => siresBy(sys, codes))).map((one) => [
      one.sireCode,
      one,
    ]),
  );
  const kin = await kinsOf(tx, ids, codes);
  const heats = await tx.query<{ animalId: number; id: number; seenAt: string; bestTo: string }>(
    `select distinct on (animal_id) animal_id as "animalId", id, seen_at as "seenAt", best_to as "bestTo"
     from breeding.heat_report where tenant_no = kit.tenant() and animal_id = any ($1)
       and status in ('waiting', 'taken') order by animal_id, seen_at desc`,
    [ids],
  );
  const places = new Map<number, { rules: Rules; directions: Direction[] }>();
  const prepared: PreparedService[] = [];
  for (const female of females) {
    const place = places.get(female.regionCode) ?? {
      rules: await rulesFor(tx, female.regionCode),
      directions: await directionsFor(tx, female.regionCode, dayOf(Date.now())),
    };
    places.set(female.regionCode, place);
    const cow = cows.get(female.id) as Cow;
    const rules = ruleWords(place.rules, female);
    const heat = heats.find((one) => one.animalId === female.id);
    prepared.push({
      cow,
      history: history.get(female.id) ?? [],
      straws: straws
        .flatMap((straw) => {
          const sire = sires.get(straw.sireCode);
          const given = { straw, rules, directions: place.directions };
          return sire ? [offer(cow, sire, kin(female.id, straw.sireCode), given)] : [];
        })
        .sort((a, b) => b.score - a.score),
      tank: { tankId: tank.tankId, tankNo: tank.tankNo, tankState: tank.tankState },
      rules,
      heatReport: heat
        ? { id: heat.id, seenAt: new Date(heat.seenAt).toISOString(), bestTo: new Date(heat.bestTo).toISOString() }
        : null,
    });
  }
  return prepared;
}
