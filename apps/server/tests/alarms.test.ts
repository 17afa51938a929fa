import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Listener } from '#apps/server/testing/listener.ts';
import { samplePhoto } from '#apps/server/testing/sample-files.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { root } from '#db/settings.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { defineAlarmKinds } from '#modules/platform/contract/alarm-kind.ts';
import {
  closeAlarm,
  closeAlarmsOf,
  type OpenAlarm,
  onAlarm,
  openAlarm,
  registerAlarmKinds,
  runAlarmClock,
  saveAlarmKinds,
} from '#modules/platform/server/index.ts';

/** Kinds as modules that are still to come will declare them. */
const kinds = defineAlarmKinds({
  fever: {
    group: 'vital',
    level: 'warn',
    levelUp: [{ afterMinutes: 120, level: 'urgent' }],
    autoClose: true,
    quietMinutes: 60,
    lastStep: 2,
    closeReasons: ['handled', 'falseAlarm'],
  },
  strapOff: {
    group: 'device',
    level: 'warn',
    autoClose: false,
    lastStep: 1,
    needPhoto: true,
    closeReasons: ['handled', 'deviceFault'],
  },
  pledgeDeath: {
    group: 'pledge',
    level: 'urgent',
    autoClose: false,
    lastStep: 1,
    partyOnly: true,
    confirmBy: 'bank',
    outlivesExit: true,
    closeReasons: ['handled', 'confirmed'],
  },
});

class TestTexts extends Texts {
  override has() {
    return true;
  }
}

let world: World;
const units: Record<string, number> = {};
const users: Record<string, number> = {};
const village = 150521101202;

beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  registerAlarmKinds('device', kinds);
  await saveAlarmKinds(world.database, new TestTexts(root));
  for (const { username, id, principal_id } of await world.sql(
    'select username, id::int, principal_id::int from platform.sys_user',
  )) {
    users[username] = id;
    units[username] = principal_id;
  }
  await world.sql('delete from platform.alarm_receiver');
});
afterAll(() => world.close());

let serial = 0;
const input = (more: Partial<OpenAlarm> = {}): OpenAlarm => {
  serial += 1;
  return {
    kind: 'fever',
    dedupKey: `fever:${serial}`,
    subject: { entity: 'registry.principal', id: serial + 1_000_000, name: `耳标 ${serial}` },
    regionCode: village,
    principalId: units.farm1 ?? 0,
    args: { name: '试验' },
    ...more,
  };
};
const inside = <T>(work: (tx: Tx) => Promise<T>) => world.database.transaction(systemScope(1505, 'test'), work);
const raise = (alarm: OpenAlarm) => inside((tx) => openAlarm(tx, alarm)) as Promise<number>;
const row = async (id: number) => (await world.sql('select * from platform.alarm where id = $1', [id]))[0];
const steps = async (id: number) =>
  (await world.sql('select what from platform.alarm_step where alarm_id = $1 order by id', [id])).map(
    (one) => one.what,
  );
const noticesOf = (username: string, id: number) =>
  world.sql(
    `select n.level, n.type from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id where r.user_id = $1 and n.link_path like '%id=' || $2::text order by n.id`,
    [users[username], id],
  );
const tasksOf = (id: number) =>
  world.sql(
    "select status, principal_id::int, assignee_id::int, task_name, texts from platform.sys_task where entity = 'platform.alarm' and entity_id = $1 order by id",
    [id],
  );
const receiver = (username: string, more: Record<string, unknown> = {}) => {
  const columns = {
    tenant_no: 1505,
    principal_id: units[username],
    user_id: users[username],
    receiver_name: username,
    channels: '{notice}',
    ...more,
  };
  return world.sql(
    `insert into platform.alarm_receiver (${Object.keys(columns).join()}) values (${Object.keys(columns)
      .map((_, at) => `$${at + 1}`)
      .join()}) returning id::int`,
    Object.values(columns),
  );
};
const move = async (username: string, id: number, name: string, more: object = {}) => {
  const { version } = await row(id);
  return (await world.as(username)).post('sys/alarm/transition', { id, version, name, ...more });
};
const handling = { form: { closeReason: 'handled', closeNote: '已处理' } };

