import type { Tx } from '#kit/server/db/database.ts';
import { insertItemAmounts, reassignItemAmounts, setInsuredSums, setItemAmounts } from './rows/pledge-item-amount.ts';

/** The one place where rows of collateral are written; all of it runs in the tenant's own name, see `inBank`. */
export type ItemState =
  | 'reserved'
  | 'pledged'
  | 'releasing'
  | 'missing'
  | 'released'
  | 'swappedOut'
  | 'dead'
  | 'disposed'
  | 'dropped';

export interface Item {
  readonly id: number;
  readonly pledgeId: number;
  readonly creditLineId: number;
  readonly siteId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly regionCode: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly state: ItemState;
  readonly seenAt: string | null;
  readonly seenBy: string | null;
  readonly surveyedAt: string | null;
  readonly valueCents: number;
  readonly heldByChangeId: number | null;
  readonly beneficiarySet: boolean;
  readonly deviceNos: readonly string[];
  readonly retaggedAt: readonly string[];
  readonly changeId: number | null;
  readonly pledgeNo: string;
  readonly pledgeStatus: string;
}
const columns = `i.id, i.pledge_id as "pledgeId", p.credit_line_id as "creditLineId", p.site_id as "siteId",
  i.bank_id as "bankId", i.principal_id as "principalId", i.supervisor_id as "supervisorId",
  i.region_code as "regionCode", i.animal_id as "animalId", i.ear_tag as "earTag", i.species, i.stage, i.state,
  i.seen_at as "seenAt", i.seen_by as "seenBy", i.surveyed_at as "surveyedAt",
  coalesce((select a.value from bank.pledge_item_amount a where a.tenant_no = i.tenant_no and a.id = i.id), 0)
    as "valueCents",
  i.held_by_change_id as "heldByChangeId", i.beneficiary_set as "beneficiarySet", i.device_nos as "deviceNos",
  i.retagged_at as "retaggedAt", i.change_id as "changeId", p.doc_no as "pledgeNo", p.status as "pledgeStatus"`;
const from = `bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id`;

export interface ItemAsk {
  readonly ids?: readonly number[];
  readonly animalIds?: readonly number[];
  readonly pledgeId?: number;
  readonly creditLineId?: number;
  readonly siteId?: number;
}
/** Locked where they are about to be written, in the order of their animals, so that two writers never wait for each other. */
export const itemsOf = (tx: Tx, of: ItemAsk, states: readonly ItemState[], isLocked = false): Promise<Item[]> =>
  tx.query<Item>(
    `select ${columns} from ${from} where i.tenant_no = kit.tenant() and i.state = any ($1)
       and ($2::bigint[] is null or i.id = any ($2)) and ($3::bigint[] is null or i.animal_id = any ($3))
       and ($4::bigint is null or i.pledge_id = $4) and ($5::bigint is null or p.credit_line_id = $5)
       and ($6::bigint is null or p.site_id = $6)
     order by i.animal_id, i.id ${isLocked ? 'for update of i' : ''}`,
    [states, of.ids ?? null, of.animalIds ?? null, of.pledgeId ?? null, of.creditLineId ?? null, of.siteId ?? null],
  );

export interface NewItem {
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly breed: string | null;
  readonly sex: string | null;
  readonly birthDate: string | null;
}
export interface ItemHead {
  readonly pledgeId: number;
  readonly regionCode: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly heldByChangeId?: number | null;
}
/**
 * R16: of two that want the same animal the unique index lets one have it; the second waits for the first to end, and gets
 * the others. Answers those it got.
 */
