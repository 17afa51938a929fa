import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { closeAlarm, type OpenAlarm, onAlarm, openAlarm, runAlarmClock } from '#modules/platform/server/index.ts';
import { alarmDesk, handling, village } from '#modules/platform/testing/alarms.ts';

/** How alarms come up, are told and go: acceptance 23 of the platform, R124–R129. */
let world: World;
let desk: Awaited<ReturnType<typeof alarmDesk>>;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  desk = await alarmDesk(world);
});
afterAll(() => world.close());

describe('acceptance 23', () => {
  it('one alarm for one cause, a notice for the first and for a rise, step 2 when nobody acknowledges, unseen by others', async () => {
    await desk.receiver('farm1');
    await desk.receiver('kzzq_mgr', { step: 2 });
    const about = desk.user('kzzq_station');
    const one = desk.input({ aboutUserIds: [about] });
    // Two modules report the same cause.
    const id = await desk.raise(one);
    expect(await desk.raise({ ...one, evidence: { value: 40.2 } })).toBe(id);
    expect(await desk.row(id)).toMatchObject({ times: 2, status: 'open', level: 'warn' });
    expect(await desk.noticesOf('farm1', id)).toEqual([{ type: 'warning', level: 'important' }]);

    await desk.raise({ ...one, level: 'urgent' });
    expect((await desk.noticesOf('farm1', id)).map((notice) => notice.level)).toEqual(['important', 'urgent']);

    expect(await desk.noticesOf('kzzq_mgr', id)).toEqual([]);
    await world.sql(
      "update platform.alarm set next_step_at = now() - interval '1 minute', ack_due_at = now() - interval '1 minute' where id = $1",
      [id],
    );
    await runAlarmClock(world.database);
    expect(await desk.noticesOf('kzzq_mgr', id)).toHaveLength(1);
    expect(await desk.noticesOf('farm1', id)).toHaveLength(2);
    expect(await desk.row(id)).toMatchObject({ step: 2 });

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
    const id = await desk.raise(desk.input({ kind: 'pledgeDeath', bankId: desk.unit('bank1') }));
    expect((await desk.row(id)).region_code).toBeNull();
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
    const id = await desk.raise(desk.input({ kind: 'pledgeDeath', principalId: desk.unit('kzzq_station') }));
    expect((await (await world.as('kzzq_mgr')).get(`sys/alarm/${id}`)).code).toBe(404);
    const station = await world.as('kzzq_station');
    expect((await station.get(`sys/alarm/${id}`)).code).toBe(200);
    // It has regions of its own besides; the alarm lies in none of them and none other.
    const { data, total } = await station.get('sys/alarm/list?kind=pledgeDeath');
    expect([total, data.map((row: { id: number }) => row.id)]).toEqual([1, [id]]);
    expect((await station.get(`sys/alarm/list?kind=pledgeDeath&regionCode=${village}`)).total).toBe(0);
  });
});

