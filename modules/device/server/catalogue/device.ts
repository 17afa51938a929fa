import { AppError, invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { beacon, device, earTag, gateway, transferDevice } from '#modules/device/contract/catalogue/device.ts';
import { notify } from '#modules/platform/server/index.ts';
import { endOf } from '../binding/device-binding.ts';
import { holdBindings } from '../ingest/known.ts';
import { clearWhereabouts } from '../ingest/rows/device-state.ts';
import { revokeCredentials } from './device-credential.ts';

const ofState = (column: string) =>
  `(select s.${column} from device.device_state s where s.tenant_no = t.tenant_no and s.device_id = t.id)`;

/** Online is never stored: it follows from when the next message was due. */
export const onlineSql = `coalesce((select case when s.silent_due_at > now() then 'online' else 'silent' end
  from device.device_state s
  where s.tenant_no = t.tenant_no and s.device_id = t.id and s.last_seen_at is not null), 'never')`;
const openBinding = `from device.device_binding b where b.tenant_no = t.tenant_no and b.device_id = t.id
  and b.to_at is null and b.role <> 'childOf'`;

const expressions = {
  regionCode: 'nullif(t.region_code, 0)',
  online: onlineSql,
  lastSeenAt: ofState('last_seen_at'),
  batteryPct: ofState('battery_pct'),
  rssi: ofState('rssi'),
  signalPct: ofState('signal_pct'),
  firmware: `coalesce(${ofState('firmware')}, t.firmware)`,
  openAlarms: `(select count(*)::int from platform.alarm_view a where a.tenant_no = t.tenant_no
    and a.device_id = t.id and a.status <> 'closed')`,
  placeName: `(select coalesce(b.ear_tag, b.target_text) ${openBinding} limit 1)`,
  bound: `exists (select 1 ${openBinding})`,
};
const gatewaySql = `(select g.device_no from device.device g where g.id = ${ofState('gateway_id')})`;
const metricOf = (metric: string) =>
  `(select (s.values ->> '${metric}')::float8 from device.device_state s where s.tenant_no = t.tenant_no
    and s.device_id = t.id)`;
const heardSince = (span: string) =>
  `(select count(*)::int from device.tag_heard h where h.tenant_no = t.tenant_no and h.gateway_id = t.id
    and h.last_at > now() - interval '${span}')`;

interface ModelFacts {
  kind: string;
  status: string;
}
const modelOf = async (tx: Tx, id: number): Promise<ModelFacts> => {
  const [model] = await tx.query<ModelFacts>('select kind, status from device.device_model where id = $1', [id]);
  if (!model) throw invalid([{ field: 'modelId', key: 'error.field.ref' }]);
  return model;
};

/** R1: known numbers are refused; whose they are is told only to who sees that device. */
async function refuseTaken(
  call: Call,
  values: { deviceNo?: string; mac?: string | null; imei?: string | null },
  except = 0,
): Promise<void> {
  const [taken] = await call.tx.query<{ id: number }>('select device.number_taken($1, $2, $3, $4) as id', [
    values.deviceNo ?? '',
    values.mac ?? '',
    values.imei ?? '',
    except,
  ]);
  if (!taken?.id) return;
  const [seen] = await call.tx.query<{ holder: string }>(
    'select registry.principal_name(principal_id) as holder from device.device where id = $1',
    [taken.id],
  );
  throw seen
    ? refusal('deviceTaken', 'device.device.taken', { holder: seen.holder })
    : refusal('deviceTaken', 'device.device.takenElsewhere');
}

const regionOf = async (tx: Tx, principalId: number): Promise<number> => {
  const [unit] = await tx.query<{ code: number }>(`select region_code as code from registry.unit_view where id = $1`, [
    principalId,
  ]);
  if (!unit) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  return unit.code;
};
const shared = (scope: string, region: number) => (scope === 'jurisdiction' ? region : 0);

const mustOwn = (call: Call, row: { principalId: number; ownerId: number | null }) => {
  const { principals } = call.actor.scope;
  if (!principals.includes(row.principalId) && !principals.includes(row.ownerId ?? 0))
    throw new AppError(403, 'error.forbidden');
};

export const deviceRoutes = (): Route[] => [
  ...serveResource(device)({
    expressions,
    before: {
      add: async (call, values) => {
        const { kind } = await modelOf(call.tx, values.modelId);
        await refuseTaken(call, values);
        const home = await regionOf(call.tx, values.principalId);
        const ownerId = values.ownerId ?? values.principalId;
        return { kind, ownerId, homeRegion: home, regionCode: shared(values.shareScope, home) };
      },
      edit: async (call, values, row) => {
        await refuseTaken(call, { mac: values.mac, imei: values.imei }, row.id);
        const home = await regionOf(call.tx, row.principalId);
        return { regionCode: shared(values.shareScope, home), ownerId: values.ownerId ?? row.principalId };
      },
      transition: async (call, move, row) => {
        mustOwn(call, row);
        if (['repair', 'scrap'].includes(move.name)) await endOf(call.tx, [row.id], 'broken', call.actor.userId);
        if (['suspend', 'scrap'].includes(move.name)) await revokeCredentials(call.tx, row.id);
        return undefined;
      },
    },
    can: (row, _verb, actor) =>
      actor.scope.principals.includes(row.principalId) ||
      actor.scope.principals.includes(row.ownerId ?? 0) ||
      _verb === 'detail',
  }),
  ...serveResource(gateway)({
    expressions: { ...expressions, heardNow: heardSince('15 minutes'), heardDay: heardSince('24 hours') },
  }),
  ...serveResource(earTag)({
    expressions: {
      ...expressions,
      heardBy: gatewaySql,
      bodyTemp: metricOf('bodyTemp'),
      activity: `${metricOf('activity')}::int`,
    },
    match: {
      keyword: (text, add) => {
        const like = add(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
        return `(t.device_no ilike ${like} or t.mac ilike ${like} or exists (select 1 ${openBinding}
          and b.ear_tag like ${like}))`;
      },
    },
  }),
  ...serveResource(beacon)({
    expressions: {
      ...expressions,
      heardBy: gatewaySql,
      visits: `(select count(*)::int from device.device_position p where p.tenant_no = t.tenant_no
        and p.beacon_id = t.id
        and p.event_at > now() - interval '24 hours')`,
    },
  }),
  serve('device', transferDevice, async (call) => {
    const { id, version, toPrincipalId } = call.body;
    const [row] = await call.tx.query<{
      version: number;
      status: string;
      ownerId: number;
      deviceNo: string;
      shareScope: string;
    }>(
      `select version, status, owner_id as "ownerId", device_no as "deviceNo", share_scope as "shareScope"
        from device.device where id = $1 for update`,
      [id],
    );
    if (!row) throw notFound();
    if (row.version !== version) throw staleVersion();
    if (!call.actor.scope.principals.includes(row.ownerId)) throw new AppError(403, 'error.forbidden');
    if (row.status !== 'idle') throw refusal('notIdle', 'device.device.transferIdle');
    const [unit] = await call.tx.query<{ region: number }>(
      'select region_code as region from registry.principal_places($1)',
      [[toPrincipalId]],
    );
    if (!unit) throw invalid([{ field: 'toPrincipalId', key: 'error.field.ref' }]);
    await holdBindings(call.tx);
    await call.tx.query(
      `update device.device set principal_id = $2, home_region = $3, region_code = $4, to_collect = false,
        version = version + 1, updated_at = now(),
         updated_by = $5 where id = $1`,
      [id, toPrincipalId, unit.region, shared(row.shareScope, unit.region), call.actor.userId],
    );
    await clearWhereabouts(call.tx, [id]);
    await notify(call.tx, {
      audience: { principalIds: [toPrincipalId] },
      type: 'reminder',
      title: { key: 'device.device.transferTitle', args: { deviceNo: row.deviceNo } },
      content: '',
      linkPath: `/anm/device/detail?id=${id}`,
    });
    call.answer.msg = call.say('ok.saved');
    return { version: version + 1 };
  }),
];
