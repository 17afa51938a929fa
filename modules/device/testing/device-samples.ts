import type { Place, Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36).toUpperCase()}${serial}`;
};

const unitOf = async (world: World, username: string) =>
  (
    await world.sql<{ id: number }>('select principal_id as id from platform.sys_user where username = $1', [username])
  )[0]?.id ?? 0;
const regionOf = async (world: World, id: number) =>
  (await world.sql<{ code: number }>('select region_code as code from registry.principal where id = $1', [id]))[0]
    ?.code ?? 0;
const modelOf = async (world: World, kind: string) =>
  (
    await world.sql<{ id: number }>(
      'select id from device.device_model where tenant_no = 1505 and kind = $1 order by id limit 1',
      [kind],
    )
  )[0]?.id ?? 0;

/** A model of a tenant that has none of the kind yet. */
const modelIn = async (world: World, kind: string, { tenantNo }: Place) =>
  (
    await world.sql<{ id: number }>(
      `insert into device.device_model (tenant_no, model_code, name, kind, vendor, transport, power, report_seconds, offline_after_seconds)
       values ($1, $2, '试验型号', $3, '试验', 'mqtt', 'battery', 600, 1800) returning id`,
      [tenantNo, `TRY-${unique()}`, kind],
    )
  )[0]?.id ?? 0;

/** Holds every permission at the story farm: no one account of the demo may do everything. */
async function master(world: World) {
  const known = await world.sql("select 1 from platform.sys_user where username = 'device_master'");
  if (known.length === 0) await makeMaster(world, 'device_master', 'farm1');
  return world.person(await openSession(world, 'device_master'));
}

export async function makeDevice(
  world: World,
  kind: string,
  more: Record<string, unknown> = {},
): Promise<{ id: number; version: number; deviceNo: string }> {
  const principal = (more.principal_id as number | undefined) ?? (await unitOf(world, 'farm1'));
  const region = await regionOf(world, principal);
  const row: Record<string, unknown> = {
    tenant_no: 1505,
    region_code: region,
    home_region: region,
    device_no: `1505-X${unique()}`,
    model_id: await modelOf(world, kind),
    kind,
    principal_id: principal,
    owner_id: principal,
    ...more,
  };
  const names = Object.keys(row);
  const [made] = await world.sql<{ id: number; version: number; deviceNo: string }>(
    `insert into device.device (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id, version, device_no as "deviceNo"`,
    Object.values(row),
  );
  if (!made) throw new Error('no device');
  return made;
}

const made = async (world: World, text: string, values: unknown[]) =>
  (await world.sql<{ id: number; version: number }>(`${text} returning id, version`, values))[0] as {
    id: number;
    version: number;
  };

const list = { keeper: 'farm1', stranger: 'ins1', form: async () => ({}), wrong: {} } as const;

const square = (longitude: number, latitude: number, size = 0.01) => [
  [
    [longitude, latitude],
    [longitude + size, latitude],
    [longitude + size, latitude + size],
    [longitude, latitude + size],
    [longitude, latitude],
  ],
];

const fence = async (world: World, place?: Place) => {
  const farm = place?.principalId ?? (await unitOf(world, 'farm1'));
  return made(
    world,
    `insert into device.fence (tenant_no, region_code, principal_id, name, kind, polygon, area_ha) values ($4, $1, $2, '试验围栏', 'pasture', $3, 90)`,
    [await regionOf(world, farm), farm, JSON.stringify(square(122, 44)), place?.tenantNo ?? 1505],
  );
};

const session = async (world: World) => {
  const farm = await unitOf(world, 'farm1');
  const id = await made(
    world,
    `insert into device.weigh_session (tenant_no, region_code, principal_id, doc_no, species, purpose) values (1505, $1, $2, $3, 'cattle', 'routine')`,
    [await regionOf(world, farm), farm, `WS${unique()}`],
  );
  return id;
};

/** A record that can be posted, and where the session should stand for a step. */
async function readySession(world: World, name: string, id: number): Promise<void> {
  const state = { finish: 'weighing', back: 'review', post: 'review', void: 'posted', cancel: 'weighing' }[name];
  await world.sql('update device.weigh_session set status = $2, ended_at = now() where id = $1', [id, state]);
  if (name !== 'post') return;
  await world.sql(
    `insert into device.weigh_record (tenant_no, session_id, n, at, tag_read, animal_id, kg) select 1505, s.id, 1, now(), a.ear_tag, a.id, 400
     from device.weigh_session s join lateral (select a.id, a.ear_tag from registry.animal a where a.principal_id = s.principal_id and a.status = 'inStock'
       order by a.id limit 1) a on true where s.id = $1`,
    [id],
  );
}

export const samples: Record<string, Sample> = {
  'device.deviceModel': {
    keeper: 'tl_admin',
    stranger: 'ins1',
    form: async () => ({
      modelCode: `TRY-${unique()}`,
      name: '试验型号',
      nameTw: null,
      nameEn: null,
      kind: 'collar',
      vendor: '试验',
      transport: 'mqtt',
      reportSeconds: 600,
      offlineAfterSeconds: 1800,
      power: 'solar',
      batteryLowPct: 20,
      lifeMonths: null,
      commands: ['locateNow'],
      firmwareLatest: null,
      maxPerMinute: 30,
      metrics: [],
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'device.deviceProvider': {
    keeper: 'tl_admin',
    stranger: 'ins1',
    form: async (world) => ({
      code: `p${unique().toLowerCase()}`,
      name: '试验接入方',
      principalId: await unitOf(world, 'tl_admin'),
      mode: 'push',
      baseUrl: null,
      appId: null,
      ipAllow: null,
    }),
    wrong: { mode: 'noSuchMode' },
  },
  'device.device': {
    keeper: 'farm1',
    stranger: 'ins1',
    form: async (world) => ({
      deviceNo: `1505-N${unique()}`,
      name: null,
      modelId: await modelOf(world, 'envSensor'),
      principalId: await unitOf(world, 'farm1'),
      ownerId: null,
      ownership: 'bought',
      serialNo: null,
      imei: null,
      mac: null,
      location: null,
      simNo: null,
      simExpireOn: null,
      reportSeconds: null,
      shareScope: 'jurisdiction',
      remark: null,
    }),
    elsewhere: async (world, place) => ({
      modelId: await modelIn(world, 'envSensor', place),
      principalId: place.principalId,
    }),
    wrong: { ownership: 'noSuchOwnership' },
    ready: async (world, name, id) => {
      const state = {
        suspend: 'active',
        resume: 'suspended',
        repair: 'active',
        repaired: 'repairing',
        reportLost: 'active',
        found: 'lost',
        scrap: 'idle',
      }[name];
      await world.sql('update device.device set status = $2 where id = $1', [id, state]);
    },
  },
  'device.gateway': { ...list, make: (world) => makeDevice(world, 'gateway') },
  'device.earTag': { ...list, make: (world) => makeDevice(world, 'earTag') },
  'device.beacon': { ...list, make: (world) => makeDevice(world, 'beacon') },
  'device.deviceBinding': {
    ...list,
    make: async (world) => {
      const device = await makeDevice(world, 'beacon');
      const farm = await unitOf(world, 'farm1');
      return made(
        world,
        `insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id, target_text, role, principal_id, owner_id, from_at)
         values (1505, $1, $2, 'beacon', 'site', $3, '大门', 'placedAt', $3, $3, now())`,
        [await regionOf(world, farm), device.id, farm],
      );
    },
  },
  'device.fence': {
    keeper: 'farm1',
    stranger: 'ins1',
    form: async (world) => ({
      name: '试验围栏',
      principalId: await unitOf(world, 'farm1'),
      kind: 'pasture',
      polygon: square(122 + serial / 100, 44),
      colour: null,
    }),
    wrong: { kind: 'noSuchKind' },
    ready: async (world, name, id) => {
      const state = { publish: 'draft', pause: 'active', resume: 'paused', end: 'active' }[name];
      await world.sql('update device.fence set status = $2 where id = $1', [id, state]);
    },
  },
  'device.fenceRule': {
    keeper: 'farm1',
    stranger: 'ins1',
    form: async (world) => ({
      fenceId: (await fence(world)).id,
      trigger: 'leave',
      minutes: null,
      scope: 'all',
      scopeWords: [],
      level: 'warn',
      fromTime: '20:00',
      toTime: '05:00',
      seasonFrom: null,
      seasonTo: null,
      bufferM: 30,
      confirmFixes: 2,
    }),
    elsewhere: async (world, place) => ({ fenceId: (await fence(world, place)).id }),
    wrong: { trigger: 'noSuchTrigger' },
  },
  'device.alarmRule': {
    keeper: 'tl_admin',
    person: master,
    stranger: 'ins1',
    form: async (world) => {
      const farm = await unitOf(world, 'farm1');
      // One of a kind for each unit: the one before is somebody else's from now on.
      await world.sql(
        "update device.alarm_rule set principal_id = 9000000 + id where principal_id = $1 and kind = 'estrus'",
        [farm],
      );
      return {
        kind: 'estrus',
        name: '试验规则',
        scope: 'principal',
        principalId: farm,
        metric: 'activity',
        comparison: 'above',
        threshold: 20,
        seriousThreshold: null,
        clearThreshold: null,
        holdMinutes: 60,
        level: 'info',
        dedupMinutes: 60,
      };
    },
    wrong: { metric: 'noSuchMetric' },
  },
  'device.weighSession': {
    keeper: 'farm1',
    stranger: 'ins1',
    form: async (world) => ({
      principalId: await unitOf(world, 'farm1'),
      deviceId: null,
      hovelId: null,
      species: 'cattle',
      purpose: 'routine',
      remark: null,
    }),
    ready: readySession,
    wrong: { purpose: 'noSuchPurpose' },
  },
  'device.envStandard': {
    keeper: 'farm1',
    stranger: 'ins1',
    form: async (world) => ({
      metric: 'nh3',
      hovelKind: null,
      principalId: await unitOf(world, 'farm1'),
      low: null,
      high: 18,
      seriousLow: null,
      seriousHigh: 28,
      holdMinutes: 20,
    }),
    wrong: { metric: 'noSuchMetric' },
  },
  'device.videoChannel': {
    keeper: 'farm1',
    stranger: 'ins1',
    form: async (world) => ({
      name: '试验通道',
      deviceId: (await makeDevice(world, 'camera')).id,
      channelNo: 1,
      hovelId: null,
      siteText: '大门',
      provider: 'hls',
      hasReplay: false,
      storeDays: 0,
      aiCount: false,
      shareScope: 'parties',
      orderNum: 10,
    }),
    elsewhere: async (world, place) => ({
      deviceId: (
        await makeDevice(world, 'camera', {
          tenant_no: place.tenantNo,
          principal_id: place.principalId,
          model_id: await modelIn(world, 'camera', place),
        })
      ).id,
    }),
    wrong: { provider: 'noSuchProvider' },
  },
  'device.videoLink': {
    ...list,
    make: async (world) => {
      const farm = await unitOf(world, 'farm1');
      return made(
        world,
        `insert into device.video_link (tenant_no, principal_id, key_hash, key_tail, page, channel_ids, purpose, expire_at)
         values (1505, $1, $2, 'abcd', 'simple', '{1}', '试验', now() + interval '1 hour')`,
        [farm, unique()],
      );
    },
  },
  'device.videoView': {
    ...list,
    make: async (world) => {
      const farm = await unitOf(world, 'farm1');
      const [channel] = await world.sql<{ id: number }>(
        'select id from device.video_channel where principal_id = $1 order by id limit 1',
        [farm],
      );
      return made(
        world,
        `insert into device.video_view (tenant_no, region_code, principal_id, channel_id) values (1505, $1, $2, $3)`,
        [await regionOf(world, farm), farm, channel?.id],
      );
    },
  },
  'device.deviceReject': {
    ...list,
    keeper: 'maint1',
    make: async (world) => {
      const device = await makeDevice(world, 'collar', { owner_id: await unitOf(world, 'maint1') });
      return made(
        world,
        `insert into device.device_reject (tenant_no, received_at, subject, device_no, device_id, reason, raw) values (1505, now(), 'iot.1505.up.x.pos', $1, $2, 'badJson', '{')`,
        [device.deviceNo, device.id],
      );
    },
  },
};

export { fence as makeFence, session as makeSession, unitOf };