describe('opening', () => {
  it('R124: only declared kinds, and only a listener of the kind hears', async () => {
    await expect(desk.raise(desk.input({ kind: 'noSuchKind' }))).rejects.toThrow('not declared');
    const heard: number[] = [];
    onAlarm('strapOff', async (_tx, alarm) => void heard.push(alarm.id));
    const id = await desk.raise(desk.input({ kind: 'strapOff' }));
    await desk.raise(desk.input());
    expect(heard).toEqual([id]);
    const person = await world.as('tl_region');
    for (const verb of ['add', 'edit', 'remove']) expect((await person.post(`sys/alarm/${verb}`, {})).code).toBe(404);
  });

  it('R125: a further occurrence adds to times and the last twenty pieces of evidence', async () => {
    const one = desk.input();
    const id = await desk.raise({ ...one, evidence: { n: 0 } });
    for (let n = 1; n <= 24; n += 1) await desk.raise({ ...one, evidence: { n } });
    const after = await desk.row(id);
    expect(after).toMatchObject({ times: 25 });
    expect(after.evidence.map((it: any) => it.n)).toEqual(Array.from({ length: 20 }, (_, at) => at + 5));
    expect(await desk.noticesOf('farm1', id)).toHaveLength(1);
  });

  it('R125: two transactions at once give one alarm with times 2 and one notice', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const one = desk.input();
      const ids = await Promise.all([desk.raise(one), desk.raise(one), desk.raise(one)]);
      expect(new Set(ids).size).toBe(1);
      expect(await desk.row(ids[0] as number)).toMatchObject({ times: 3 });
      expect(await desk.noticesOf('farm1', ids[0] as number)).toHaveLength(1);
    }
  });

  it("is the caller's own transaction: rolled back, there is no alarm, no notice, no task", async () => {
    const one = desk.input({ level: 'urgent' });
    let id = 0;
    await desk
      .inside(async (tx) => {
        id = (await openAlarm(tx, one)) as number;
        throw new Error('no');
      })
      .catch(() => {});
    expect(id).toBeGreaterThan(0);
    expect(await desk.row(id)).toBeUndefined();
    expect(await desk.noticesOf('farm1', id)).toEqual([]);
    expect(await desk.tasksOf(id)).toEqual([]);
  });

  it('may be caused by somebody who does not see it, even by the one it is about', async () => {
    const one = desk.input({ aboutUserIds: [desk.user('kel_worker1')] });
    const scope = makeScope({
      tenantNo: 1505,
      userId: desk.user('kel_worker1'),
      regions: [150522100203],
      principals: [desk.unit('kel_worker1')],
    });
    const id = await world.database.transaction(scope, (tx) => openAlarm(tx, one));
    expect(await desk.row(id as number)).toMatchObject({ status: 'open' });
    await world.database.transaction(scope, (tx) => closeAlarm(tx, one.dedupKey));
    expect(await desk.row(id as number)).toMatchObject({ status: 'closed', close_reason: 'selfRecovered' });
  });

  it('R126: quiet after closing unless the level is higher; kinds without autoClose wait for somebody', async () => {
    const one = desk.input();
    const first = await desk.raise(one);
    await desk.inside((tx) => closeAlarm(tx, one.dedupKey));
    expect(await desk.row(first)).toMatchObject({ status: 'closed', close_reason: 'selfRecovered' });
    expect(await desk.raise(one)).toBeNull();
    expect(await desk.row(first)).toMatchObject({ suppressed: 1 });
    const higher = await desk.raise({ ...one, level: 'urgent' });
    expect(higher).toBeGreaterThan(first);
    await desk.inside((tx) => closeAlarm(tx, one.dedupKey));
    await world.sql("update platform.alarm set closed_at = closed_at - interval '61 minutes' where dedup_key = $1", [
      one.dedupKey,
    ]);
    expect(await desk.raise(one)).toBeGreaterThan(higher);

    const kept = desk.input({ kind: 'strapOff' });
    const id = await desk.raise(kept);
    expect(await desk.inside((tx) => closeAlarm(tx, kept.dedupKey))).toBe(0);
    expect(await desk.row(id)).toMatchObject({ status: 'open' });
    expect(await desk.steps(id)).toEqual(['opened', 'notified', 'recovered']);
  });

  it('R127: a muted subject is counted, on its open alarm or on the window', async () => {
    const one = desk.input();
    const id = await desk.raise(one);
    const mutes = await world.as('farm1');
    const window = (subject: OpenAlarm['subject'], hours = 2) => ({
      subjectEntity: subject.entity,
      subjectId: subject.id,
      subjectName: subject.name,
      principalId: desk.unit('farm1'),
      kinds: ['fever'],
      fromAt: new Date(Date.now() - 60_000).toISOString(),
      toAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
      reason: '检修',
    });
    expect((await mutes.post('sys/alarmMute/add', window(one.subject, 73))).code).toBe(422);
    expect((await mutes.post('sys/alarmMute/add', window(one.subject))).code).toBe(200);
    await desk.raise({ ...one, level: 'urgent' });
    expect(await desk.row(id)).toMatchObject({ suppressed: 1, times: 1, level: 'warn' });
    const other = desk.input();
    const made = await mutes.post('sys/alarmMute/add', window(other.subject));
    expect(await desk.raise(other)).toBeNull();
    expect((await mutes.get(`sys/alarmMute/${made.data.id}`)).data).toMatchObject({ suppressed: 1 });
    expect(await desk.raise({ ...other, kind: 'strapOff', dedupKey: 'strapOff:x' })).toBeGreaterThan(0);
  });

  it('R127: many of one kind at one principal fold into one, told once; closing it closes them', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'alarm.foldCount', '10')",
    );
    const at = { principalId: desk.unit('coop1') };
    const ids: number[] = [];
    for (let n = 0; n < 14; n += 1) ids.push(await desk.raise(desk.input(at)));
    const [fold] = await world.sql('select id::int, members, member_ids from platform.alarm where dedup_key = $1', [
      `fold:fever:${desk.unit('coop1')}`,
    ]);
    expect(fold).toMatchObject({ members: 14 });
    expect(fold.member_ids.map(Number)).toEqual(ids);
    expect(await desk.noticesOf('coop1', fold.id)).toHaveLength(1);
    expect(await desk.noticesOf('coop1', ids[13] as number)).toEqual([]);
    const person = await world.as('coop1');
    const list = await person.get('sys/alarm/list?isFolded=false&kind=fever');
    expect(list.data.map((it: any) => it.id)).toEqual([fold.id]);
    expect((await desk.move('coop1', fold.id, 'handle', handling)).code).toBe(200);
    const left = await world.sql(
      "select count(*)::int as n from platform.alarm where folded_into = $1 and status <> 'closed'",
      [fold.id],
    );
    expect(left).toEqual([{ n: 0 }]);
    await world.sql("delete from platform.sys_param where tenant_no = 1505 and param_key = 'alarm.foldCount'");
  });

  it('R128: receivers by level, kind and place, else the administrator; quiet hours hold back all but the urgent', async () => {
    const alone = await desk.raise(desk.input());
    expect(await desk.noticesOf('farm1', alone)).toHaveLength(1);
    await desk.receiver('kzzq_mgr', { min_level: 'urgent' });
    await desk.receiver('kzzq_station', { kinds: '{strapOff}' });
    await desk.receiver('tl_region', { where_kind: 'regions', where_ids: '[150522000000]' });
    // Around the clock, but for a minute that is not now.
    const minute = new Date(Date.now() + 8 * 3_600_000 - 120_000).toISOString().slice(11, 16);
    await desk.receiver('ant_cty1', {
      quiet_from: minute,
      quiet_to: new Date(Date.now() + 8 * 3_600_000 - 240_000).toISOString().slice(11, 16),
    });
    const id = await desk.raise(desk.input());
    for (const username of ['kzzq_mgr', 'kzzq_station', 'tl_region', 'ant_cty1', 'farm1'])
      expect([username, await desk.noticesOf(username, id)]).toEqual([username, []]);
    const held = await desk.row(id);
    expect(held.held_user_ids.map(Number)).toEqual([desk.user('ant_cty1')]);
    await world.sql("update platform.alarm set held_until = now() - interval '1 minute' where id = $1", [id]);
    await runAlarmClock(world.database);
    expect(await desk.noticesOf('ant_cty1', id)).toHaveLength(1);
    const urgent = await desk.raise(desk.input({ level: 'urgent' }));
    expect(await desk.noticesOf('ant_cty1', urgent)).toEqual([{ type: 'warning', level: 'urgent' }]);
    expect(await desk.noticesOf('kzzq_mgr', urgent)).toHaveLength(1);
    expect(await desk.tasksOf(urgent)).toMatchObject([{ status: 'open' }]);
    expect((await desk.move('farm1', urgent, 'handle', handling)).code).toBe(200);
    expect(await desk.tasksOf(urgent)).toMatchObject([{ status: 'done' }]);
    // One who does not see the place is not told, whatever the row says.
    await desk.receiver('kel_worker1');
    const unseen = await desk.raise(desk.input());
    expect(await desk.noticesOf('kel_worker1', unseen)).toEqual([]);
    await world.sql('delete from platform.alarm_receiver');
  });

  it('R129: after the last step the township station gets a task and may act; what lasts becomes more serious', async () => {
    const id = await desk.raise(desk.input({ level: 'urgent' }));
    expect((await (await world.as('kzzq_station')).get(`sys/alarm/${id}`)).data._can).toEqual(['detail']);
    for (let turn = 0; turn < 3; turn += 1) {
      await world.sql(
        "update platform.alarm set next_step_at = now() - interval '1 minute' where id = $1 and next_step_at is not null",
        [id],
      );
      await runAlarmClock(world.database);
    }
    expect(await desk.row(id)).toMatchObject({ step: 2, next_step_at: null });
    expect((await desk.tasksOf(id)).map((task) => task.principal_id)).toEqual([
      desk.unit('farm1'),
      desk.unit('kzzq_station'),
    ]);
    expect((await desk.move('kzzq_station', id, 'ack')).code).toBe(200);

    const lasting = await desk.raise(desk.input());
    await world.sql(
      "update platform.alarm set opened_at = now() - interval '3 hours', next_level_at = now() - interval '1 hour' where id = $1",
      [lasting],
    );
    await Promise.all([runAlarmClock(world.database), runAlarmClock(world.database)]);
    expect(await desk.row(lasting)).toMatchObject({ level: 'urgent' });
    expect((await desk.steps(lasting)).filter((what) => what === 'levelUp')).toHaveLength(1);
    expect(await desk.noticesOf('farm1', lasting)).toHaveLength(2);
  });
});

