import type { Tx } from '#kit/server/db/database.ts';
import { daysBetween, monthsBetween } from '#modules/breeding/contract/record/days.ts';

export interface Round {
  readonly id: number;
  readonly name: string;
  readonly species: string;
  readonly countDate: string;
  readonly regionCode: number;
  readonly minParity: number;
  readonly orAgeMonths: number;
  readonly minHoldDays: number;
  readonly publicityDays: number;
  readonly drawHouseholdsPct: number;
  readonly drawHeadsPct: number;
  readonly status: string;
}
export async function roundOf(tx: Pick<Tx, 'query'>, id: number): Promise<Round | null> {
  const [row] = await tx.query<Round>(
    `select id, name, species, to_char(count_date, 'YYYY-MM-DD') as "countDate", region_code as "regionCode",
       min_parity as "minParity", or_age_months as "orAgeMonths", min_hold_days as "minHoldDays",
       publicity_days as "publicityDays", draw_households_pct::float8 as "drawHouseholdsPct",
       draw_heads_pct::float8 as "drawHeadsPct", status
     from breeding.mother_census where id = $1`,
    [id],
  );
  return row ?? null;
}

export interface Expected {
  readonly animalId: number;
  readonly earTag: string;
  readonly breed: string;
  readonly birthDate: string;
  readonly entryOn: string;
  readonly parity: number;
  readonly lastCalvedOn: string | null;
  readonly lastServedOn: string | null;
  readonly pregnant: boolean;
  readonly setAside: boolean;
}
/** R36: females of the species, of age, that stood with the holder on the day of the count. */
export const expectedOf = (tx: Pick<Tx, 'query'>, round: Round, principalId: number): Promise<Expected[]> =>
  tx.query<Expected>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.breed, to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate",
       to_char(a.entry_on, 'YYYY-MM-DD') as "entryOn", a.parity,
       (select to_char(max(c.calved_on), 'YYYY-MM-DD') from breeding.calving c where c.tenant_no = kit.tenant()
         and c.mother_id = a.id and c.calved_on <= $3 and c.status in ('reported', 'verified')) as "lastCalvedOn",
       (select to_char(max(i.served_on), 'YYYY-MM-DD') from breeding.insemination i where i.tenant_no = kit.tenant()
         and i.animal_id = a.id and i.served_on <= $3 and i.status <> 'voided') as "lastServedOn",
       exists (select 1 from breeding.breeding_cycle y where y.tenant_no = kit.tenant() and y.animal_id = a.id
         and y.pregnant_on <= $3 and (y.closed_on is null or y.closed_on > $3)) as pregnant,
       exists (select 1 from breeding.set_aside s where s.tenant_no = kit.tenant() and s.animal_id = a.id
         and s.from_on <= $3 and (s.to_on is null or s.to_on > $3)) as "setAside"
     from breeding.animal_seen a where a.tenant_no = kit.tenant() and a.principal_id = $1 and a.species = $2
       and a.sex = 'female' and a.entry_on <= $3 and (a.exit_on is null or a.exit_on > $3)
       and a.birth_date <= $3::date - make_interval(months => 12) order by a.ear_tag`,
    [principalId, round.species, round.countDate],
  );

/** R37: what speaks against a cow on the day of the count, apart from whether she was seen. */
export function whyNot(cow: Expected, round: Round): string[] {
  const why: string[] = [];
  const months = monthsBetween(cow.birthDate, round.countDate);
  const hasCalved = cow.parity >= Math.max(1, round.minParity) || cow.lastCalvedOn !== null;
  if (!hasCalved && months < round.orAgeMonths) why.push('tooYoung');
  else if (!hasCalved && !cow.pregnant && cow.lastServedOn === null) why.push('noCalvingNoService');
  if (daysBetween(cow.entryOn, round.countDate) < round.minHoldDays) why.push('heldTooShort');
  if (cow.setAside) why.push('setAside');
  return why;
}
