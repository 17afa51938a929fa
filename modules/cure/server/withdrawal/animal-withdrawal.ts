import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';

export interface Blocked {
  readonly animalId: number;
  readonly earTag: string;
  readonly until: string;
  readonly milkUntil: string | null;
  readonly medicines: string;
  readonly sourceType: string;
  readonly sourceId: number;
  readonly sourceNo: string;
  readonly byGroup: boolean;
}

/**
 * Which of these animals must not leave on a day, and until when: the latest of all their sources. One answer for every screen and every guard, whoever asks.
 *
 * @example
 * const [one] = await withdrawalUntil(tx, [animalId], '2026-11-20');
 */
export async function withdrawalUntil(
  tx: Tx,
  animalIds: readonly number[],
  on: string = today(),
): Promise<readonly Blocked[]> {
  if (animalIds.length === 0) return [];
  return inTenant(tx, tx.scope.tenantNo, 'withdrawal', (all) =>
    all.query<Blocked>(
      `select distinct on (w.animal_id) w.animal_id as "animalId", coalesce(w.ear_tag, '') as "earTag",
         to_char(w.meat_until, 'YYYY-MM-DD') as until, max(w.milk_until) over (partition by w.animal_id) as "milkUntil",
         string_agg(w.medicine_names, '、') over (partition by w.animal_id) as medicines, w.source_type as "sourceType",
         w.source_id as "sourceId", w.source_no as "sourceNo", w.by_group as "byGroup"
       from cure.animal_withdrawal w
       where w.tenant_no = kit.tenant() and w.animal_id is not null and w.animal_id = any ($1)
         and w.status <> 'lifted' and w.meat_until >= $2
       order by w.animal_id, w.meat_until desc, w.id`,
      [animalIds, on],
    ),
  );
}

export interface Block {
  readonly sourceType: 'prescription' | 'treatment';
  readonly sourceId: number;
  readonly sourceNo: string;
  readonly lastDoseOn: string;
  readonly meatUntil: string;
  readonly milkUntil: string | null;
  readonly medicineNames: string;
  readonly treatedBy: number | null;
}
export interface BlockedAnimal {
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly byGroup?: boolean;
}

/** A source blocks its animals; told again with a later day it moves on, never back. */
export async function blockAnimals(tx: Tx, block: Block, animals: readonly BlockedAnimal[]): Promise<void> {
  if (animals.length === 0) return;
  await tx.query(
    `insert into cure.animal_withdrawal as w (tenant_no, region_code, principal_id, scope, animal_id, ear_tag,
      species, by_group,
       source_type, source_id, source_no, last_dose_on, meat_until, milk_until, medicine_names, treated_by, created_by)
     select kit.tenant(), a.region, a.principal, 'animal', a.id, a.tag, a.species, a.by_group, $1, $2, $3, $4, $5,
       $6, $7, $8, $8
     from unnest($9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::boolean[])
       a(id, tag, species, principal, region, by_group)
     on conflict (tenant_no, source_type, source_id, scope, coalesce(animal_id, 0)) do update
       set last_dose_on = greatest(w.last_dose_on, excluded.last_dose_on),
         meat_until = greatest(w.meat_until, excluded.meat_until), status = 'open',
         milk_until = greatest(w.milk_until, excluded.milk_until), version = w.version + 1, updated_at = now()
       where w.status <> 'lifted'`,
    [
      block.sourceType,
      block.sourceId,
      block.sourceNo,
      block.lastDoseOn,
      block.meatUntil,
      block.milkUntil,
      block.medicineNames,
      block.treatedBy,
      animals.map((one) => one.animalId),
      animals.map((one) => one.earTag),
      animals.map((one) => one.species),
      animals.map((one) => one.principalId),
      animals.map((one) => one.regionCode),
      animals.map((one) => one.byGroup ?? false),
    ],
  );
}

