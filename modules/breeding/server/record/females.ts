import type { Tx } from '#kit/server/db/database.ts';

/** A female as the registry has her. */
export interface Female {
  readonly id: number;
  readonly earTag: string;
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly entryOn: string;
  readonly exitOn: string | null;
  readonly parity: number;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly motherTag: string | null;
  readonly fatherCode: string | null;
  readonly gestation: number | null;
  readonly firstServiceMonths: number | null;
}

const columns = `a.id, a.ear_tag as "earTag", a.species, a.breed, a.sex,
  to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", to_char(a.entry_on, 'YYYY-MM-DD') as "entryOn",
  to_char(a.exit_on, 'YYYY-MM-DD') as "exitOn", a.parity, a.status, a.principal_id as "principalId",
  a.region_code as "regionCode", a.mother_tag as "motherTag", a.father_code as "fatherCode",
  v.gestation_days as gestation, v.first_service_months as "firstServiceMonths"`;
const joined = `breeding.animal_seen a left join lateral (select * from breeding.variety_seen v where v.code = a.breed
  order by v.tenant_no desc limit 1) v on true`;

/** Those the caller sees; `lock` is not possible on a view: what must not change is locked by its own rows. */
export const femalesOf = (tx: Pick<Tx, 'query'>, ids: readonly number[]): Promise<Female[]> =>
  tx.query<Female>(`select ${columns} from ${joined} where a.id = any ($1) order by a.id`, [ids]);

/** By whole number, or by its last digits, as people read them aloud. */
export function femalesByTag(tx: Pick<Tx, 'query'>, digits: string): Promise<Female[]> {
  if (digits.length === 15)
    return tx.query<Female>(`select ${columns} from ${joined} where a.ear_tag = $1 limit 5`, [digits]);
  const back = [...digits].reverse().join('');
  const low = BigInt(back.padEnd(15, '0'));
  const high = BigInt(back.padEnd(15, '9'));
  return tx.query<Female>(
    `select ${columns} from ${joined} where a.tag_back between $1 and $2 and a.sex = 'female' and a.status = 'inStock'
     order by a.ear_tag limit 20`,
    [String(low), String(high)],
  );
}

export interface Technician {
  readonly id: number;
  readonly name: string;
  readonly principalId: number;
}
/** The member of staff behind an account, in whatever job they serve cows. */
export async function staffOf(tx: Pick<Tx, 'query'>, userId: number | null): Promise<Technician | null> {
  const rows = await tx.query<Technician & { job: string }>(
    `select s.id, s.name, s.principal_id as "principalId", s.job from breeding.technician_seen s
     where s.user_id = $1 and s.status = 'active' order by s.job = 'breedingTechnician' desc, s.id limit 1`,
    [userId ?? 0],
  );
  return rows[0] ?? null;
}
export const dutyVillages = async (tx: Pick<Tx, 'query'>, staffId: number): Promise<number[]> =>
  (
    await tx.query<{ code: number }>(
      'select distinct village_code as code from breeding.duty_seen where staff_id = $1 and to_on is null order by 1',
      [staffId],
    )
  ).map((one) => one.code);