export async function reserveItems(
  tx: Tx,
  head: ItemHead,
  animals: readonly NewItem[],
): Promise<{ id: number; animalId: number }[]> {
  const made = await tx.query<{ id: number; animalId: number }>(
    `insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, supervisor_id, animal_id,
       ear_tag, species, stage, breed, sex, birth_date, held_by_change_id, created_by, updated_by)
     select kit.tenant(), $1, $2, $3, $4, $5, r."animalId", r."earTag", r.species, r.stage, r.breed, r.sex,
       r."birthDate", $6, $7, $7
     from jsonb_to_recordset($8::jsonb) r("animalId" bigint, "earTag" text, species text, stage text, breed text,
       sex text, "birthDate" date)
     order by r."animalId"
     on conflict (tenant_no, animal_id) where state in ('reserved', 'pledged', 'releasing', 'missing') do nothing
     returning id, animal_id as "animalId"`,
    [
      head.regionCode,
      head.pledgeId,
      head.bankId,
      head.principalId,
      head.supervisorId,
      head.heldByChangeId ?? null,
      tx.scope.userId,
      JSON.stringify(animals),
    ],
  );
  await insertItemAmounts(
    tx,
    made.map((one) => one.id),
    head,
  );
  return made;
}

export interface ItemPatch {
  readonly state?: ItemState;
  readonly endReason?: string | null;
  readonly changeId?: number | null;
  readonly heldByChangeId?: number | null;
  readonly replacedById?: number | null;
  readonly fromNow?: boolean;
  readonly toNow?: boolean;
  readonly beneficiarySet?: boolean;
}
/** What is left out stays as it is. */
export async function patchItems(tx: Tx, ids: readonly number[], patch: ItemPatch): Promise<void> {
  if (ids.length === 0) return;
  const values: unknown[] = [ids];
  const sets: string[] = [];
  const set = (column: string, value: unknown) => sets.push(`${column} = $${values.push(value)}`);
  if (patch.state !== undefined) set('state', patch.state);
  if (patch.endReason !== undefined) set('end_reason', patch.endReason);
  if (patch.changeId !== undefined) set('change_id', patch.changeId);
  if (patch.heldByChangeId !== undefined) set('held_by_change_id', patch.heldByChangeId);
  if (patch.replacedById !== undefined) set('replaced_by_id', patch.replacedById);
  if (patch.beneficiarySet !== undefined) set('beneficiary_set', patch.beneficiarySet);
  if (patch.fromNow !== undefined) sets.push(`from_at = ${patch.fromNow ? 'now()' : 'null'}`);
  if (patch.toNow !== undefined) sets.push(`to_at = ${patch.toNow ? 'now()' : 'null'}`);
  await tx.query(
    `update bank.pledge_item set ${sets.join(', ')}, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($1)`,
    values,
  );
}

/** Out of the book, for good or until a revocation at the registry. */
export const endItems = (
  tx: Tx,
  ids: readonly number[],
  state: ItemState,
  endReason: string,
  changeId: number | null = null,
): Promise<void> => patchItems(tx, ids, { state, endReason, changeId, toNow: true, heldByChangeId: null });

export interface Survey {
  readonly id: number;
  readonly at: string;
  readonly readBy: string;
  readonly location: unknown;
  readonly photos: readonly number[];
}
export const setSurveyed = (tx: Tx, one: Survey): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item set surveyed_at = least($2, now()), survey_read_by = $3, survey_location = $4, photos = $5,
       seen_at = greatest(seen_at, least($2, now())), seen_by = case
         when seen_at is null or seen_at < $2 then 'count' else seen_by end,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [one.id, one.at, one.readBy, JSON.stringify(one.location), one.photos],
  );

/**
 * R38: the latest sighting counts, whoever had it; an older one changes nothing. A clock that is ahead tells no day that has not
 * come: such an animal would never be unseen again. Answers how many it moved.
 */