/** R65: heads without a number; who of them is tagged later is blocked as well. */
export async function blockGroup(
  tx: Tx,
  block: Block,
  group: { principalId: number; regionCode: number; species: string; penId: number | null },
): Promise<void> {
  await tx.query(
    `insert into cure.animal_withdrawal (tenant_no, region_code, principal_id, scope, species, pen_id, source_type,
      source_id,
       source_no, last_dose_on, meat_until, milk_until, medicine_names, treated_by, created_by)
     values (kit.tenant(), $1, $2, 'group', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     on conflict (tenant_no, source_type, source_id, scope, coalesce(animal_id, 0)) do nothing`,
    [
      group.regionCode,
      group.principalId,
      group.species,
      group.penId,
      block.sourceType,
      block.sourceId,
      block.sourceNo,
      block.lastDoseOn,
      block.meatUntil,
      block.milkUntil,
      block.medicineNames,
      block.treatedBy,
    ],
  );
}

/** R65: animals that were tagged now, while a group they belong to waits. */
export async function blockNewcomers(tx: Tx, principalId: number, animalIds: readonly number[]): Promise<void> {
  await tx.query(
    `insert into cure.animal_withdrawal (tenant_no, region_code, principal_id, scope, animal_id, ear_tag, species,
      by_group,
       source_type, source_id, source_no, last_dose_on, meat_until, milk_until, medicine_names, treated_by)
     select w.tenant_no, a.region_code, a.principal_id, 'animal', a.id, a.ear_tag, a.species, true, w.source_type,
       w.source_id,
       w.source_no, w.last_dose_on, w.meat_until, w.milk_until, w.medicine_names, w.treated_by
     from cure.animal_withdrawal w join cure.animal_seen a on a.tenant_no = w.tenant_no
       and a.principal_id = w.principal_id
       and a.species = w.species and a.birth_date <= w.last_dose_on and (w.pen_id is null or a.pen_id = w.pen_id)
     where w.tenant_no = kit.tenant() and w.principal_id = $1 and w.scope = 'group' and w.status = 'open'
       and a.id = any ($2)
     on conflict (tenant_no, source_type, source_id, scope, coalesce(animal_id, 0)) do nothing`,
    [principalId, animalIds],
  );
}

/** The period goes with the animal. */
export const followHolder = (tx: Tx, animalIds: readonly number[], toId: number): Promise<unknown> =>
  tx.query(
    `update cure.animal_withdrawal w set principal_id = u.id, region_code = u.region_code, version = w.version + 1,
      updated_at = now()
     from cure.unit_seen u where u.id = $2 and w.tenant_no = kit.tenant() and w.animal_id = any ($1)
       and w.status = 'open'`,
    [animalIds, toId],
  );

/** Another number, or two records that were one animal: whoever is kept waits as long as both. */
export const followAnimal = (tx: Tx, fromId: number, toId: number, earTag: string): Promise<unknown> =>
  tx.query(
    `update cure.animal_withdrawal w set animal_id = $2, ear_tag = $3, version = w.version + 1, updated_at = now()
     where w.tenant_no = kit.tenant() and w.animal_id = $1 and ($1 = $2 or not exists (
       select 1 from cure.animal_withdrawal o where o.tenant_no = w.tenant_no and o.animal_id = $2
         and o.source_type = w.source_type and o.source_id = w.source_id))`,
    [fromId, toId, earTag],
  );

/** Of a source that counts no more (voided, expired, cancelled), or whose course ended sooner. */
export const moveBlock = (
  tx: Tx,
  source: { type: 'prescription' | 'treatment'; id: number },
  until: string | null,
): Promise<unknown> =>
  tx.query(
    `update cure.animal_withdrawal set meat_until = least(meat_until, coalesce($3::date, last_dose_on - 1)),
       milk_until = case when $3::date is null then null else milk_until end,
       status = case when coalesce($3::date, last_dose_on - 1) < $4::date then 'ended' else status end,
         version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and source_type = $1 and source_id = $2 and status = 'open'`,
    [source.type, source.id, until, today()],
  );

/** R68: the day after. */
export const endPassed = (tx: Tx, on: string = today()): Promise<unknown[]> =>
  tx.query(
    `update cure.animal_withdrawal set status = 'ended', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'open' and meat_until < $1 and (milk_until is null
       or milk_until < now()) returning 1`,
    [on],
  );

/** Open rows of a unit that became another. */
export const reassignBlocks = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.animal_withdrawal set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1
      and status = 'open'`,
    [from, to],
  );