describe('acceptance 23', () => {
  it('one alarm for one cause, a notice for the first and for a rise, step 2 when nobody acknowledges, unseen by others', async () => {
    await receiver('farm1');
    await receiver('kzzq_mgr', { step: 2 });
    const about = users.kzzq_station as number;
    const one = input({ aboutUserIds: [about] });
    // Two modules report the same cause.
    const id = await raise(one);
    expect(await raise({ ...one, evidence: { value: 40.2 } })).toBe(id);
    expect(await row(id)).toMatchObject({ times: 2, status: 'open', level: 'warn' });
    expect(await noticesOf('farm1', id)).toEqual([{ type: 'warning', level: 'important' }]);

    await raise({ ...one, level: 'urgent' });
    expect((await noticesOf('farm1', id)).map((notice) => notice.level)).toEqual(['important', 'urgent']);

    expect(await noticesOf('kzzq_mgr', id)).toEqual([]);
    await world.sql(
      "update platform.alarm set next_step_at = now() - interval '1 minute', ack_due_at = now() - interval '1 minute' where id = $1",
      [id],
    );
    await runAlarmClock(world.database);
    expect(await noticesOf('kzzq_mgr', id)).toHaveLength(1);
    expect(await noticesOf('farm1', id)).toHaveLength(2);
    expect(await row(id)).toMatchObject({ step: 2 });

    for (const username of ['kel_worker1', 'kzzq_station']) {
      const person = await world.as(username);
      const list = await person.get('sys/alarm/list?pageSize=500');
      expect(list.code).toBe(200);
      expect(list.data.some((it: any) => it.id === id)).toBe(false);
      expect(await person.get(`sys/alarm/${id}`)).toMatchObject({ code: 404, status: 404 });
    }
    const farm = await world.as('farm1');
    expect((await farm.get(`sys/alarm/${id}`)).data).toMatchObject({ id, overdue: true, times: 3, step: 2 });
    await world.sql('delete from platform.alarm_receiver');
  });

  it('a partyOnly alarm is absent for every jurisdiction role, and there for its parties', async () => {
    const id = await raise(input({ kind: 'pledgeDeath', bankId: units.bank1 ?? 0 }));
    expect((await row(id)).region_code).toBeNull();
    for (const username of [
      'tl_region',
      'kzzq_mgr',
      'tl_leader',
      'ant_pref1',
      'ant_cty1',
      'kzzq_station',
      'kzzq_worker2',
    ]) {
      const person = await world.as(username);
      expect((await person.get('sys/alarm/list?kind=pledgeDeath')).total, username).toBe(0);
      expect((await person.get(`sys/alarm/${id}`)).code, username).toBe(404);
    }
    for (const username of ['farm1', 'bank1'])
      expect((await (await world.as(username)).get(`sys/alarm/${id}`)).code, username).toBe(200);
  });

  it('nor does a role of jurisdiction reach it through a subordinate (R131)', async () => {
    const id = await raise(input({ kind: 'pledgeDeath', principalId: units.kzzq_station ?? 0 }));
    expect((await (await world.as('kzzq_mgr')).get(`sys/alarm/${id}`)).code).toBe(404);
    expect((await (await world.as('kzzq_station')).get(`sys/alarm/${id}`)).code).toBe(200);
  });
});

