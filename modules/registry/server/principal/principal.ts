import { pinyin } from 'pinyin-pro';
import { isMask } from '#kit/contract/pii.ts';
import { levelOf, rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import {
  closeTask,
  notify,
  openTask,
  type Place,
  type PlaceQuery,
  type Root,
  refuseOverQuota,
} from '#modules/platform/server/index.ts';
import { matchPrincipal, principal, principalTotals } from '#modules/registry/contract/principal/principal.ts';
import { noteDuplicates } from '../duplicate/duplicate-candidate.ts';
import { personFor } from '../people/person.ts';
import { principalConditions } from '../quality/villages.ts';
import { addByParty } from './add-by-party.ts';
import { check, farmCodeFor } from './check.ts';
import { carryAlong, letGo, refuseOpen, settleHolder } from './effects.ts';
import { giveRegion } from './grants/principal-jurisdiction.ts';
import { nameMatch } from './keyword.ts';
import { match, refuseSimilar } from './similar.ts';
import { tellReach } from './superior.ts';
import { totals } from './totals.ts';

/** Full pinyin and initials, so that both `baohaishan` and `bhs` find 包海山. */
export function pinyinOf(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((one) =>
    one.toLowerCase(),
  );
  return `${syllables.join('')} ${syllables.map((one) => one[0] ?? '').join('')}`;
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

/** The contact of a household is a person, one row per human being; a mask says nothing new. */
async function nameContact(
  call: Call,
  id: number,
  values: { contactName: string; contactPhone: string; contactIdCard: string | null; regionCode: number },
): Promise<void> {
  const { contactName: name, contactPhone: phone, contactIdCard: idCard, regionCode } = values;
  if (!idCard || isMask(idCard) || isMask(phone)) return;
  const personId = await personFor(call.tx, { name, phone, idCard, principalId: id, regionCode });
  await call.tx.query('update registry.principal set person_id = $2 where id = $1', [id, personId]);
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

const headOf = (species: string) => `(count(*) filter (where a.species = '${species}'))::int`;

export const principalRoutes = (): Route[] => [
  ...serveResource(principal)({
    counted: {
      from: `registry.animal a where a.principal_id = t.id and a.status = 'inStock' and a.voided_at is null`,
      fields: { cattleHead: headOf('cattle'), sheepHead: headOf('sheep'), goatHead: headOf('goat') },
    },
    expressions: {
      hasLocation: '(t.longitude is not null)',
      ...principalConditions,
    },
    match: { keyword: nameMatch },
    listed: "t.status <> 'merged'",
    before: {
      add: async (call, values) => {
        await refuseOverQuota(call.tx, 'principals');
        await check(call, values, values.principalUnitType, null);
        // Nobody can answer the question while a file is read: what looks alike there is found as a pair afterwards.
        if (!values.ignoreSimilar && call.clientType !== 'import')
          await refuseSimilar(call.tx, {
            tenantNo: call.actor.tenantNo,
            name: values.principalUnitName,
            phone: values.contactPhone,
            regionCode: values.regionCode,
          });
        return {
          namePinyin: pinyinOf(values.principalUnitName),
          principalLevel: values.principalLevel ?? levelOf(values.regionCode),
          farmCode: await farmCodeFor(call, values.principalUnitType, values),
          // R17: what somebody says stays; what nobody says follows the stock.
          scaleBy: values.scale === null ? 'auto' : 'manual',
        };
      },
      edit: async (call, values, row) => {
        await check(call, values, row.principalUnitType, row.id);
        await tellReach(call, values.parentId, row.id);
        await carryAlong(call, row.id, row.regionCode, values.regionCode);
        // A code once given stays, whatever an empty box says.
        const scaleBy = values.scale === null ? 'auto' : values.scale === row.scale ? row.scaleBy : 'manual';
        return {
          namePinyin: pinyinOf(values.principalUnitName),
          principalLevel: values.principalLevel ?? levelOf(values.regionCode),
          farmCode: row.farmCode ?? values.farmCode,
          scaleBy,
        };
      },
      transition: async (call, move, row) => {
        if (move.name === 'suspend') return { suspendedUntil: move.form?.untilOn ?? null };
        if (move.name === 'approve') return { farmCode: await farmCodeFor(call, row.principalUnitType, row) };
        if (move.name === 'close') {
          await refuseOpen(call, row.id);
          return { closedOn: move.form?.closedOn ?? null };
        }
        if (move.name === 'reopen') return { closedOn: null };
        return undefined;
      },
    },
    after: {
      add: async (call, id, values) => {
        await settleHolder(call, id);
        if (values.principalUnitType === 'household') await nameContact(call, id, values);
        await noteDuplicates(call.tx, 'principal', [id]);
      },
      edit: async (call, id, values) => {
        const [row] = await call.tx.query<{ type: string }>(
          'select principal_unit_type as type from registry.principal where id = $1',
          [id],
        );
        if (row?.type === 'household') await nameContact(call, id, values);
        await noteDuplicates(call.tx, 'principal', [id]);
      },
      transition: async (call, move) => {
        if (move.name === 'close') await letGo(call, move.id);
        if (move.name === 'approve') await settleHolder(call, move.id);
        await passOn(call, move);
      },
    },
    // Only what never came into force can be taken away; the rest is closed.
    can: (row, verb) => verb !== 'remove' || row.status === 'pending' || row.status === 'rejected',
  }).map(addByParty),
  serve('registry', matchPrincipal, (call) => match(call as unknown as Call, call.query)),
  serve('registry', principalTotals, totals),
];
