import type { Tx } from '#kit/server/db/database.ts';

type Metric = [code: string, unit: string, min: number, max: number];
interface Model {
  code: string;
  name: string;
  en: string;
  kind: string;
  transport: string;
  report: number;
  silent: number;
  power: string;
  metrics: Metric[];
  commands?: string[];
}

const air: Metric[] = [
  ['temp', '°C', -45, 60],
  ['hum', '%', 0, 100],
  ['nh3', 'mg/m³', 0, 200],
  ['co2', 'mg/m³', 0, 20_000],
  ['h2s', 'mg/m³', 0, 200],
];
const body: Metric[] = [
  ['bodyTemp', '°C', 10, 45],
  ['activity', '', 0, 1000],
  ['bat', '%', 0, 100],
];

/** Those whose code begins with SIM are the simulator's. */
export const models: readonly Model[] = [
  {
    code: 'SIM-GW',
    name: '畜舍网关',
    en: 'Barn gateway',
    kind: 'gateway',
    transport: 'mqtt',
    report: 60,
    silent: 900,
    power: 'mains',
    metrics: [],
    commands: ['reboot', 'interval'],
  },
  {
    code: 'SIM-TAG',
    name: '蓝牙测温耳标',
    en: 'Bluetooth temperature tag',
    kind: 'earTag',
    transport: 'child',
    report: 300,
    silent: 3600,
    power: 'coin',
    metrics: body,
    commands: ['lamp'],
  },
  {
    code: 'SIM-COL',
    name: '北斗定位项圈',
    en: 'Satellite collar',
    kind: 'collar',
    transport: 'mqtt',
    report: 600,
    silent: 1800,
    power: 'solar',
    metrics: [...body, ['speed', 'km/h', 0, 150]],
    commands: ['locateNow', 'interval'],
  },
  {
    code: 'SIM-BCN',
    name: '位置信标',
    en: 'Place beacon',
    kind: 'beacon',
    transport: 'child',
    report: 60,
    silent: 604_800,
    power: 'coin',
    metrics: [['bat', '%', 0, 100]],
  },
  {
    code: 'SIM-ENV',
    name: '五合一环境传感器',
    en: 'Air sensor',
    kind: 'envSensor',
    transport: 'mqtt',
    report: 300,
    silent: 1800,
    power: 'mains',
    metrics: air,
    commands: ['reboot'],
  },
  {
    code: 'SIM-SCL',
    name: '牛羊地磅',
    en: 'Platform scale',
    kind: 'scale',
    transport: 'mqtt',
    report: 600,
    silent: 2_592_000,
    power: 'mains',
    metrics: [['kg', 'kg', 0, 2000]],
    commands: ['tare'],
  },
  {
    code: 'SIM-CAM',
    name: '网络摄像机',
    en: 'Network camera',
    kind: 'camera',
    transport: 'video',
    report: 60,
    silent: 300,
    power: 'mains',
    metrics: [],
  },
];

/** Metric, low, high, serious low, serious high, house kind. */
const standards: [string, number | null, number | null, number | null, number | null, string | null][] = [
  ['temp', 5, 28, 0, 33, null],
  ['temp', 10, 27, 5, 32, 'calf'],
  ['temp', 10, 27, 5, 32, 'lambing'],
  ['hum', null, 80, null, 95, null],
  ['nh3', null, 20, null, 30, null],
  ['h2s', null, 8, null, 15, null],
  ['co2', null, 1500, null, 5000, null],
  ['thi', null, 72, null, 78, null],
];

const rules: [
  kind: string,
  name: string,
  metric: string,
  comparison: string,
  threshold: number,
  serious: number | null,
  clear: number | null,
  hold: number,
  level: string,
][] = [
  ['fever', '体温持续偏高', 'bodyTemp', 'above', 40, 41, 39.5, 120, 'warn'],
  ['noMotion', '长时间不动', 'activity', 'below', 3, null, 8, 720, 'warn'],
  ['estrus', '活动量骤增', 'activity', 'above', 160, null, 100, 240, 'info'],
  ['transport', '疑似运输', 'speed', 'above', 25, null, null, 20, 'urgent'],
];

export async function saveCatalogue(tx: Tx, units: ReadonlyMap<string, number>): Promise<void> {
  const { tenantNo } = tx.scope;
  for (const one of models)
    await tx.query(
      `insert into device.device_model (tenant_no, model_code, name, name_en, kind, vendor, transport, metrics,
        report_seconds, offline_after_seconds,
         power, commands, firmware_latest, life_months, max_per_minute)
       values ($1, $2, $3, $4, $5, '示范物联', $6, $7, $8, $9, $10, $11, '2.4.1', 36, 120)`,
      [
        tenantNo,
        one.code,
        one.name,
        one.en,
        one.kind,
        one.transport,
        JSON.stringify(one.metrics.map(([code, unit, min, max]) => ({ code, unit, min, max }))),
        one.report,
        one.silent,
        one.power,
        one.commands ?? [],
      ],
    );
  for (const [metric, low, high, seriousLow, seriousHigh, kind] of standards)
    await tx.query(
      `insert into device.env_standard (tenant_no, metric, low, high, serious_low, serious_high, hovel_kind,
        hold_minutes)
       values ($1, $2, $3, $4, $5, $6, $7, 30)`,
      [tenantNo, metric, low, high, seriousLow, seriousHigh, kind],
    );
  await tx.query(
    `insert into device.env_standard (tenant_no, metric, high, serious_high, principal_id, hold_minutes) values ($1,
      'nh3', 18, 28, $2, 20)`,
    [tenantNo, units.get('farm1')],
  );
  for (const rule of rules)
    await tx.query(
      `insert into device.alarm_rule (tenant_no, kind, name, metric, comparison, threshold, serious_threshold,
        clear_threshold, hold_minutes, level)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tenantNo, ...rule],
    );
  await tx.query(
    `insert into device.alarm_rule (tenant_no, kind, name, scope, principal_id, metric, comparison, threshold,
      serious_threshold, clear_threshold,
       hold_minutes, level) values ($1, 'fever', '本场体温规则', 'principal', $2, 'bodyTemp', 'above', 39.8, 40.8, 39.3,
         90, 'warn')`,
    [tenantNo, units.get('farm1')],
  );
  await tx.query(
    `insert into device.alarm_rule_version (tenant_no, rule_id, rule_version, content)
     select tenant_no, id, 1, jsonb_build_object('metric', metric, 'comparison', comparison, 'threshold', threshold,
       'holdMinutes', hold_minutes)
     from device.alarm_rule where tenant_no = $1`,
    [tenantNo],
  );
  await tx.query(
    `insert into device.device_provider (tenant_no, code, name, principal_id, mode, base_url, app_id, last_ok_at,
      fail_count)
     values ($1, 'iot-cloud', '示范物联云平台', $2, 'push', 'https://iot.example', 'mulian-1505',
       now() - interval '3 minutes', 0),
       ($1, 'farm-own', '场区自建系统', $3, 'push', null, null, now() - interval '2 days', 4)`,
    [tenantNo, units.get('root'), units.get('root')],
  );
}
