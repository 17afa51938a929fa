import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { documentsValidOf } from '#modules/registry/server/index.ts';
import type { ContractRow } from './entrust-contract.ts';

export type Side = 'owner' | 'host' | 'witness' | 'none';
export function sideOf(
  call: Pick<Call, 'actor'>,
  row: Pick<ContractRow, 'principalId' | 'hostId' | 'societyUnitId'>,
): Side {
  const { principals } = call.actor.scope;
  if (principals.includes(row.principalId)) return 'owner';
  if (principals.includes(row.hostId)) return 'host';
  return row.societyUnitId !== null && principals.includes(row.societyUnitId) ? 'witness' : 'none';
}
export function needSide(call: Pick<Call, 'actor'>, row: ContractRow, ...sides: readonly Side[]): Side {
  const side = sideOf(call, row);
  if (!sides.includes(side)) throw forbidden();
  return side;
}

export interface HostRoom {
  readonly free: number;
}
/** Head in care, or promised by a signed contract; of a host and species. */
export const inCareSql = (host: string, species: string) => `(select count(*) from cure.entrust_line l
  join cure.entrust_contract k on k.id = l.contract_id
  where k.host_id = ${host} and (${species}) and k.mode <> 'careOnly' and l.out_on is null
    and (l.in_on is not null or k.status = 'signed'))`;

/** R100: an approved host with the mode and the species, and room for so many more, under lock; the tenant's own sight. */
export async function checkHost(tx: Tx, row: ContractRow, head: number): Promise<void> {
  const [host] = await tx.query<{ status: string; fits: boolean; free: number }>(
    `select h.status, $2 = any (h.modes) and $3 = any (h.species) as fits,
       (case $3 when 'cattle' then h.capacity_cattle when 'sheep' then h.capacity_sheep else h.capacity_goat end
         - ${inCareSql('h.principal_id', 'k.species = $3 and k.id <> $4')})::int as free
     from cure.enterprise_host h where h.tenant_no = kit.tenant() and h.principal_id = $1 for update of h`,
    [row.hostId, row.mode, row.species, row.id],
  );
  if (host?.status !== 'approved' || !host.fits)
    throw invalid([{ field: 'hostId', key: 'cure.entrustContract.noHost' }]);
  if (row.mode !== 'careOnly' && head > host.free)
    throw refusal('hostFull', 'cure.refusal.hostFull', { n: Math.max(0, host.free) });
}

/** R101. */
export async function checkPapers(tx: Tx, call: Call, row: ContractRow, on: string): Promise<void> {
  const missing = await documentsValidOf(tx, { principalId: row.hostId }, row.needPapers, on);
  if (missing.length === 0) return;
  const names = missing
    .map((one) => lookups().dictLabel('document_kind', one, call.actor.tenantNo, call.language) ?? one)
    .join('、');
  throw refusal('papersMissing', 'cure.refusal.papersMissing', { names });
}

export interface Entrusted {
  readonly id: number;
  readonly earTag: string;
}
/** R102: the owner's own, at hand, in no other contract; none that is shut in, and none that is pledged leaves. */
export async function checkAnimals(
  tx: Tx,
  row: Pick<ContractRow, 'id' | 'principalId' | 'species' | 'mode'>,
  ids: readonly number[],
): Promise<Entrusted[]> {
  const animals = await tx.query<
    Entrusted & { fits: boolean; pledged: boolean; quarantined: boolean; other: string | null }
  >(
    `select a.id, a.ear_tag as "earTag", a.principal_id = $2 and a.owner_id = $2 and a.species = $3
         and a.status = 'inStock' and a.pending_change_id is null as fits,
       a.pledged and $4 <> 'careOnly' as pledged, a.quarantined,
       (select k.doc_no from cure.entrust_line l join cure.entrust_contract k on k.id = l.contract_id
         where l.tenant_no = a.tenant_no and l.animal_id = a.id and l.out_on is null and k.id <> $5
           and (l.in_on is not null or k.status in ('offered', 'accepted', 'signed')) limit 1) as other
     from cure.animal_owned a where a.tenant_no = kit.tenant() and a.id = any ($1) order by a.id`,
    [ids, row.principalId, row.species, row.mode, row.id],
  );
  if (animals.length !== new Set(ids).size) throw invalid([{ field: 'animalIds', key: 'error.field.ref' }]);
  const say = (bizCode: string, { earTag }: Entrusted, args = {}) =>
    refusal(bizCode, `cure.refusal.entrust_${bizCode}`, { tag: earTag, ...args });
  for (const one of animals) {
    if (!one.fits) throw say('notOwn', one);
    if (one.pledged) throw say('pledged', one);
    if (one.quarantined) throw say('quarantined', one);
    if (one.other) throw say('inContract', one, { docNo: one.other });
  }
  return animals;
}
