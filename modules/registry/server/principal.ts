import { pinyin } from 'pinyin-pro';
import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { levelOf, rangeOf } from '#kit/contract/region.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import {
  closeTask,
  notify,
  openTask,
  type Place,
  type PlaceQuery,
  type Reach,
  type Root,
  refuseOverQuota,
} from '#modules/platform/server/index.ts';
import { isCreditCode } from '#modules/registry/contract/credit-code.ts';
import { holderTypes, principal } from '#modules/registry/contract/principal.ts';
import { giveFirstPen } from './enclosures.ts';
import { giveRegion } from './principal-jurisdiction.ts';

/** Full pinyin and initials, so that both `baohaishan` and `bhs` find 包海山. */
export function pinyinOf(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((one) =>
    one.toLowerCase(),
  );
  return `${syllables.join('')} ${syllables.map((one) => one[0] ?? '').join('')}`;
}

export async function reach(database: Database, tenantNo: number, principalId: number): Promise<Reach | null> {
  const [rows] = await database.read<
    [
      {
        principal_unit_name: string;
        principal_unit_type: string;
        principal_level: number;
        region_code: number;
        longitude: number | null;
        latitude: number | null;
        status: string;
        regions: number[];
        subordinates: number[];
      },
    ]
  >(makeScope({ tenantNo, userId: null }), {
    text: 'select * from registry.principal_reach($1, $2)',
    values: [tenantNo, principalId],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    name: row.principal_unit_name,
    type: row.principal_unit_type,
    level: row.principal_level,
    regionCode: row.region_code,
    longitude: row.longitude,
    latitude: row.latitude,
    status: row.status,
    regions: row.regions,
    subordinates: row.subordinates,
  };
}

export async function reachOf(tx: Tx, principalId: number): Promise<Pick<Reach, 'regions' | 'subordinates'> | null> {
  const [row] = await tx.query<Pick<Reach, 'regions' | 'subordinates'>>(
    'select regions, subordinates from registry.principal_reach($1, $2)',
    [tx.scope.tenantNo, principalId],
  );
  return row ?? null;
}

export async function find(
  tx: Tx,
  { regionCodes, principalTypes }: { regionCodes?: readonly number[]; principalTypes?: readonly string[] },
): Promise<number[]> {
  const ranges = (regionCodes ?? []).map(rangeOf);
  const rows = await tx.query<{ id: number }>(
    `select p.id from registry.principal p
     where ($1::text[] is null or p.principal_unit_type = any ($1))
       and ($2::bigint[] is null or exists (select 1 from unnest($2::bigint[], $3::bigint[]) r(lo, hi) where p.region_code >= r.lo and p.region_code < r.hi))`,
    [principalTypes ?? null, regionCodes ? ranges.map(([lo]) => lo) : null, ranges.map(([, hi]) => hi)],
  );
  return rows.map((row) => row.id);
}

export async function places(tx: Tx, { ids, regionCodes, principalTypes, whole }: PlaceQuery): Promise<Place[]> {
  const ranges = (regionCodes ?? []).map(rangeOf);
  return tx.query<Place>(
    `select p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.region_code as "regionCode", p.contact_phone_mask as phone
     from ${whole ? 'registry.principal_places($4) p' : 'registry.principal p'}
     where p.id = any ($4) and ($1::text[] is null or p.principal_unit_type = any ($1))
       and ($2::bigint[] is null or exists (select 1 from unnest($2::bigint[], $3::bigint[]) r(lo, hi) where p.region_code >= r.lo and p.region_code < r.hi))`,
    [principalTypes ?? null, regionCodes ? ranges.map(([lo]) => lo) : null, ranges.map(([, hi]) => hi), ids],
  );
}

/** The authority a new tenant begins with; everything in its region is its own. */
export async function createRoot(tx: Tx, root: Root): Promise<number> {
  const [enc, hash, mask] = piiColumns('contact_phone', 'phone', root.contactPhone, tx.scope.tenantNo).map(
    ([, value]) => value,
  );
  const [row] = await tx.query<{ id: number }>(
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, name_pinyin, principal_unit_type, principal_level, contact_name,
       contact_phone_enc, contact_phone_hash, contact_phone_mask, source, status)
     values ($1, $2, $3, $4, 'authority', $5, $6, $7, $8, $9, 'tenantOpening', 'active') returning id`,
    [
      tx.scope.tenantNo,
      root.regionCode,
      root.name,
      pinyinOf(root.name),
      levelOf(root.regionCode),
      root.contactName,
      enc,
      hash,
      mask,
    ],
  );
  const id = row?.id ?? 0;
  await giveRegion(tx, id, root.regionCode);
  return id;
}

type Form = FormOf<typeof principal>;

/** R2, R4 and R6 of the registry: a holder stands in a village, codes are real and unique, nobody is their own superior. */
async function check(call: Call, values: Form, type: string, id: number | null): Promise<void> {
  const faults: FieldError[] = [];
  const holder = (holderTypes as readonly string[]).includes(type);
  if (holder && levelOf(values.regionCode) !== 5)
    faults.push({ field: 'regionCode', key: 'registry.principal.villageNeeded' });
  if (holder && !values.speciesKept?.length) faults.push({ field: 'speciesKept', key: 'error.field.required' });
  if (type === 'household' && !values.contactIdCard)
    faults.push({ field: 'contactIdCard', key: 'error.field.required' });
  if (type !== 'household' && !values.creditCode) faults.push({ field: 'creditCode', key: 'error.field.required' });
  if (values.creditCode && !isCreditCode(values.creditCode))
    faults.push({ field: 'creditCode', key: 'registry.principal.creditCodeWrong' });
  else if (values.creditCode) {
    const [taken] = await call.tx.query<{ taken: boolean }>('select registry.credit_code_taken($1, $2, $3) as taken', [
      call.actor.tenantNo,
      values.creditCode,
      id,
    ]);
    if (taken?.taken) faults.push({ field: 'creditCode', key: 'registry.principal.creditCodeTaken' });
  }
  if (values.parentId !== null && id !== null && (await isBelow(call, values.parentId, id)))
    faults.push({ field: 'parentId', key: 'registry.principal.underItself' });
  if (faults.length > 0) throw invalid(faults);
}

async function isBelow(call: Call, candidate: number, id: number): Promise<boolean> {
  const found = await call.tx.query(
    `with recursive above(id, parent_id) as (
       select id, parent_id from registry.principal where id = $1
       union select p.id, p.parent_id from registry.principal p join above a on p.id = a.parent_id
     ) select 1 from above where id = $2`,
    [candidate, id],
  );
  return found.length > 0;
}

/** Who must act next is told, and who waited hears the outcome; both in the transaction of the step. */
async function passOn(call: Call, move: Move): Promise<void> {
  const [row] = await call.tx.query<{ name: string; region_code: number; created_by: number | null }>(
    'select principal_unit_name as name, region_code, created_by from registry.principal where id = $1',
    [move.id],
  );
  if (!row) return;
  const { name } = row;
  const linkPath = `/pri/principal/info?keyword=${encodeURIComponent(name)}`;
  if (move.name === 'resubmit') {
    await openTask(call.tx, {
      taskType: 'approve',
      taskName: { key: 'registry.principal.taskApprove', args: { name } },
      entity: 'registry.principal',
      entityId: move.id,
      linkPath,
      permission: 'pri:principal:approve',
      regionCode: row.region_code,
      principalId: move.id,
    });
  }
  if (move.name !== 'approve' && move.name !== 'reject') return;
  await closeTask(call.tx, 'registry.principal', move.id);
  if (row.created_by === null || row.created_by === call.actor.userId) return;
  await notify(call.tx, {
    userIds: [row.created_by],
    type: 'notice',
    title: {
      key: `registry.principal.${move.name === 'approve' ? 'noticeApproved' : 'noticeRejected'}`,
      args: { name },
    },
    content: { key: 'registry.principal.noticeReason', args: { reason: move.remark ?? '-' } },
    linkPath,
  });
}

/** A holder in force has somewhere to keep its animals. */
async function settle(call: Call, id: number, type?: string): Promise<void> {
  if (type && !(holderTypes as readonly string[]).includes(type)) return;
  const [row] = await call.tx.query<{ regionCode: number; type: string; species: string[]; scale: string | null }>(
    `select region_code as "regionCode", principal_unit_type as type, coalesce(species_kept, '{}') as species, scale
     from registry.principal where id = $1 and status = 'active'`,
    [id],
  );
  if (row && (holderTypes as readonly string[]).includes(row.type)) await giveFirstPen(call, { id, ...row });
}

export const principalRoutes = (): Route[] =>
  serveResource(principal)({
    before: {
      add: async (call, values) => {
        await refuseOverQuota(call.tx, 'principals');
        await check(call, values, values.principalUnitType, null);
        return { namePinyin: pinyinOf(values.principalUnitName) };
      },
      edit: async (call, values, row) => {
        await check(call, values, row.principalUnitType, row.id);
        return { namePinyin: pinyinOf(values.principalUnitName) };
      },
      transition: async (_call, move) => {
        if (move.name === 'suspend') return { suspendedUntil: move.form?.untilOn ?? null };
        if (move.name === 'close') return { closedOn: move.form?.closedOn ?? null };
        if (move.name === 'reopen') return { closedOn: null };
        return undefined;
      },
    },
    after: {
      add: async (call, id, values) => settle(call, id, values.principalUnitType),
      transition: async (call, move) => {
        await passOn(call, move);
        if (move.name === 'approve') await settle(call, move.id);
      },
    },
    // Only what never came into force can be taken away; the rest is closed.
    can: (row, verb) => verb !== 'remove' || row.status === 'pending' || row.status === 'rejected',
  });
