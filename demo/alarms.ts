import { root } from '#db/settings.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { bankAlarmKinds } from '#modules/bank/contract/watch/alarm-kinds.ts';
import { depotAlarmKinds } from '#modules/depot/contract/stock/alarm-kinds.ts';
import { deviceAlarmKinds } from '#modules/device/contract/rule/alarm-kinds.ts';
import { workAlarmKinds } from '#modules/farm/contract/setting/alarm-kinds.ts';
import { insuranceAlarmKinds } from '#modules/insurance/contract/claim/alarm-kinds.ts';
import type { AlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { platformAlarmKinds } from '#modules/platform/contract/alarm/alarm-kinds.ts';
import { openTask, registerAlarmKinds, saveAlarmKinds } from '#modules/platform/server/index.ts';
import { preventionAlarmKinds } from '#modules/prevention/contract/alert/alarm-kinds.ts';
import { registryAlarmKinds } from '#modules/registry/contract/principal/alarm-kinds.ts';

interface Unit {
  id: number;
  name: string;
  region: number;
  place: string;
}

interface DemoAlarm {
  kind: string;
  level?: 'info' | 'warn' | 'urgent';
  subject: Unit;
  /** Who must act; the subject itself unless given. */
  actor?: Unit;
  /** Minutes since it happened first. */
  age: number;
  times?: number;
  step?: number;
  /** Minutes it took: to be acknowledged, to be closed. */
  acked?: number;
  closed?: number;
  reason?: string;
  note?: string;
  bankId?: number;
  confirmBy?: 'bank';
  about?: number[];
  args: Record<string, string | number>;
  evidence?: Record<string, string | number>;
}

const kinds: AlarmKinds = { ...platformAlarmKinds, ...registryAlarmKinds };

/** Declared kinds must be known before the first alarm; the program does the same at its start. */
export async function saveDemoKinds(database: Database): Promise<void> {
  registerAlarmKinds('platform', platformAlarmKinds);
  registerAlarmKinds('registry', registryAlarmKinds);
  registerAlarmKinds('depot', depotAlarmKinds);
  registerAlarmKinds('prevention', preventionAlarmKinds);
  registerAlarmKinds('device', deviceAlarmKinds);
  registerAlarmKinds('farm', workAlarmKinds);
  registerAlarmKinds('insurance', insuranceAlarmKinds);
  registerAlarmKinds('bank', bankAlarmKinds);
  await saveAlarmKinds(database, new Texts(root));
}

/** A fortnight of alarms in every state, and the people who are told of them. */
export async function saveAlarms(tx: Tx, units: ReadonlyMap<string, number>, today: string): Promise<void> {
  const unit = async (key: string): Promise<Unit> => {
    const [row] = await tx.query<Unit>(`${unitSql} where p.id = $1`, [units.get(key)]);
    if (!row) throw new Error(`the demo has no unit ${key}`);
    return row;
  };
  const homes = await tx.query<Unit>(
    `${unitSql} where p.principal_unit_type = 'household' and p.region_code >= 150521101000 and p.region_code < 150521102000 and p.id <> $1 order by p.id limit 12`,
    [units.get('house1')],
  );
  const far = await tx.query<Unit>(
    `${unitSql} where p.principal_unit_type = 'household' and p.region_code >= 150522000000 and p.region_code < 150523000000 order by p.id limit 3`,
  );
  const home = (at: number) => homes[at % homes.length] as Unit;
  const other = (at: number) => far[at % far.length] as Unit;
  const people = new Map(
    (
      await tx.query<{ username: string; id: number }>(
        'select username, id from platform.sys_user where tenant_no = $1',
        [tx.scope.tenantNo],
      )
    ).map((row) => [row.username, row.id]),
  );
  const [city, county, station, farm, coop, house, far2] = await Promise.all(
    ['root', 'county 150521000000', 'station 150521101000', 'farm1', 'coop1', 'house1', 'county 150522000000'].map(
      unit,
    ),
  );
  if (!city || !county || !station || !farm || !coop || !house || !far2) return;
  const now = Date.now();
  const base = Date.parse(`${today}T00:00:00+08:00`) + ((now + 8 * 3_600_000) % 86_400_000);
  const day = (ago: number) => new Date(base + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
  const late = (subject: Unit, days: number) => ({
    name: subject.name,
    place: subject.place,
    days,
    limit: 3,
    on: day(days),
  });
  const paper = (subject: Unit, name: string, ago: number) => ({
    name: subject.name,
    place: subject.place,
    paper: name,
    on: day(ago),
  });
  const stock = (subject: Unit, book: number, animals: number) => ({
    name: subject.name,
    place: subject.place,
    book,
    animals,
    diff: Math.abs(book - animals),
  });
  const twin = (subject: Unit, name: string, why: string) => ({
    name: subject.name,
    place: subject.place,
    other: name,
    why,
  });

  const alarms: DemoAlarm[] = [
    {
      kind: 'stockDiff',
      level: 'urgent',
      subject: farm,
      age: 95,
      times: 3,
      step: 2,
      bankId: units.get('bank1') ?? 0,
      confirmBy: 'bank',
      args: stock(farm, 486, 471),
      evidence: { book: 486, animals: 471, limit: 5 },
    },
    {
      kind: 'approvalLate',
      level: 'urgent',
      subject: home(0),
      actor: county,
      age: 4 * 1440 + 30,
      times: 5,
      step: 2,
      args: late(home(0), 7),
      evidence: { days: 7, limit: 3 },
    },
    {
      kind: 'approvalLate',
      subject: home(1),
      actor: county,
      age: 300,
      times: 1,
      args: late(home(1), 4),
      evidence: { days: 4, limit: 3 },
    },
    {
      kind: 'approvalLate',
      subject: home(2),
      actor: station,
      age: 40,
      args: late(home(2), 3),
      evidence: { days: 3, limit: 3 },
    },
    {
      kind: 'paperExpired',
      subject: farm,
      age: 12 * 60,
      times: 2,
      step: 2,
      args: paper(farm, '动物防疫条件合格证', 1),
      evidence: { on: day(1) },
    },
    {
      kind: 'paperExpired',
      subject: coop,
      age: 2 * 1440,
      acked: 90,
      args: paper(coop, '营业执照', 2),
      evidence: { on: day(2) },
    },
    {
      kind: 'stockDiff',
      subject: house,
      age: 200,
      args: stock(house, 38, 36),
      evidence: { book: 38, animals: 36, limit: 1 },
    },
    {
      kind: 'duplicateHolder',
      subject: home(3),
      actor: station,
      age: 26 * 60,
      args: twin(home(3), home(4).name, '身份证号'),
      evidence: { score: 92 },
    },
    {
      kind: 'duplicateHolder',
      subject: home(5),
      actor: station,
      age: 3 * 1440,
      acked: 600,
      args: twin(home(5), home(6).name, '联系电话'),
      evidence: { score: 71 },
    },
    {
      kind: 'duplicateHolder',
      subject: other(0),
      actor: far2,
      age: 700,
      args: twin(other(0), other(1).name, '联系电话'),
      evidence: { score: 66 },
    },
    {
      kind: 'approvalLate',
      subject: other(2),
      actor: far2,
      age: 1440,
      times: 2,
      step: 2,
      args: late(other(2), 5),
      evidence: { days: 5, limit: 3 },
    },
    {
      kind: 'stockDiff',
      subject: coop,
      age: 6 * 1440,
      times: 4,
      acked: 45,
      closed: 1500,
      reason: 'handled',
      note: '补录 6 头出栏，账实已平。',
      args: stock(coop, 212, 206),
      evidence: { book: 212, animals: 206, limit: 3 },
    },
    {
      kind: 'duplicateHolder',
      subject: home(7),
      actor: station,
      age: 9 * 1440,
      acked: 130,
      closed: 900,
      reason: 'dismissed',
      note: '父子两户，电话共用，不是重复。',
      args: twin(home(7), home(8).name, '联系电话'),
      evidence: { score: 58 },
    },
    {
      kind: 'paperExpired',
      subject: home(9),
      actor: station,
      age: 8 * 1440,
      closed: 2880,
      reason: 'selfRecovered',
      args: paper(home(9), '动物防疫条件合格证', 8),
      evidence: { on: day(8) },
    },
    {
      kind: 'approvalLate',
      subject: home(10),
      actor: county,
      age: 11 * 1440,
      acked: 20,
      closed: 60,
      reason: 'falseAlarm',
      note: '当日已线下审核，系统补录延迟。',
      args: late(home(10), 4),
      evidence: { days: 4, limit: 3 },
    },
    {
      kind: 'quotaNear',
      subject: city,
      age: 1440,
      acked: 200,
      args: { what: '畜只配额', percent: 82, used: '410 万', limit: '500 万' },
      evidence: { percent: 82, limit: 80 },
    },
    {
      kind: 'loginAttack',
      subject: city,
      age: 130,
      times: 3,
      args: { ip: '203.0.113.57', n: 46, minutes: 10, accounts: 9 },
      evidence: { n: 46, accounts: 9, limit: 30 },
    },
    {
      kind: 'auditBroken',
      subject: city,
      age: 5 * 1440,
      acked: 12,
      closed: 240,
      reason: 'falseAlarm',
      note: '恢复演练时导入的旧数据，重新封存后通过。',
      args: { log: '操作', day: day(6), n: 2 },
      evidence: { n: 2 },
    },
  ];
  for (const [index, one] of alarms.entries()) await saveAlarm(tx, one, index, base, people);
  await saveReceivers(tx, { city, county, station, farm }, people);
  await saveMutes(tx, farm, house, station, base);
}

const unitSql = `select p.id, p.principal_unit_name as name, p.region_code as region,
  coalesce((select t.name from platform.sys_region t where t.code = p.region_code / 1000 * 1000), '') || coalesce((select v.name from platform.sys_region v where v.code = p.region_code and v.level = 5), '') as place
  from registry.principal p`;

async function saveAlarm(
  tx: Tx,
  one: DemoAlarm,
  index: number,
  base: number,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const kind = kinds[one.kind];
  if (!kind) throw new Error(`no alarm kind ${one.kind}`);
  const actor = one.actor ?? one.subject;
  const level = one.level ?? kind.level;
  const opened = base - one.age * 60_000;
  const at = (minutes: number | undefined) =>
    minutes === undefined ? null : new Date(opened + minutes * 60_000).toISOString();
  const patience = kind.ackMinutes ?? { info: null, warn: 480, urgent: 60 }[level];
  const status = one.closed !== undefined ? 'closed' : one.acked !== undefined ? 'acked' : 'open';
  const due = status === 'open' && patience !== null ? opened + patience * 60_000 : null;
  const [worker] = await tx.query<{ id: number }>(
    "select id from platform.sys_user where principal_id = $1 and status = 'active' order by id limit 1",
    [actor.id],
  );
  const by = worker?.id ?? people.get('kzzq_station') ?? null;
  const byHand = one.closed !== undefined && one.reason !== 'selfRecovered';
  const date = new Date(opened + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.alarm (tenant_no, doc_no, source, kind, alarm_group, level, dedup_key, subject_entity, subject_id, subject_name, region_code, principal_id, owner_id, bank_id,
       args, evidence, opened_at, last_at, times, step, need_photo, confirm_by, ack_due_at, next_step_at, ack_by, ack_at, handled_by, handled_at, close_reason, close_note, closed_by, closed_at, status)
     select $1, $2, k.source, k.kind, k.alarm_group, $4, $5, 'registry.principal', $6, $7, case when k.party_only then null else $8::bigint end, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       k.need_photo, $18, $19, $20, $21, $22, $23, $24, $25, $26, $23, $24, $27 from platform.alarm_kind k where k.kind = $3 returning id`,
    [
      tx.scope.tenantNo,
      // Beyond what a day's own numbers reach.
      `AL${date}-9${String(index + 1).padStart(3, '0')}`,
      one.kind,
      level,
      `${one.kind}:${one.subject.id}`,
      one.subject.id,
      one.subject.name,
      one.subject.region,
      actor.id,
      one.subject.id === actor.id ? null : one.subject.id,
      one.bankId ?? null,
      JSON.stringify(one.args),
      JSON.stringify(one.evidence ? [{ at: at(0), values: one.evidence }] : []),
      at(0),
      at(one.times && one.times > 1 ? Math.min(one.age, one.closed ?? one.age) * 0.8 : 0),
      one.times ?? 1,
      one.step ?? 1,
      one.confirmBy ?? 'none',
      due === null ? null : new Date(due).toISOString(),
      due !== null && due > base ? new Date(due).toISOString() : null,
      one.acked === undefined ? null : by,
      at(one.acked),
      byHand ? by : null,
      byHand ? at(one.closed) : at(one.closed),
      one.reason ?? null,
      one.note ?? null,
      status,
    ],
  );
  const id = row?.id ?? 0;
  const step = (minutes: number, what: string, data: object, who: number | null = null) =>
    tx.query(
      `insert into platform.alarm_step (tenant_no, alarm_id, at, what, made_by, data, region_code, principal_id, owner_id, bank_id)
       select tenant_no, id, $2, $3, $4, $5, region_code, principal_id, owner_id, bank_id from platform.alarm where id = $1`,
      [id, at(minutes), what, who, JSON.stringify(data)],
    );
  await step(0, 'opened', { level: kind.level });
  await step(0, 'notified', { step: 1, users: 1, held: 0, unsent: [] });
  const span = Math.min(one.age, one.closed ?? one.age) * 0.8;
  for (let turn = 2; turn <= (one.times ?? 1); turn += 1)
    await step((span * (turn - 1)) / ((one.times ?? 1) - 1), 'repeated', { times: turn });
  if (level !== kind.level) await step(span, 'levelUp', { from: kind.level, to: level });
  if (one.step === 2) await step(span, 'notified', { step: 2, users: 1, held: 0, unsent: [] });
  if (one.acked !== undefined) await step(one.acked, 'acked', {}, by);
  if (one.closed !== undefined) {
    if (byHand) await step(one.closed, 'handled', { closeReason: one.reason, closeNote: one.note }, by);
    await step(one.closed, byHand ? 'closed' : 'recovered', { reason: one.reason }, byHand ? by : null);
  }
  if (level === 'urgent' && status !== 'closed')
    await openTask(tx, {
      taskType: 'alarm',
      taskName: { key: `registry.alarmKind.${one.kind}.title`, args: one.args },
      priority: '1',
      icon: 'BellOutlined',
      entity: 'platform.alarm',
      entityId: id,
      linkPath: `/anm/device/alarm/detail?id=${id}`,
      permission: 'alarm:record:handle',
      regionCode: one.subject.region,
      principalId: actor.id,
      dueAt: due === null ? null : new Date(due).toISOString(),
    });
}

async function saveReceivers(
  tx: Tx,
  { city, county, station, farm }: Record<'city' | 'county' | 'station' | 'farm', Unit>,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [
    [county.id, 'kzzq_mgr', '包文华', 'info', '{notice}', 1, null, null],
    [city.id, 'tl_region', '赵国庆', 'warn', '{notice}', 2, '22:00', '06:30'],
    [station.id, 'kzzq_station', '席永胜', 'info', '{notice}', 1, '21:00', '06:00'],
    [farm.id, 'farm1', '韩梅', 'info', '{notice}', 1, null, null],
    [city.id, 'tl_sec', '李强', 'warn', '{notice,sms}', 1, null, null],
  ] as const;
  for (const [principalId, username, name, level, channels, step, from, to] of rows)
    await tx.query(
      `insert into platform.alarm_receiver (tenant_no, principal_id, user_id, receiver_name, min_level, channels, step, quiet_from, quiet_to) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tx.scope.tenantNo, principalId, people.get(username), name, level, channels, step, from, to],
    );
}

async function saveMutes(tx: Tx, farm: Unit, house: Unit, station: Unit, base: number): Promise<void> {
  const rows = [
    [farm, ['stockDiff'], -2, 10, '秋季清点，台账当日统一调整', 4],
    [house, null, -200, -176, '搬迁圈舍', 1],
    [station, ['approvalLate'], 6, 54, '站内人员集中培训，审核顺延', 0],
  ] as const;
  for (const [unit, kindsOf, from, to, reason, suppressed] of rows)
    await tx.query(
      `insert into platform.alarm_mute (tenant_no, principal_id, subject_entity, subject_id, subject_name, kinds, from_at, to_at, reason, suppressed)
       values ($1, $2, 'registry.principal', $2, $3, $4, $5, $6, $7, $8)`,
      [
        tx.scope.tenantNo,
        unit.id,
        unit.name,
        kindsOf,
        new Date(base + from * 3_600_000).toISOString(),
        new Date(base + to * 3_600_000).toISOString(),
        reason,
        suppressed,
      ],
    );
}
