import type { Tx } from '#kit/server/db/database.ts';

/** An animal as registration makes it, its chain already begun. */
export interface NewAnimal {
  readonly uid: string;
  readonly earTag: string;
  readonly electronicTag: string | null;
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly coatColor: string | null;
  readonly source: string;
  readonly motherTag: string | null;
  readonly motherId: number | null;
  readonly fatherCode: string | null;
  readonly stage: string;
  readonly parity: number;
  readonly castrated: boolean;
  readonly lateTagged: boolean;
  readonly tagUnchecked: boolean;
}

/** What all animals of one entry share. */
export interface EntryFacts {
  readonly entryId: number;
  readonly principalId: number;
  readonly ownerId: number;
  readonly regionCode: number;
  readonly hovelId: number | null;
  readonly penId: number | null;
  readonly inHerd: boolean;
  readonly wornOn: string;
  readonly wornByStaffId: number | null;
  readonly earSide: string | null;
  readonly originRegionCode: number | null;
  readonly quarantineCertNo: string | null;
  readonly actor: number | null;
}

const plain = (value: object) => JSON.stringify(value);

/** Ids in the order of the animals given. */
export async function insertAnimals(tx: Tx, facts: EntryFacts, animals: readonly NewAnimal[]): Promise<number[]> {
  const rows = await tx.query<{ id: number; ear_tag: string }>(
    `insert into registry.animal (tenant_no, region_code, principal_id, owner_id, animal_uid, ear_tag, electronic_tag, species, breed, sex, birth_date, coat_color,
       source, mother_tag, mother_id, father_code, stage, parity, castrated, hovel_id, pen_id, in_herd, late_tagged, tag_unchecked, tag_worn_on, worn_by_staff_id, ear_side,
       entry_on, entry_id, origin_region_code, quarantine_cert_no, created_by, updated_by)
     select $1, f.region_code, f.principal_id, f.owner_id, a.uid::uuid, a.ear_tag, a.electronic_tag, a.species, a.breed, a.sex, a.birth_date, a.coat_color,
       a.source, a.mother_tag, a.mother_id, a.father_code, a.stage, a.parity, a.castrated, f.hovel_id, f.pen_id, f.in_herd, a.late_tagged, a.tag_unchecked, f.worn_on,
       f.worn_by_staff_id, f.ear_side, f.worn_on, f.entry_id, f.origin_region_code, f.quarantine_cert_no, f.actor, f.actor
     from jsonb_to_recordset($2::jsonb) a(uid text, ear_tag text, electronic_tag text, species text, breed text, sex text, birth_date date, coat_color text, source text,
         mother_tag text, mother_id bigint, father_code text, stage text, parity int, castrated boolean, late_tagged boolean, tag_unchecked boolean)
       cross join jsonb_to_record($3::jsonb) f(region_code bigint, principal_id bigint, owner_id bigint, hovel_id bigint, pen_id bigint, in_herd boolean, worn_on date,
         worn_by_staff_id bigint, ear_side text, entry_id bigint, origin_region_code bigint, quarantine_cert_no text, actor bigint)
     returning id, ear_tag`,
    [
      tx.scope.tenantNo,
      plain(
        animals.map((one) => ({
          uid: one.uid,
          ear_tag: one.earTag,
          electronic_tag: one.electronicTag,
          species: one.species,
          breed: one.breed,
          sex: one.sex,
          birth_date: one.birthDate,
          coat_color: one.coatColor,
          source: one.source,
          mother_tag: one.motherTag,
          mother_id: one.motherId,
          father_code: one.fatherCode,
          stage: one.stage,
          parity: one.parity,
          castrated: one.castrated,
          late_tagged: one.lateTagged,
          tag_unchecked: one.tagUnchecked,
        })),
      ),
      plain({
        region_code: facts.regionCode,
        principal_id: facts.principalId,
        owner_id: facts.ownerId,
        hovel_id: facts.hovelId,
        pen_id: facts.penId,
        in_herd: facts.inHerd,
        worn_on: facts.wornOn,
        worn_by_staff_id: facts.wornByStaffId,
        ear_side: facts.earSide,
        entry_id: facts.entryId,
        origin_region_code: facts.originRegionCode,
        quarantine_cert_no: facts.quarantineCertNo,
        actor: facts.actor,
      }),
    ],
  );
  const idOf = new Map(rows.map((row) => [row.ear_tag, row.id]));
  return animals.map((one) => idOf.get(one.earTag) as number);
}

