import type { Tx } from '#kit/server/db/database.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import type { AnimalFacts } from '#modules/prevention/server/visit/facts.ts';
import type { Random } from '../random.ts';
import type { Holder } from './visit-book.ts';

export const prefecture = 150500000000;
/** How far each county is, as the customer's demo world says. */
export const progress: Readonly<Record<number, number>> = {
  150502: 0.92,
  150523: 0.84,
  150525: 0.77,
  150526: 0.73,
  150521: 0.7,
  150522: 0.66,
  150581: 0.58,
  150524: 0.46,
};
const notStarted = new Set([150524104200, 150524104201]);
export const nobodyOpens = 150522100204;
export const flaggedVillage = 150522100203;

/** Old enough for its first shot. */
export const isGrown = ({ birthDate, species }: AnimalFacts, on: string): boolean =>
  birthDate <= addDays(on, species === 'cattle' ? -90 : -30);

/** Where the season has come to the door and was let in. */
export const isOpen = ({ regionCode }: Holder): boolean => !notStarted.has(regionCode) && regionCode !== nobodyOpens;

/** Somebody of every village before the rest of any: only those of the story are not started. */
export function villagesFirst(holders: readonly Holder[]): Holder[] {
  const first = [...Map.groupBy(holders, (one) => one.regionCode).values()].flatMap((all) => all.slice(0, 1));
  const flagged = holders.filter((one) => one.regionCode === flaggedVillage);
  return [...new Set([...flagged, ...first, ...holders])];
}

export async function loadHolders(tx: Tx): Promise<Holder[]> {
  const rows = await tx.query<AnimalFacts & { holderId: number }>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.stage, a.sex, to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", a.breeding_use as "breedingUse",
       a.principal_id as "principalId", a.region_code as "regionCode", a.status, true as "isHere", a.principal_id as "holderId"
     from registry.animal a where a.status = 'inStock' and a.in_herd and a.voided_at is null order by a.principal_id, a.ear_tag`,
  );
  const herds = Map.groupBy(rows, (row) => row.holderId);
  const holders = await tx.query<Omit<Holder, 'animals'>>(
    `select p.id, p.principal_unit_name as name, p.region_code as "regionCode", w.staff_id as "staffId", s.name as "staffName" from registry.principal p
     left join lateral (select coalesce(prevention.worker_of(p.tenant_no, p.region_code), (select o.id from registry.staff o where o.tenant_no = p.tenant_no
         and o.job = 'preventionWorker' and o.status = 'active' and o.region_code / 1000000 = p.region_code / 1000000 order by o.region_code / 1000 <> p.region_code / 1000, o.id limit 1)) as staff_id) w on true left join registry.staff s on s.id = w.staff_id
     where p.id = any ($1) order by p.id`,
    [[...herds.keys()]],
  );
  return holders.map((one) => ({ ...one, animals: herds.get(one.id) ?? [] }));
}

/** A day since one so long ago: slow at both ends, thin at weekends, and something of today. */
export function workday(random: Random, today: string, from: number): number {
  for (;;) {
    const x = random.next();
    const ago = Math.round(from * (1 - (0.5 * x + 0.5 * x * x * (3 - 2 * x))));
    const weekday = new Date(`${addDays(today, ago)}T00:00:00Z`).getUTCDay();
    if ((weekday !== 0 && weekday !== 6) || random.chance(0.4)) return ago;
  }
}
