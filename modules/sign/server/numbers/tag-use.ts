import type { Tx } from '#kit/server/db/database.ts';

export interface NewUse {
  readonly code: number;
  readonly animalId: number;
  readonly origin: 'procured' | 'legacy' | 'foreign';
  readonly categoryId: number | null;
  readonly wornOn: string;
  readonly staffId: number | null;
  readonly principalId: number | null;
  readonly issuedOn: string | null;
  readonly holderId: number;
  readonly regionCode: number;
  readonly state?: string;
  readonly insurerId?: number | null;
}

export async function insertUses(tx: Tx, scheme: string, uses: readonly NewUse[], docNo: string): Promise<void> {
  if (uses.length === 0) return;
  await tx.query(
    `insert into sign.tag_use (tenant_no, region_code, scheme, code, animal_id, state, origin, category_id, worn_on,
       worn_by_staff_id, worn_by_principal_id, wear_doc_no, issued_on, insurer_id, holder_ids, created_by, updated_by)
     select $1, r.region, $2, r.code, r.animal, r.state, r.origin, r.category, r.worn, r.staff, r.unit, $4, r.issued,
       r.insurer, array[r.holder], $5, $5
     from unnest($3::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[], $10::date[], $11::bigint[],
       $12::bigint[], $13::date[], $14::bigint[], $15::bigint[], $16::bigint[])
       r(code, animal, state, origin, category, worn, staff, unit, issued, insurer, holder, region)`,
    [
      tx.scope.tenantNo,
      scheme,
      uses.map((one) => one.code),
      docNo,
      tx.scope.userId,
      uses.map((one) => one.animalId),
      uses.map((one) => one.state ?? 'worn'),
      uses.map((one) => one.origin),
      uses.map((one) => one.categoryId),
      uses.map((one) => one.wornOn),
      uses.map((one) => one.staffId),
      uses.map((one) => one.principalId),
      uses.map((one) => one.issuedOn),
      uses.map((one) => one.insurerId ?? null),
      uses.map((one) => one.holderId),
      uses.map((one) => one.regionCode),
    ],
  );
}

export interface Use {
  readonly id: number;
  readonly code: number;
  readonly animalId: number;
  readonly state: string;
  readonly origin: string;
  readonly wornOn: string;
  readonly wornByStaffId: number | null;
  readonly wornByPrincipalId: number | null;
  readonly wearDocNo: string;
  readonly issuedOn: string | null;
  readonly nextCode: number | null;
  readonly endedOn: string | null;
  readonly endReason: string | null;
  readonly recoveryId: number | null;
  readonly recoveredOn: string | null;
  readonly destroyedOn: string | null;
  readonly regionCode: number;
  readonly holderIds: readonly number[];
}
const columns = `u.id, u.code, u.animal_id as "animalId", u.state, u.origin, u.worn_on as "wornOn",
  u.worn_by_staff_id as "wornByStaffId", u.worn_by_principal_id as "wornByPrincipalId", u.wear_doc_no as "wearDocNo",
  u.issued_on as "issuedOn", u.next_code as "nextCode", u.ended_on as "endedOn", u.end_reason as "endReason",
  u.recovery_id as "recoveryId", u.recovered_on as "recoveredOn", u.destroyed_on as "destroyedOn",
  u.region_code as "regionCode", u.holder_ids as "holderIds"`;

/** What one animal wore, the newest first; as the caller sees it. */
export const usesOfAnimal = (tx: Tx, scheme: string, animalId: number): Promise<Use[]> =>
  tx.query<Use>(
    `select ${columns} from sign.tag_use u where u.tenant_no = $1 and u.scheme = $2 and u.animal_id = $3
       and u.state <> 'voided' order by u.worn_on desc, u.id desc limit 10`,
    [tx.scope.tenantNo, scheme, animalId],
  );

/** What became of these numbers; those whose wearing was taken back are not among them. */
export const usesOf = (tx: Tx, scheme: string, codes: readonly number[], lock = false): Promise<Use[]> =>
  tx.query<Use>(
    `select ${columns} from sign.tag_use u where u.tenant_no = $1 and u.scheme = $2 and u.code = any ($3)
       and u.state <> 'voided' order by u.code ${lock ? 'for update' : ''}`,
    [tx.scope.tenantNo, scheme, codes],
  );