describe('opening', () => {
  it('R124: only declared kinds, and only a listener of the kind hears', async () => {
    await expect(raise(input({ kind: 'noSuchKind' }))).rejects.toThrow('not declared');
    const heard: number[] = [];
    onAlarm('strapOff', async (_tx, alarm) => void heard.push(alarm.id));
    const id = await raise(input({ kind: 'strapOff' }));
    await raise(input());
    expect(heard).toEqual([id]);
    const person = await world.as('tl_region');
    for (const verb of ['add', 'edit', 'remove']) expect((await person.post(`sys/alarm/${verb}`, {})).code).toBe(404);
  });

  it('R125: a further occurrence adds to times and the last twenty pieces of evidence', async () => {
    const one = input();
    const id = await raise({ ...one, evidence: { n: 0 } });
    for (let n = 1; n <= 24; n += 1) await raise({ ...one, evidence: { n } });
    const after = await row(id);
    expect(after).toMatchObject({ times: 25 });
    expect(after.evidence.map((it: any) => it.n)).toEqual(Array.from({ length: 20 }, (_, at) => at + 5));
    expect(await noticesOf('farm1', id)).toHaveLength(1);
  });

  it('R125: two transactions at once give one alarm with times 2 and one notice', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const one = input();
      const ids = await Promise.all([raise(one), raise(one), raise(one)]);
      expect(new Set(ids).size).toBe(1);
      expect(await row(ids[0] as number)).toMatchObject({ times: 3 });
      expect(await noticesOf('farm1', ids[0] as number)).toHaveLength(1);
    }
  });

  it("is the caller's own transaction: rolled back, there is no alarm, no notice, no task", async () => {
    const one = input({ level: 'urgent' });
    let id = 0;
    await inside(async (tx) => {
      id = (await openAlarm(tx, one)) as number;
      throw new Error('no');
    }).catch(() => {});
    expect(id).toBeGreaterThan(0);
    expect(await row(id)).toBeUndefined();
    expect(await noticesOf('farm1', id)).toEqual([]);
    expect(await tasksOf(id)).toEqual([]);
  });

  it('may be caused by somebody who does not see it, even by the one it is about', async () => {
    const one = input({ aboutUserIds: [users.kel_worker1 ?? 0] });
    const actor = (await world.as('kel_worker1')).token;
    expect(actor).toBeTruthy();
    const { makeScope } = await import('#kit/server/db/scope.ts');
    const scope = makeScope({
      tenantNo: 1505,
      userId: users.kel_worker1 ?? 0,
      regions: [150522100203],
      principals: [units.kel_worker1 ?? 0],
    });
    const id = await world.database.transaction(scope, (tx) => openAlarm(tx, one));
    expect(await row(id as number)).toMatchObject({ status: 'open' });
    await world.database.transaction(scope, (tx) => closeAlarm(tx, one.dedupKey));
    expect(await row(id as number)).toMatchObject({ status: 'closed', close_reason: 'selfRecovered' });
  });

  it('R126: quiet after closing unless the level is higher; kinds without autoClose wait for somebody', async () => {
    const one = input();
    const first = await raise(one);
    await inside((tx) => closeAlarm(tx, one.dedupKey));
    expect(await row(first)).toMatchObject({ status: 'closed', close_reason: 'selfRecovered' });
    expect(await raise(one)).toBeNull();
    expect(await row(first)).toMatchObject({ suppressed: 1 });
    const higher = await raise({ ...one, level: 'urgent' });
    expect(higher).toBeGreaterThan(first);
    await inside((tx) => closeAlarm(tx, one.dedupKey));
    await world.sql("update platform.alarm set closed_at = closed_at - interval '61 minutes' where dedup_key = $1", [
      one.dedupKey,
    ]);
    expect(await raise(one)).toBeGreaterThan(higher);

    const kept = input({ kind: 'strapOff' });
    const id = await raise(kept);
    expect(await inside((tx) => closeAlarm(tx, kept.dedupKey))).toBe(0);
    expect(await row(id)).toMatchObject({ status: 'open' });
    expect(await steps(id)).toEqual(['opened', 'notified', 'recovered']);
  });

  it('R127: a muted subject is counted, on its open alarm or on the window', async () => {
    const one = input();
    const id = await raise(one);
    const mutes = await world.as('farm1');
    const window = (subject: OpenAlarm['subject'], hours = 2) => ({
      subjectEntity: subject.entity,
      subjectId: subject.id,
      subjectName: subject.name,
      principalId: units.farm1,
      kinds: ['fever'],
      fromAt: new Date(Date.now() - 60_000).toISOString(),
      toAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
      reason: '检修',
    });
    expect((await mutes.post('sys/alarmMute/add', window(one.subject, 73))).code).toBe(422);
    expect((await mutes.post('sys/alarmMute/add', window(one.subject))).code).toBe(200);
    await raise({ ...one, level: 'urgent' });
    expect(await row(id)).toMatchObject({ suppressed: 1, times: 1, level: 'warn' });
    const other = input();
    const made = await mutes.post('sys/alarmMute/add', window(other.subject));
    expect(await raise(other)).toBeNull();
    expect((await mutes.get(`sys/alarmMute/${made.data.id}`)).data).toMatchObject({ suppressed: 1 });
    expect(await raise({ ...other, kind: 'strapOff', dedupKey: 'strapOff:x' })).toBeGreaterThan(0);
  });

  it('R127: many of one kind at one principal fold into one, told once; closing it closes them', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'alarm.foldCount', '10')",
    );
    const at = { principalId: units.coop1 ?? 0 };
    const ids: number[] = [];
    for (let n = 0; n < 14; n += 1) ids.push(await raise(input(at)));
    const [fold] = await world.sql('select id::int, members, member_ids from platform.alarm where dedup_key = $1', [
      `fold:fever:${units.coop1}`,
    ]);
    expect(fold).toMatchObject({ members: 14 });
    expect(fold.member_ids.map(Number)).toEqual(ids);
    expect(await noticesOf('coop1', fold.id)).toHaveLength(1);
    expect(await noticesOf('coop1', ids[13] as number)).toEqual([]);
    const person = await world.as('coop1');
    const list = await person.get('sys/alarm/list?isFolded=false&kind=fever');
    expect(list.data.map((it: any) => it.id)).toEqual([fold.id]);
    expect((await move('coop1', fold.id, 'handle', handling)).code).toBe(200);
    const left = await world.sql(
      "select count(*)::int as n from platform.alarm where folded_into = $1 and status <> 'closed'",
      [fold.id],
    );
    expect(left).toEqual([{ n: 0 }]);
    await world.sql("delete from platform.sys_param where tenant_no = 1505 and param_key = 'alarm.foldCount'");
  });

  it('R128: receivers by level, kind and place, else the administrator; quiet hours hold back all but the urgent', async () => {
    const alone = await raise(input());
    expect(await noticesOf('farm1', alone)).toHaveLength(1);
    await receiver('kzzq_mgr', { min_level: 'urgent' });
    await receiver('kzzq_station', { kinds: '{strapOff}' });
    await receiver('tl_region', { where_kind: 'regions', where_ids: '[150522000000]' });
    // Around the clock, but for a minute that is not now.
    const minute = new Date(Date.now() + 8 * 3_600_000 - 120_000).toISOString().slice(11, 16);
    await receiver('ant_cty1', {
      quiet_from: minute,
      quiet_to: new Date(Date.now() + 8 * 3_600_000 - 240_000).toISOString().slice(11, 16),
    });
    const id = await raise(input());
    for (const username of ['kzzq_mgr', 'kzzq_station', 'tl_region', 'ant_cty1', 'farm1'])
      expect([username, await noticesOf(username, id)]).toEqual([username, []]);
    const held = await row(id);
    expect(held.held_user_ids.map(Number)).toEqual([users.ant_cty1]);
    await world.sql("update platform.alarm set held_until = now() - interval '1 minute' where id = $1", [id]);
    await runAlarmClock(world.database);
    expect(await noticesOf('ant_cty1', id)).toHaveLength(1);
    const urgent = await raise(input({ level: 'urgent' }));
    expect(await noticesOf('ant_cty1', urgent)).toEqual([{ type: 'warning', level: 'urgent' }]);
    expect(await noticesOf('kzzq_mgr', urgent)).toHaveLength(1);
    expect(await tasksOf(urgent)).toMatchObject([{ status: 'open' }]);
    expect((await move('farm1', urgent, 'handle', handling)).code).toBe(200);
    expect(await tasksOf(urgent)).toMatchObject([{ status: 'done' }]);
    // One who does not see the place is not told, whatever the row says.
    await receiver('kel_worker1');
    const unseen = await raise(input());
    expect(await noticesOf('kel_worker1', unseen)).toEqual([]);
    await world.sql('delete from platform.alarm_receiver');
  });

  it('R129: after the last step the township station gets a task and may act; what lasts becomes more serious', async () => {
    const id = await raise(input({ level: 'urgent' }));
    expect((await (await world.as('kzzq_station')).get(`sys/alarm/${id}`)).data._can).toEqual(['detail']);
    for (let turn = 0; turn < 3; turn += 1) {
      await world.sql(
        "update platform.alarm set next_step_at = now() - interval '1 minute' where id = $1 and next_step_at is not null",
        [id],
      );
      await runAlarmClock(world.database);
    }
    expect(await row(id)).toMatchObject({ step: 2, next_step_at: null });
    expect((await tasksOf(id)).map((task) => task.principal_id)).toEqual([units.farm1, units.kzzq_station]);
    expect((await move('kzzq_station', id, 'ack')).code).toBe(200);

    const lasting = await raise(input());
    await world.sql(
      "update platform.alarm set opened_at = now() - interval '3 hours', next_level_at = now() - interval '1 hour' where id = $1",
      [lasting],
    );
    await Promise.all([runAlarmClock(world.database), runAlarmClock(world.database)]);
    expect(await row(lasting)).toMatchObject({ level: 'urgent' });
    expect((await steps(lasting)).filter((what) => what === 'levelUp')).toHaveLength(1);
    expect(await noticesOf('farm1', lasting)).toHaveLength(2);
  });
});