/** What a change must know of an animal, and what a revocation brings back. */
export interface AnimalState {
  readonly id: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly sex: string;
  readonly breed: string;
  readonly birthDate: string;
  readonly status: string;
  readonly principalId: number;
  readonly ownerId: number;
  readonly regionCode: number;
  readonly hovelId: number | null;
  readonly penId: number | null;
  readonly inHerd: boolean;
  readonly entryOn: string;
  readonly exitOn: string | null;
  readonly exitReason: string | null;
  readonly insured: boolean;
  readonly pledged: boolean;
  readonly quarantined: boolean;
  readonly pendingChangeId: number | null;
  readonly partyIds: readonly number[];
}

const stateSql = `select id, ear_tag as "earTag", species, stage, sex, breed, birth_date as "birthDate", status, principal_id as "principalId", owner_id as "ownerId",
       region_code as "regionCode", hovel_id as "hovelId", pen_id as "penId", in_herd as "inHerd", entry_on as "entryOn", exit_on as "exitOn", exit_reason as "exitReason",
       insured, pledged, quarantined, pending_change_id as "pendingChangeId", party_ids as "partyIds"
     from registry.animal where id = any ($1) and voided_at is null order by id`;

/** The animals as the caller sees them. */
export const seeAnimals = (tx: Tx, ids: readonly number[]): Promise<AnimalState[]> =>
  tx.query<AnimalState>(stateSql, [ids]);

/** The same, locked in the order of ids. */
export const lockAnimals = (tx: Tx, ids: readonly number[]): Promise<AnimalState[]> =>
  tx.query<AnimalState>(`${stateSql} for update`, [ids]);

/** Columns a change may set; everything else of an animal is settled when it is registered. */
export interface AnimalPatch {
  readonly status?: string;
  readonly principalId?: number;
  readonly ownerId?: number;
  readonly regionCode?: number;
  readonly hovelId?: number | null;
  readonly penId?: number | null;
  readonly inHerd?: boolean;
  readonly entryOn?: string;
  readonly exitOn?: string | null;
  readonly exitReason?: string | null;
  readonly pendingChangeId?: number | null;
  readonly stage?: string;
}

const columns: Readonly<Record<keyof AnimalPatch, readonly [column: string, type: string]>> = {
  status: ['status', 'text'],
  principalId: ['principal_id', 'bigint'],
  ownerId: ['owner_id', 'bigint'],
  regionCode: ['region_code', 'bigint'],
  hovelId: ['hovel_id', 'bigint'],
  penId: ['pen_id', 'bigint'],
  inHerd: ['in_herd', 'boolean'],
  entryOn: ['entry_on', 'date'],
  exitOn: ['exit_on', 'date'],
  exitReason: ['exit_reason', 'text'],
  pendingChangeId: ['pending_change_id', 'bigint'],
  stage: ['stage', 'text'],
};

/** The same change to every animal given. */
export async function patchAnimals(
  tx: Tx,
  ids: readonly number[],
  patch: AnimalPatch,
  actor: number | null,
): Promise<void> {
  const names = Object.keys(patch) as (keyof AnimalPatch)[];
  if (names.length === 0 || ids.length === 0) return;
  const sets = names.map((name, index) => `${columns[name][0]} = $${index + 3}::${columns[name][1]}`);
  await tx.query(
    `update registry.animal set ${sets.join(', ')}, version = version + 1, updated_by = $2, updated_at = now() where id = any ($1)`,
    [ids, actor, ...names.map((name) => patch[name] ?? null)],
  );
}

/** A different change to each. */
export async function patchEach(
  tx: Tx,
  patches: readonly (AnimalPatch & { readonly id: number })[],
  actor: number | null,
): Promise<void> {
  for (const [, same] of Map.groupBy(patches, ({ id: _, ...patch }) => JSON.stringify(patch))) {
    const { id: _, ...patch } = same[0] as AnimalPatch & { readonly id: number };
    await patchAnimals(
      tx,
      same.map((one) => one.id),
      patch,
      actor,
    );
  }
}

export async function voidAnimals(tx: Tx, ids: readonly number[], reason: string, actor: number | null): Promise<void> {
  await tx.query(
    `update registry.animal set voided_at = now(), void_reason = $2, pen_id = null, hovel_id = null, version = version + 1, updated_by = $3, updated_at = now()
     where id = any ($1) and voided_at is null`,
    [ids, reason, actor],
  );
}

export async function setNewTag(
  tx: Tx,
  id: number,
  kind: 'ear' | 'electronic',
  tag: string,
  often: boolean,
  actor: number | null,
): Promise<void> {
  const column = kind === 'ear' ? 'ear_tag' : 'electronic_tag';
  await tx.query(
    `update registry.animal set ${column} = $2, often_retagged = often_retagged or $3, version = version + 1, updated_by = $4, updated_at = now() where id = $1`,
    [id, tag, often, actor],
  );
}
