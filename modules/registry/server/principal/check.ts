import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { isMask } from '#kit/contract/pii.ts';
import { levelOf } from '#kit/contract/region.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Call } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { isCreditCode } from '#modules/registry/contract/principal/credit-code.ts';
import { holderTypes, type principal } from '#modules/registry/contract/principal/principal.ts';
import { reachFaults } from './superior.ts';

export type Form = FormOf<typeof principal>;

export const isHolder = (type: string): boolean => (holderTypes as readonly string[]).includes(type);
/** Those that file with the authority. */
export const hasFarmCode = (type: string): boolean => type === 'farm' || type === 'cooperative';
/** R6: an authority, its counties, their stations, and what hangs below those. */
const mostDeep = 6;

/** R1, R2, R4, R6 and R13: a holder stands in a village, codes are real and nobody else's, nobody is their own superior. */
export async function check(call: Call, values: Form, type: string, id: number | null): Promise<void> {
  const faults: FieldError[] = [];
  if (isHolder(type) && levelOf(values.regionCode) !== 5)
    faults.push({ field: 'regionCode', key: 'registry.principal.villageNeeded' });
  if (isHolder(type) && !values.speciesKept?.length) faults.push({ field: 'speciesKept', key: 'error.field.required' });
  if (type === 'household' && !values.contactIdCard)
    faults.push({ field: 'contactIdCard', key: 'error.field.required' });
  if (type !== 'household' && !values.creditCode) faults.push({ field: 'creditCode', key: 'error.field.required' });
  if (values.creditCode && !isCreditCode(values.creditCode))
    faults.push({ field: 'creditCode', key: 'registry.principal.creditCodeWrong' });
  else faults.push(...(await identityFaults(call, values, type, id)));
  faults.push(...(await farmCodeFaults(call, values, type, id)));
  faults.push(...(await parentFaults(call, values.parentId, id)));
  if (faults.length > 0) throw invalid(faults);
}

/** R6: nobody stands below itself, nor deeper than the tree may be, nor is put there by whoever has no say over it. */
export async function parentFaults(call: Call, parentId: number | null, id: number | null): Promise<FieldError[]> {
  const faults = parentId === null ? [] : await treeFaults(call, parentId, id);
  return faults.length > 0 || id === null ? faults : reachFaults(call, parentId, id);
}

async function treeFaults(call: Call, parentId: number, id: number | null): Promise<FieldError[]> {
  if (id !== null && (await isBelow(call, parentId, id)))
    return [{ field: 'parentId', key: 'registry.principal.underItself' }];
  const [deep] = await call.tx.query<{ n: number }>('select registry.tree_depth($1, $2) as n', [parentId, id]);
  return (deep?.n ?? 0) > mostDeep
    ? [{ field: 'parentId', key: 'registry.principal.tooDeep', args: { n: mostDeep } }]
    : [];
}

/** R4: the other one is named to those who see it; others hear that it is elsewhere, and no more. */
async function identityFaults(call: Call, values: Form, type: string, id: number | null): Promise<FieldError[]> {
  const card = values.contactIdCard;
  const [stored] =
    id !== null && card && isMask(card)
      ? await call.tx.query<{ hash: string | null }>(
          'select contact_id_card_hash as hash from registry.principal where id = $1',
          [id],
        )
      : [];
  const person = !card || type !== 'household' ? null : (stored?.hash ?? searchHash(card, call.actor.tenantNo));
  const same = await call.tx.query<{ kind: 'credit' | 'person'; name: string | null }>(
    `select s.kind, (select p.principal_unit_name from registry.principal p where p.id = s.id) as name
     from registry.same_identity($1, $2, $3, $4) s`,
    [values.creditCode, person, values.regionCode, id],
  );
  return same.map(({ kind, name }) => ({
    field: kind === 'credit' ? 'creditCode' : 'contactIdCard',
    ...(name === null
      ? { key: 'registry.principal.takenElsewhere' }
      : { key: 'registry.principal.takenBy', args: { name } }),
  }));
}

/** R13: the county's number in front, and a serial nobody else has or had. */
async function farmCodeFaults(call: Call, values: Form, type: string, id: number | null): Promise<FieldError[]> {
  const { farmCode } = values;
  const at = (key: string) => [{ field: 'farmCode', key: `registry.principal.${key}` }];
  const [stored] =
    id === null
      ? []
      : await call.tx.query<{ code: string | null }>('select farm_code as code from registry.principal where id = $1', [
          id,
        ]);
  if (stored?.code && farmCode && farmCode !== stored.code) return at('farmCodeStays');
  if (!farmCode || farmCode === stored?.code) return [];
  if (!hasFarmCode(type)) return at('farmCodeNotFor');
  if (farmCode.slice(0, 6) !== String(Math.floor(values.regionCode / 1e6))) return at('farmCodeCounty');
  const [next] = await call.tx.query<{ taken: boolean }>('select $1 < registry.next_farm_code($2) as taken', [
    farmCode,
    Math.floor(values.regionCode / 1e6),
  ]);
  return next?.taken ? at('farmCodeTaken') : [];
}

/** The next serial of the county, for those that file and have none yet. */
export async function farmCodeFor(call: Call, type: string, values: Pick<Form, 'farmCode' | 'regionCode'>) {
  if (values.farmCode || !hasFarmCode(type)) return values.farmCode;
  // Two who are given a code at once must not be given the same.
  await call.tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `farm_code ${call.actor.tenantNo} ${Math.floor(values.regionCode / 1e6)}`,
  ]);
  const [next] = await call.tx.query<{ code: string }>('select registry.next_farm_code($1) as code', [
    Math.floor(values.regionCode / 1e6),
  ]);
  return next?.code ?? null;
}

async function isBelow(call: Call, candidate: number, id: number): Promise<boolean> {
  const found = await call.tx.query('select 1 where $1 = any (registry.principal_line($2, $3))', [
    id,
    call.actor.tenantNo,
    candidate,
  ]);
  return found.length > 0;
}