describe('handling', () => {
  it('R130: who may act handles, the party confirms, nobody their own handling; photo where needed; a reason of the kind', async () => {
    const id = await raise(input({ bankId: units.bank1 ?? 0, confirmBy: 'bank', needPhoto: true }));
    // In the region, but no party.
    expect((await move('kzzq_mgr', id, 'ack')).code).toBe(403);
    expect((await move('farm1', id, 'handle', { form: { closeReason: 'copiedTag', closeNote: 'x' } })).code).toBe(422);
    expect((await move('farm1', id, 'handle', handling)).errors).toMatchObject([{ field: 'closePhotos' }]);
    const farm = await world.as('farm1');
    const photo = await world.upload(
      farm,
      'sys/file/upload',
      await samplePhoto(),
      { bizType: 'platform.alarm' },
      'a.jpg',
    );
    const withPhoto = { form: { ...handling.form, closePhotos: [photo.data.fileId] } };
    expect(await move('farm1', id, 'handle', withPhoto)).toMatchObject({ code: 200, data: { status: 'handled' } });
    expect((await farm.get(`sys/alarm/${id}`)).data).toMatchObject({ photos: [{ fileId: photo.data.fileId }] });
    expect((await move('farm1', id, 'confirm')).code).toBe(403);
    expect(await move('bank1', id, 'reject', { remark: '照片看不清' })).toMatchObject({
      code: 200,
      data: { status: 'acked' },
    });
    expect((await row(id)).next_step_at).not.toBeNull();
    expect((await move('farm1', id, 'handle', withPhoto)).code).toBe(200);
    expect(await move('bank1', id, 'confirm')).toMatchObject({ code: 200, data: { status: 'closed' } });
    expect(await steps(id)).toEqual(['opened', 'notified', 'handled', 'rejected', 'handled', 'confirmed']);
    const [history] = await world.sql(
      "select to_status from kit.transition_history where entity = 'platform.alarm' and entity_id = $1 order by id limit 1",
      [id],
    );
    expect(history).toEqual({ to_status: 'handled' });
  });

  it('R130: assigns to people who may handle it, counts false alarms, acknowledges in a batch', async () => {
    const id = await raise(input());
    const farm = await world.as('farm1');
    const people = await farm.get(`sys/alarm/people?alarmId=${id}`);
    expect(people.data.map((one: any) => one.id)).toEqual([users.farm1]);
    expect((await move('farm1', id, 'assign', { form: { assigneeId: users.ins1 } })).code).toBe(422);
    expect((await move('farm1', id, 'assign', { form: { assigneeId: users.farm1 } })).code).toBe(200);
    expect(await tasksOf(id)).toMatchObject([{ status: 'open', assignee_id: users.farm1 }]);
    const ids = [await raise(input()), await raise(input())];
    const items = await Promise.all(ids.map(async (one) => ({ id: one, version: (await row(one)).version })));
    expect((await farm.post('sys/alarm/transition', { items, name: 'ack' })).data).toEqual({ ok: 2, failed: [] });
    const acked = await Promise.all(ids.map(async (one) => ({ id: one, version: (await row(one)).version })));
    const asHandled = await farm.post('sys/alarm/transition', { items: acked, name: 'handle', ...handling });
    expect(asHandled.data).toMatchObject({ ok: 0 });
    const asFalse = { form: { closeReason: 'falseAlarm', closeNote: '试验' } };
    expect((await farm.post('sys/alarm/transition', { items: acked, name: 'handle', ...asFalse })).data).toMatchObject({
      ok: 2,
    });
    const counts = await farm.get('sys/alarm/counts');
    expect(counts.data.falseRate).toBeGreaterThan(0);
  });

  it('reopens within seven days and never beside an open one of the same key', async () => {
    const one = input();
    const id = await raise(one);
    await move('farm1', id, 'handle', handling);
    expect(await move('farm1', id, 'reopen', { remark: '又发生' })).toMatchObject({
      code: 200,
      data: { status: 'open' },
    });
    await move('farm1', id, 'handle', handling);
    await world.sql("update platform.alarm set closed_at = now() - interval '8 days' where id = $1", [id]);
    expect((await move('farm1', id, 'reopen', { remark: '又发生' })).code).toBe(403);
    await world.sql("update platform.alarm set closed_at = now() - interval '2 days' where id = $1", [id]);
    await raise(one);
    expect(await move('farm1', id, 'reopen', { remark: '又发生' })).toMatchObject({
      code: 500,
      bizCode: 'alarm.openAgain',
    });
  });

  it('R131: list, page, counts, export, history and stream follow one rule', async () => {
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const secret = {
      kind: 'loginAttack',
      principalId: units.tl_region ?? 0,
      args: { ip: '1', n: 1, minutes: 1, accounts: 1 },
    };
    const listeners = await Promise.all(
      ['tl_sec', 'tl_region', 'tl_admin'].map(async (one) =>
        Listener.open(address, (await world.as(one)).token, { topics: 'alarm' }),
      ),
    );
    const id = await raise(input(secret));
    const open = await raise(input({ principalId: units.tl_region ?? 0, regionCode: village }));
    const seen = async (username: string) => {
      const person = await world.as(username);
      const list = await person.get(`sys/alarm/list?kind=loginAttack`);
      const counts = await person.get(`sys/alarm/counts?kind=loginAttack`);
      const page = await person.get(`sys/alarm/${id}`);
      const past = await person.get(`sys/history/list?entity=platform.alarm&id=${id}`);
      return [
        list.data.some((it: any) => it.id === id),
        counts.data.status.open === list.data.filter((it: any) => it.status === 'open').length,
        counts.data.status.open > 0,
        page.code,
        past.code,
      ];
    };
    expect(await seen('tl_sec')).toEqual([true, true, true, 200, 200]);
    for (const username of ['tl_region', 'tl_admin', 'tl_leader'])
      expect([username, await seen(username)]).toEqual([username, [false, true, false, 404, 404]]);
    const [sec, region] = listeners as [Listener, Listener, Listener];
    await sec.until((it) => it.data?.data?.alarmId === id, 5_000);
    await region.until((it) => it.data?.data?.alarmId === open, 5_000);
    for (const listener of listeners.slice(1))
      expect(listener.news.some((it) => it.data?.data?.alarmId === id)).toBe(false);
    for (const listener of listeners) listener.cut();
    const file = await world.download(await world.as('tl_region'), 'sys/alarm/export', {
      filter: { kind: 'loginAttack' },
    });
    const other = await world.download(await world.as('tl_region'), 'sys/alarm/export', { filter: { kind: 'fever' } });
    expect(file.bytes.length).toBeLessThan(other.bytes.length);
    // Its task names nobody and nothing, and is for those who were told.
    const urgent = await raise(input({ ...secret, level: 'urgent' }));
    const tasks = await tasksOf(urgent);
    expect(tasks.length).toBeGreaterThan(0);
    for (const task of tasks)
      expect(task).toMatchObject({ assignee_id: expect.any(Number), task_name: 'platform.alarm.taskPlain' });
  });

  it('R131: speaks to everybody in their own language', async () => {
    const id = await raise(
      input({ kind: 'stockDiff', args: { name: '东牧场', place: '宝龙山镇', book: 9, animals: 7, diff: 2 } }),
    );
    const farm = await world.as('farm1');
    const title = async (language: string) =>
      (await farm.get(`sys/alarm/${id}`, { 'accept-language': language })).data.title;
    expect(await title('zh-CN')).toBe('东牧场 存栏账实相差 2 头');
    expect(await title('zh-TW')).toBe('东牧场 存欄賬實相差 2 頭');
    expect(await title('en')).toBe('东牧场: the stock book is 2 head off');
  });

  it('R132: alarms of an animal that leaves are closed, but for kinds that outlive it', async () => {
    const animalId = 77_001;
    const left = await raise(input({ animalId, kind: 'strapOff' }));
    const stays = await raise(input({ animalId, kind: 'pledgeDeath' }));
    expect(await inside((tx) => closeAlarmsOf(tx, [animalId], 'animalExit'))).toBe(1);
    expect(await row(left)).toMatchObject({ status: 'closed', close_reason: 'animalExit' });
    expect(await row(stays)).toMatchObject({ status: 'open' });
  });

  it('keeps its history: a step cannot be changed or removed', async () => {
    const id = await raise(input());
    for (const sql of [
      "update platform.alarm_step set what = 'closed' where alarm_id = $1",
      'delete from platform.alarm_step where alarm_id = $1',
    ])
      await expect(world.sql(sql, [id])).rejects.toThrow('append-only');
  });
});