/** Of a run of numbers, those that were ever seen on an animal. */
export const usesIn = (tx: Tx, scheme: string, from: number, to: number, most: number): Promise<Use[]> =>
  tx.query<Use>(
    `select ${columns} from sign.tag_use u where u.tenant_no = $1 and u.scheme = $2 and u.code between $3 and $4
       and u.state <> 'voided' order by u.code limit $5`,
    [tx.scope.tenantNo, scheme, from, to, most],
  );

/** R42: the wearing is taken back; the row stays and says so. */
export const voidUses = (tx: Tx, scheme: string, codes: readonly number[]): Promise<Use[]> =>
  tx.query<Use>(
    `update sign.tag_use u set state = 'voided', updated_at = now(), updated_by = $4, version = u.version + 1
     where u.tenant_no = $1 and u.scheme = $2 and u.code = any ($3) and u.state <> 'voided' returning ${columns}`,
    [tx.scope.tenantNo, scheme, codes, tx.scope.userId],
  );

export interface Ending {
  readonly code: number;
  readonly state: string;
  readonly on: string | null;
  readonly reason: string | null;
  readonly nextCode: number | null;
}
/** R43; what has gone into a bag stays there. */
export async function endUses(tx: Tx, scheme: string, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return;
  await tx.query(
    `update sign.tag_use u set state = r.state, ended_on = r.ended, end_reason = r.reason,
       next_code = coalesce(r.next, case when r.state = 'worn' then null else u.next_code end), updated_at = now(),
       updated_by = $8, version = u.version + 1
     from unnest($3::bigint[], $4::text[], $5::date[], $6::text[], $7::bigint[]) r(code, state, ended, reason, next)
     where u.tenant_no = $1 and u.scheme = $2 and u.code = r.code
       and u.state not in ('voided', 'recovered', 'destroyed')`,
    [
      tx.scope.tenantNo,
      scheme,
      endings.map((one) => one.code),
      endings.map((one) => one.state),
      endings.map((one) => one.on),
      endings.map((one) => one.reason),
      endings.map((one) => one.nextCode),
      tx.scope.userId,
    ],
  );
}

export const bagUses = (tx: Tx, scheme: string, codes: readonly number[], recoveryId: number, on: string) =>
  tx.query(
    `update sign.tag_use set state = 'recovered', recovery_id = $4, recovered_on = $5, updated_at = now(),
       version = version + 1
     where tenant_no = $1 and scheme = $2 and code = any ($3) and state in ('ended', 'replaced', 'fallen')`,
    [tx.scope.tenantNo, scheme, codes, recoveryId, on],
  );
/** A seal that is broken gives its codes back to where they came from. */
export const unbagUses = (tx: Tx, recoveryId: number) =>
  tx.query(
    `update sign.tag_use set state = case end_reason when 'fallen' then 'fallen' when 'damaged' then 'replaced'
         when 'upgraded' then 'replaced' when 'wrongNumber' then 'replaced' else 'ended' end,
       recovery_id = null, recovered_on = null, updated_at = now(), version = version + 1
     where tenant_no = $1 and recovery_id = $2 and state = 'recovered'`,
    [tx.scope.tenantNo, recoveryId],
  );
export const destroyUses = (tx: Tx, recoveryId: number, on: string, except: readonly number[]) =>
  tx.query(
    `update sign.tag_use set state = 'destroyed', destroyed_on = $3, updated_at = now(), version = version + 1
     where tenant_no = $1 and recovery_id = $2 and state = 'recovered' and not (code = any ($4))`,
    [tx.scope.tenantNo, recoveryId, on, except],
  );

/** The animal stands with another: he and those before him see what became of its number. */
export const moveUses = (tx: Tx, animalIds: readonly number[], holderId: number, regionCode: number) =>
  tx.query(
    `update sign.tag_use set region_code = $3, updated_at = now(),
       holder_ids = case when $2 = any (holder_ids) then holder_ids else holder_ids || $2::bigint end
     where tenant_no = $4 and animal_id = any ($1) and state <> 'voided'`,
    [animalIds, holderId, regionCode, tx.scope.tenantNo],
  );