export async function setSeen(
  tx: Tx,
  seen: readonly { readonly animalId: number; readonly at: string; readonly by: string }[],
): Promise<number> {
  if (seen.length === 0) return 0;
  const moved = await tx.query(
    `update bank.pledge_item i set seen_at = s.at, seen_by = s.by, version = version + 1, updated_at = now()
     from (select distinct on (r."animalId") r."animalId", least(r.at, now()) as at, r.by
       from jsonb_to_recordset($1::jsonb) r("animalId" bigint, at timestamptz, by text)
       order by r."animalId", r.at desc) s
     where i.tenant_no = kit.tenant() and i.animal_id = s."animalId"
       and i.state in ('reserved', 'pledged', 'releasing', 'missing') and (i.seen_at is null or i.seen_at < s.at)
     returning i.id`,
    [JSON.stringify(seen)],
  );
  return moved.length;
}

export interface ItemValue {
  readonly id: number;
  readonly cents: number;
  readonly priceLineId: number | null;
  readonly weightKg: number | null;
  readonly isEstimate: boolean;
  readonly on: string;
}
/** What each head is worth today; `start` writes it down as the value at the contract too. */
export async function setItemValues(tx: Tx, values: readonly ItemValue[], isStart = false): Promise<void> {
  if (values.length === 0) return;
  await tx.query(
    `update bank.pledge_item i set valued_on = g."on", price_line_id = g."priceLineId", weight_used = g."weightKg",
       weight_estimated = coalesce(g."isEstimate", false), updated_at = now()
     from jsonb_to_recordset($1::jsonb) g(id bigint, "priceLineId" bigint, "weightKg" numeric, "isEstimate" boolean,
       "on" date)
     where i.tenant_no = kit.tenant() and i.id = g.id`,
    [JSON.stringify(values)],
  );
  await setItemAmounts(tx, values, isStart);
}

export interface ItemCoverRow {
  readonly id: number;
  readonly policyNo: string | null;
  readonly until: string | null;
  readonly sumCents: number | null;
  readonly beneficiarySet: boolean;
}
/** R44: the cover as the insurer has it. */
export async function setItemCovers(tx: Tx, covers: readonly ItemCoverRow[]): Promise<void> {
  if (covers.length === 0) return;
  await tx.query(
    `update bank.pledge_item i set cover_policy_no = g."policyNo", cover_to = g.until,
       beneficiary_set = coalesce(g."beneficiarySet", false), updated_at = now()
     from jsonb_to_recordset($1::jsonb) g(id bigint, "policyNo" text, until date, "beneficiarySet" boolean)
     where i.tenant_no = kit.tenant() and i.id = g.id`,
    [JSON.stringify(covers)],
  );
  await setInsuredSums(tx, covers);
}

export const setItemDevices = (tx: Tx, rows: readonly { id: number; nos: readonly string[] }[]): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item i set device_nos = array(select jsonb_array_elements_text(g.nos)), updated_at = now()
     from jsonb_to_recordset($1::jsonb) g(id bigint, nos jsonb) where i.tenant_no = kit.tenant() and i.id = g.id`,
    [JSON.stringify(rows)],
  );

/** R32: the number it wears now, and of a merge the animal that goes on. */
export const setItemTag = (tx: Tx, id: number, earTag: string, animalId: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item set ear_tag = $2, animal_id = $3, retagged_at = retagged_at || now(),
       version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id, earTag, animalId],
  );

export const reassignItems = async (tx: Tx, loserId: number, survivorId: number): Promise<void> => {
  await tx.query(
    `update bank.pledge_item set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1 and state in ('reserved', 'pledged', 'releasing', 'missing')`,
    [loserId, survivorId],
  );
  await reassignItemAmounts(tx, loserId);
};

/** Who reads the animals that stand at a site (R6). */
export const handItemsOver = (tx: Tx, siteId: number, supervisorId: number | null): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item i set supervisor_id = $2 from bank.pledge p where i.tenant_no = kit.tenant()
       and p.tenant_no = i.tenant_no and p.id = i.pledge_id and p.site_id = $1
       and i.state in ('reserved', 'pledged', 'releasing', 'missing')`,
    [siteId, supervisorId],
  );