describe('receivers', () => {
  it('are told by a test message, and the ways that are not connected are named', async () => {
    const farm = await world.as('farm1');
    const form = {
      principalId: units.farm1,
      bankId: null,
      supervisorId: null,
      userId: users.farm1,
      receiverName: '韩梅',
      phone: null,
      sources: null,
      kinds: null,
      minLevel: 'info',
      whereKind: 'all',
      whereIds: [],
      channels: ['notice', 'sms'],
      step: 1,
      quietFrom: null,
      quietTo: null,
    };
    const made = await farm.post('sys/alarmReceiver/add', form);
    expect(made.code).toBe(200);
    expect((await farm.post('sys/alarmReceiver/test', { id: made.data.id })).data).toEqual({
      sent: ['notice'],
      unsent: ['sms'],
    });
    expect((await farm.post('sys/alarmReceiver/add', { ...form, userId: users.ins1 })).code).toBe(422);
    expect((await farm.post('sys/alarmReceiver/add', { ...form, userId: null })).code).toBe(422);
    expect(
      (await farm.post('sys/alarmReceiver/add', { ...form, principalId: units.coop1, userId: users.coop1 })).code,
    ).toBe(422);
    expect((await (await world.as('coop1')).get(`sys/alarmReceiver/${made.data.id}`)).code).toBe(404);
    await farm.post('sys/alarmReceiver/remove', { idArr: [made.data.id] });
  });
});