describe('whatever happens', () => {
  it('R125–R127: any order of opening, raising, closing and handling keeps one open row per key and steps that fit', async () => {
    let runs = 0;
    type Act = readonly ['open' | 'close' | 'decide' | 'handle', number, 'info' | 'warn' | 'urgent'];
    const act = fc.tuple(
      fc.constantFrom('open', 'open', 'close', 'decide', 'handle'),
      fc.nat(2),
      fc.constantFrom('info', 'warn', 'urgent'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
        runs += 1;
        const run = runs;
        const key = (n: number) => `any:${run}:${n}`;
        for (const [what, n, level] of acts as Act[]) {
          if (what === 'open')
            await desk.raise(desk.input({ dedupKey: key(n), level, principalId: desk.unit('house1') }));
          if (what === 'close') await desk.inside((tx) => closeAlarm(tx, key(n)));
          if (what === 'decide') await desk.inside((tx) => closeAlarm(tx, key(n), 'maintenance'));
          const [open] = await world.sql(
            "select id::int from platform.alarm where dedup_key = $1 and status <> 'closed'",
            [key(n)],
          );
          if (what === 'handle' && open)
            expect((await desk.move('house1', open.id, 'handle', handling)).code).toBe(200);
        }
        const rows = await world.sql('select * from platform.alarm where dedup_key like $1', [`any:${run}:%`]);
        const open = rows.filter((one) => one.status !== 'closed').map((one) => one.dedup_key);
        expect(open).toEqual([...new Set(open)]);
        for (const one of rows) {
          const said = await desk.steps(one.id);
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
  });
});
