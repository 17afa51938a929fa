import type { Tx } from '#kit/server/db/database.ts';
import type { ImmuneState } from '#modules/prevention/contract/livestock/immunity.ts';
import type { Protection } from '#modules/registry/server/index.ts';

export interface Immunity {
  readonly animalId: number;
  readonly diseaseCode: string;
  readonly protected: boolean;
  readonly validUntil: string | null;
  readonly lastOn: string | null;
  /** Why it is not protected. */
  readonly reason: Exclude<ImmuneState, 'protected' | 'lapsing'> | null;
}

/**
 * Whether animals are protected from diseases on a day. Who asks has made sure that the animals are its business: the answer does not
 * depend on whose rows the caller sees.
 *
 * @example
 * const open = (await immunityOf(tx, animalIds, ['fmd'], today())).filter((one) => !one.protected);
 */
export async function immunityOf(
  tx: Tx,
  animalIds: readonly number[],
  diseaseCodes: readonly string[],
  on: string,
): Promise<Immunity[]> {
  const rows = await tx.query<{
    animalId: number;
    diseaseCode: string;
    state: ImmuneState;
    lastOn: string | null;
    validUntil: string | null;
  }>(
    `select animal_id as "animalId", disease_code as "diseaseCode", state, last_on as "lastOn", valid_until as "validUntil"
     from prevention.immunity_on(kit.tenant(), $1, $2, $3) order by 1, 2`,
    [animalIds, diseaseCodes, on],
  );
  return rows.map(({ state, ...row }) => {
    const isProtected = row.validUntil !== null && row.validUntil >= on;
    const reason = isProtected || state === 'protected' || state === 'lapsing' ? null : state;
    return { ...row, protected: isProtected, reason };
  });
}

/** The visits whose shots still protect an animal on a day: the last against each disease. */
export const protectingVisits: Protection = async (tx, animalId, on) => {
  const rows = await tx.query<{ id: number }>(
    `select distinct last_visit_id::float8 as id from prevention.animal_immunity
     where tenant_no = kit.tenant() and animal_id = $1 and valid_until >= $2 and last_visit_id is not null`,
    [animalId, on],
  );
  return new Set(rows.map((row) => row.id));
};