describe('whatever happens', () => {
  it('R125–R127: any order of opening, raising, closing and handling keeps one open row per key and steps that fit', async () => {
    type Act = readonly ['open' | 'close' | 'decide' | 'handle', number, 'info' | 'warn' | 'urgent'];
    const act = fc.tuple(
      fc.constantFrom('open', 'open', 'close', 'decide', 'handle'),
      fc.nat(2),
      fc.constantFrom('info', 'warn', 'urgent'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
        serial += 1;
        const run = serial;
        const key = (n: number) => `fever:${run}:${n}`;
        for (const [what, n, level] of acts as Act[]) {
          if (what === 'open') await raise(input({ dedupKey: key(n), level, principalId: units.house1 ?? 0 }));
          if (what === 'close') await inside((tx) => closeAlarm(tx, key(n)));
          if (what === 'decide') await inside((tx) => closeAlarm(tx, key(n), 'maintenance'));
          const [open] = await world.sql(
            "select id::int from platform.alarm where dedup_key = $1 and status <> 'closed'",
            [key(n)],
          );
          if (what === 'handle' && open) expect((await move('house1', open.id, 'handle', handling)).code).toBe(200);
        }
        const rows = await world.sql('select * from platform.alarm where dedup_key like $1', [`fever:${run}:%`]);
        const open = rows.filter((one) => one.status !== 'closed').map((one) => one.dedup_key);
        expect(open).toEqual([...new Set(open)]);
        for (const one of rows) {
          const said = await steps(one.id);
          const count = (what: string) => said.filter((it) => it === what).length;
          expect(count('opened')).toBe(1);
          expect(count('repeated') + count('levelUp') + 1).toBe(one.times);
          expect(count('closed') + count('recovered')).toBe(one.status === 'closed' ? 1 : 0);
          expect(one.closed_at !== null).toBe(one.status === 'closed');
          if (one.status === 'closed')
            expect([one.next_step_at, one.next_level_at, one.held_until]).toEqual([null, null, null]);
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
