import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';
import { withoutConsent } from '#modules/registry/server/index.ts';

/** What R15 asks of a product. */
export interface Wanted {
  readonly species: readonly string[];
  readonly stages: readonly string[];
  readonly ageFromMonths: number | null;
  readonly ageToMonths: number | null;
  readonly minDaysHeld: number;
  readonly immunityNeeded: readonly string[];
}
export interface Candidate {
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly hovelId: number | null;
  readonly penNo: string | null;
  readonly ageMonths: number;
  readonly principalId: number;
  readonly regionCode: number;
}
export interface Judged {
  readonly animal: Candidate;
  /** In the order in which people look at it; none where it can be declared. */
  readonly codes: readonly string[];
  readonly owner: string | null;
  readonly days: number;
}
interface Row extends Candidate {
  readonly status: string;
  readonly ownerId: number;
  readonly owner: string;
  readonly heldDays: number;
  readonly bornHere: boolean;
  readonly quarantined: boolean;
  readonly changePending: boolean;
  readonly isTaken: boolean;
}

const herd = `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.stage, a.breed, a.sex,
    to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", a.hovel_id as "hovelId", a.pen_no as "penNo",
    (extract(year from age($2::date, a.birth_date)) * 12 + extract(month from age($2::date, a.birth_date)))::int
      as "ageMonths",
    a.principal_id as "principalId", a.region_code as "regionCode", a.status, a.owner_id as "ownerId",
    registry.principal_name(a.owner_id) as owner, ($2::date - a.entry_on) as "heldDays", a.source = 'born' as "bornHere",
    a.quarantined, a.change_pending as "changePending",
    exists (select 1 from bank.pledge_item i where i.tenant_no = a.tenant_no and i.animal_id = a.id
      and i.state in ('reserved', 'pledged', 'releasing', 'missing')) as "isTaken"
  from bank.pledge_animal_seen a where a.tenant_no = kit.tenant()`;

const judgeRows = async (
  sys: Tx,
  rows: readonly Row[],
  { clientId, product }: { readonly clientId: number; readonly product: Wanted },
): Promise<Judged[]> => {
  const ids = rows.map((one) => one.animalId);
  const bare = new Set(
    product.immunityNeeded.length > 0 && ids.length > 0
      ? (await immunityOf(sys, ids, [...product.immunityNeeded], today()))
          .filter((one) => !one.protected)
          .map((one) => one.animalId)
      : [],
  );
  const foreign = new Set(ids.length > 0 ? await withoutConsent(sys, ids, 'pledge') : []);
  return rows.map((row) => {
    const failed: [string, boolean][] = [
      ['notHere', row.status !== 'inStock' || row.principalId !== clientId],
      ['pledgedElsewhere', row.isTaken],
      ['species', !product.species.includes(row.species)],
      ['stage', product.stages.length > 0 && !product.stages.includes(row.stage)],
      ['tooYoung', product.ageFromMonths !== null && row.ageMonths < product.ageFromMonths],
      ['tooOld', product.ageToMonths !== null && row.ageMonths > product.ageToMonths],
      ['notHeldLong', !row.bornHere && row.heldDays < product.minDaysHeld],
      ['notImmune', bare.has(row.animalId)],
      ['quarantined', row.quarantined],
      ['changePending', row.changePending],
      ['notOwn', row.ownerId !== clientId && foreign.has(row.animalId)],
    ];
    const codes = failed.flatMap(([code, isSo]) => (isSo ? [code] : []));
    return { animal: row, codes, owner: row.ownerId !== clientId ? row.owner : null, days: product.minDaysHeld };
  });
};

/** R15 for animals by number. Who asks has proved that the animals are its business. */
export const judgeAnimals = (
  tx: Tx,
  animalIds: readonly number[],
  of: { readonly clientId: number; readonly product: Wanted },
): Promise<Judged[]> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.pledge', async (sys) => {
    const rows = await sys.query<Row>(`${herd} and a.id = any ($1) order by a.id`, [animalIds, today()]);
    return judgeRows(sys, rows, of);
  });

/** The client's whole herd of the product's species. */
export const judgeHerd = (tx: Tx, of: { readonly clientId: number; readonly product: Wanted }): Promise<Judged[]> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.pledge', async (sys) => {
    const rows = await sys.query<Row>(
      `${herd} and a.principal_id = $1 and a.status = 'inStock' and a.species = any ($3) order by a.pen_no, a.ear_tag
       limit 5000`,
      [of.clientId, today(), of.product.species],
    );
    return judgeRows(sys, rows, of);
  });

/** R4: whether they are in a live pledge, and nothing else of it. */
export const takenAmong = (tx: Tx, animalIds: readonly number[]): Promise<ReadonlySet<number>> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.pledge', async (sys) => {
    const rows = await sys.query<{ id: number }>(
      `select animal_id as id from bank.pledge_item where tenant_no = kit.tenant() and animal_id = any ($1)
         and state in ('reserved', 'pledged', 'releasing', 'missing')`,
      [animalIds],
    );
    return new Set(rows.map((row) => row.id));
  });

/** The words of a verdict, in the language of the call. */
export const wordsOf = (
  say: (key: string, args?: Record<string, string | number>) => string,
  { codes, owner, days }: Pick<Judged, 'codes' | 'owner' | 'days'>,
): string => codes.map((code) => say(`bank.eligible.${code}`, { owner: owner ?? '', n: days })).join('；');
