import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  fence,
  fenceAnimals,
  type Polygon,
  polygonSchema,
  previewFence,
} from '#modules/device/contract/fence/fence.ts';
import { depth } from '../ingest/places.ts';
import { saveGeometry } from './fence-geometry.ts';

const leastHa = 0.01;
const mostHa = 50_000;

/** R: closed, not crossing itself, of a size that can be; the database measures it. */
async function measure(tx: Tx, given: unknown): Promise<{ polygon: Polygon; areaHa: number; fault: string | null }> {
  const parsed = polygonSchema.safeParse(given);
  if (!parsed.success) throw invalid([{ field: 'polygon', key: 'error.field.pattern' }]);
  const polygon = parsed.data;
  const closed = polygon.every((ring) => ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1]);
  if (!closed) return { polygon, areaHa: 0, fault: 'open' };
  const [row] = await tx.query<{ valid: boolean; ha: number }>(
    `select st_isvalid(g) as valid, case when st_isvalid(g) then st_area(g::geography) / 10000 else 0 end as ha
     from st_geomfromgeojson($1) g`,
    [JSON.stringify({ type: 'Polygon', coordinates: polygon })],
  );
  const areaHa = Math.round((row?.ha ?? 0) * 100) / 100;
  if (!row?.valid) return { polygon, areaHa, fault: 'crossing' };
  return { polygon, areaHa, fault: areaHa < leastHa ? 'small' : areaHa > mostHa ? 'large' : null };
}

async function goodPolygon(call: Call, given: unknown): Promise<{ polygon: Polygon; areaHa: number }> {
  const { polygon, areaHa, fault } = await measure(call.tx, given);
  if (fault) throw refusal('polygonBad', 'device.fence.polygonBad');
  return { polygon, areaHa };
}

/** R31: what a bank watches is changed by the bank alone. */
function refuseCustody(call: Call, row: { bankId: number | null; bankIdName?: string | null }): void {
  if (row.bankId !== null && !call.actor.scope.principals.includes(row.bankId))
    throw refusal('custodyFence', 'device.fence.custodyFence', { bank: row.bankIdName ?? '' });
}

const presence = (inside: boolean) =>
  `(select count(*)::int from device.fence_presence p where p.tenant_no = t.tenant_no and p.fence_id = t.id
    and p.inside = ${inside})`;

export const fenceRoutes = (): Route[] => [
  ...serveResource(fence)({
    expressions: {
      insideNow: presence(true),
      outsideNow: presence(false),
      ruleCount: `(select count(*)::int from device.fence_rule r where r.tenant_no = t.tenant_no
        and r.fence_id = t.id and r.status = 'enabled')`,
    },
    before: {
      add: async (call, values) => ({
        ...(await goodPolygon(call, values.polygon)),
        // A bank draws what it watches.
        bankId:
          values.kind === 'custody'
            ? (call.actor.scope.principals.find((id) => id !== values.principalId) ?? null)
            : null,
      }),
      edit: async (call, values, row) => {
        refuseCustody(call, row as never);
        const measured = await goodPolygon(call, values.polygon);
        const same = JSON.stringify(row.polygon) === JSON.stringify(measured.polygon);
        return { ...measured, geometryVersion: same ? row.geometryVersion : row.geometryVersion + 1 };
      },
      remove: async (call, row) => {
        refuseCustody(call, row as never);
        if (row.status !== 'draft') throw refusal('fenceInUse', 'device.fence.inUse');
      },
      transition: async (call, _move, row) => {
        refuseCustody(call, row as never);
        return undefined;
      },
    },
    after: {
      add: async (call, id) => saveGeometry(call.tx, id),
      edit: async (call, id) => saveGeometry(call.tx, id),
    },
    can: (row, verb, actor) => verb === 'detail' || row.bankId === null || actor.scope.principals.includes(row.bankId),
  }),
  serve('device', previewFence, async (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { polygon, areaHa, fault } = await measure(tx, call.body.polygon);
      const places = await tx.query<{ longitude: number; latitude: number }>(
        `select s.longitude, s.latitude from device.device d join device.device_state s
          on s.tenant_no = d.tenant_no and s.device_id = d.id
         where d.principal_id = $1 and d.kind = 'collar' and s.longitude is not null`,
        [call.body.principalId],
      );
      const inside = fault ? 0 : places.filter((one) => depth(polygon, one.longitude, one.latitude) >= 0).length;
      return { areaHa, inside, outside: places.length - inside, fault };
    }),
  ),
  serve('device', fenceAnimals, async (call) => {
    const [rows] = await call.database.read<[never]>(call.actor.scope, {
      text: `select p.device_id as "deviceId", d.device_no as "deviceNo", b.ear_tag as "earTag", p.inside, p.since,
        p.last_fix_at as "lastFixAt"
             from device.fence_presence p join device.device d on d.tenant_no = p.tenant_no and d.id = p.device_id
             left join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id
               and b.to_at is null and b.role <> 'childOf'
             where p.fence_id = $1 order by p.inside, p.since desc limit 500`,
      values: [call.query.id],
    });
    if (rows.length === 0) {
      const [known] = await call.database.read<[{ id: number }]>(call.actor.scope, {
        text: 'select id from device.fence where id = $1',
        values: [call.query.id],
      });
      if (known.length === 0) throw notFound();
    }
    return rows;
  }),
];

export const reassignFences = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update device.fence set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );

/**
 * A bank no longer watches: its custody fence ends, as if the bank had ended it on the page. False where the fence is not that
 * bank's or does not run.
 *
 * @example
 * await endCustodyFence(tx, { fenceId: site.fenceId, bankId, remark: pledge.docNo, actor: { userId, nickname } });
 */
export const endCustodyFence = (
  tx: Tx,
  one: {
    readonly fenceId: number;
    readonly bankId: number;
    readonly remark: string;
    readonly actor: { readonly userId: number | null; readonly nickname: string | null };
  },
): Promise<boolean> =>
  inTenant(tx, tx.scope.tenantNo, 'device.fence', async (sys) => {
    const [was] = await sys.query<{ status: string }>(
      `select status from device.fence where tenant_no = kit.tenant() and id = $1 and bank_id = $2 and kind = 'custody'
         and status in ('active', 'paused') for update`,
      [one.fenceId, one.bankId],
    );
    if (!was) return false;
    await sys.query(
      `update device.fence set status = 'ended', version = version + 1, updated_at = now(), updated_by = $2
       where tenant_no = kit.tenant() and id = $1`,
      [one.fenceId, one.actor.userId],
    );
    await recordTransition(sys, one.actor, {
      entity: 'device.fence',
      entityId: one.fenceId,
      name: 'end',
      from: was.status,
      to: 'ended',
      remark: one.remark,
    });
    return true;
  });
