import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import {
  closeAlarm,
  type OpenAlarm,
  onAlarm,
  openAlarm,
  openMany,
  runAlarmClock,
} from '#modules/platform/server/index.ts';
import { alarmFixtures, handling, village } from '#modules/platform/testing/alarms.ts';

/** How alarms come up, are told and go: acceptance 23 of the platform, R124–R129. */
let world: World;
let fixtures: Awaited<ReturnType<typeof alarmFixtures>>;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  fixtures = await alarmFixtures(world);
});
afterAll(() => world.close());

describe('acceptance 23', () => {
  it('one alarm for one cause, a notice for the first and for a rise, step 2 when nobody acknowledges, unseen by others', async () => {
    await fixtures.receiver('farm1');
    await fixtures.receiver('kzzq_mgr', { step: 2 });
    const about = fixtures.user('kzzq_station');
    const one = fixtures.input({ aboutUserIds: [about] });
    // Two modules report the same cause.
    const id = await fixtures.raise(one);
    expect(await fixtures.raise({ ...one, evidence: { value: 40.2 } })).toBe(id);
    expect(await fixtures.row(id)).toMatchObject({ times: 2, status: 'open', level: 'warn' });
    expect(await fixtures.noticesOf('farm1', id)).toEqual([{ type: 'warning', level: 'important' }]);

    await fixtures.raise({ ...one, level: 'urgent' });
    expect((await fixtures.noticesOf('farm1', id)).map((notice) => notice.level)).toEqual(['important', 'urgent']);

    expect(await fixtures.noticesOf('kzzq_mgr', id)).toEqual([]);
    await world.sql(
      "update platform.alarm set next_step_at = now() - interval '1 minute', ack_due_at = now() - interval '1 minute' where id = $1",
      [id],
    );
    await runAlarmClock(world.database);
    expect(await fixtures.noticesOf('kzzq_mgr', id)).toHaveLength(1);
    expect(await fixtures.noticesOf('farm1', id)).toHaveLength(2);
    expect(await fixtures.row(id)).toMatchObject({ step: 2 });

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
    const id = await fixtures.raise(fixtures.input({ kind: 'collateralDeath', bankId: fixtures.unit('bank1') }));
    expect((await fixtures.row(id)).region_code).toBeNull();
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
      expect((await person.get('sys/alarm/list?kind=collateralDeath')).total, username).toBe(0);
      expect((await person.get(`sys/alarm/${id}`)).code, username).toBe(404);
    }
    for (const username of ['farm1', 'bank1'])
      expect((await (await world.as(username)).get(`sys/alarm/${id}`)).code, username).toBe(200);
  });

  it('nor does a role of jurisdiction reach it through a subordinate (R131)', async () => {
    const id = await fixtures.raise(
      fixtures.input({ kind: 'collateralDeath', principalId: fixtures.unit('kzzq_station') }),
    );
    expect((await (await world.as('kzzq_mgr')).get(`sys/alarm/${id}`)).code).toBe(404);
    const station = await world.as('kzzq_station');
    expect((await station.get(`sys/alarm/${id}`)).code).toBe(200);
    // It has regions of its own besides; the alarm lies in none of them and none other.
    const { data, total } = await station.get('sys/alarm/list?kind=collateralDeath');
    expect([total, data.map((row: { id: number }) => row.id)]).toEqual([1, [id]]);
    expect((await station.get(`sys/alarm/list?kind=collateralDeath&regionCode=${village}`)).total).toBe(0);
  });
});

describe('opening', () => {
  it('R124: only declared kinds, and only a listener of the kind hears', async () => {
    await expect(fixtures.raise(fixtures.input({ kind: 'noSuchKind' }))).rejects.toThrow('not declared');
    const heard: number[] = [];
    onAlarm('strapOff', async (_tx, alarm) => void heard.push(alarm.id));
    const id = await fixtures.raise(fixtures.input({ kind: 'strapOff' }));
    await fixtures.raise(fixtures.input());
    expect(heard).toEqual([id]);
    const person = await world.as('tl_region');
    for (const verb of ['add', 'edit', 'remove']) expect((await person.post(`sys/alarm/${verb}`, {})).code).toBe(404);
  });

  it('R125: a further occurrence adds to times and the last twenty pieces of evidence', async () => {
    const one = fixtures.input();
    const id = await fixtures.raise({ ...one, evidence: { n: 0 } });
    for (let n = 1; n <= 24; n += 1) await fixtures.raise({ ...one, evidence: { n } });
    const after = await fixtures.row(id);
    expect(after).toMatchObject({ times: 25 });
    expect(after.evidence.map((it: any) => it.n)).toEqual(Array.from({ length: 20 }, (_, at) => at + 5));
    expect(await fixtures.noticesOf('farm1', id)).toHaveLength(1);
  });

  it('R125: two transactions at once give one alarm with times 2 and one notice', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const one = fixtures.input();
      const ids = await Promise.all([fixtures.raise(one), fixtures.raise(one), fixtures.raise(one)]);
      expect(new Set(ids).size).toBe(1);
      expect(await fixtures.row(ids[0] as number)).toMatchObject({ times: 3 });
      expect(await fixtures.noticesOf('farm1', ids[0] as number)).toHaveLength(1);
    }
  });

  it("is the caller's own transaction: rolled back, there is no alarm, no notice, no task", async () => {
    const one = fixtures.input({ level: 'urgent' });
    let id = 0;
    await fixtures
      .inside(async (tx) => {
        id = (await openAlarm(tx, one)) as number;
        throw new Error('no');
      })
      .catch(() => {});
    expect(id).toBeGreaterThan(0);
    expect(await fixtures.row(id)).toBeUndefined();
    expect(await fixtures.noticesOf('farm1', id)).toEqual([]);
    expect(await fixtures.tasksOf(id)).toEqual([]);
  });

  it('may be caused by somebody who does not see it, even by the one it is about', async () => {
    const one = fixtures.input({ aboutUserIds: [fixtures.user('kel_worker1')] });
    const scope = makeScope({
      tenantNo: 1505,
      userId: fixtures.user('kel_worker1'),
      regions: [150522100203],
      principals: [fixtures.unit('kel_worker1')],
    });
    const id = await world.database.transaction(scope, (tx) => openAlarm(tx, one));
    expect(await fixtures.row(id as number)).toMatchObject({ status: 'open' });
    await world.database.transaction(scope, (tx) => closeAlarm(tx, one.dedupKey));
    expect(await fixtures.row(id as number)).toMatchObject({ status: 'closed', close_reason: 'selfRecovered' });
  });

  it('R126: quiet after closing unless the level is higher; kinds without autoClose wait for somebody', async () => {
    const one = fixtures.input();
    const first = await fixtures.raise(one);
    await fixtures.inside((tx) => closeAlarm(tx, one.dedupKey));
    expect(await fixtures.row(first)).toMatchObject({ status: 'closed', close_reason: 'selfRecovered' });
    expect(await fixtures.raise(one)).toBeNull();
    expect(await fixtures.row(first)).toMatchObject({ suppressed: 1 });
    const higher = await fixtures.raise({ ...one, level: 'urgent' });
    expect(higher).toBeGreaterThan(first);
    await fixtures.inside((tx) => closeAlarm(tx, one.dedupKey));
    await world.sql("update platform.alarm set closed_at = closed_at - interval '61 minutes' where dedup_key = $1", [
      one.dedupKey,
    ]);
    expect(await fixtures.raise(one)).toBeGreaterThan(higher);

    const kept = fixtures.input({ kind: 'strapOff' });
    const id = await fixtures.raise(kept);
    expect(await fixtures.inside((tx) => closeAlarm(tx, kept.dedupKey))).toBe(0);
    expect(await fixtures.row(id)).toMatchObject({ status: 'open' });
    expect(await fixtures.steps(id)).toEqual(['opened', 'notified', 'recovered']);
  });

  it('R127: a muted subject is counted, on its open alarm or on the window', async () => {
    const one = fixtures.input();
    const id = await fixtures.raise(one);
    const mutes = await world.as('farm1');
    const window = (subject: OpenAlarm['subject'], hours = 2) => ({
      subjectEntity: subject.entity,
      subjectId: subject.id,
      subjectName: subject.name,
      principalId: fixtures.unit('farm1'),
      kinds: ['fever'],
      fromAt: new Date(Date.now() - 60_000).toISOString(),
      toAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
      reason: '检修',
    });
    expect((await mutes.post('sys/alarmMute/add', window(one.subject, 73))).code).toBe(422);
    expect((await mutes.post('sys/alarmMute/add', window(one.subject))).code).toBe(200);
    await fixtures.raise({ ...one, level: 'urgent' });
    expect(await fixtures.row(id)).toMatchObject({ suppressed: 1, times: 1, level: 'warn' });
    const other = fixtures.input();
    const made = await mutes.post('sys/alarmMute/add', window(other.subject));
    expect(await fixtures.raise(other)).toBeNull();
    expect((await mutes.get(`sys/alarmMute/${made.data.id}`)).data).toMatchObject({ suppressed: 1 });
    expect(await fixtures.raise({ ...other, kind: 'strapOff', dedupKey: 'strapOff:x' })).toBeGreaterThan(0);
  });

  it('R127: many raised at once are folded as they are one by one, and counted once', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'alarm.foldCount', '10')",
    );
    const at = { principalId: fixtures.unit('house1') };
    const inputs = Array.from({ length: 30 }, () => fixtures.input(at));
    const several = (some: typeof inputs) =>
      world.database.transaction(systemScope(1505, 'test'), (tx) =>
        openMany(tx, async () => {
          const ids: (number | null)[] = [];
          for (const one of some) ids.push(await openAlarm(tx, one));
          return ids;
        }),
      );
    const ids = [...(await several(inputs.slice(0, 20))), ...(await several(inputs.slice(20)))];
    const [fold] = await world.sql(
      'select id::int, version, members, member_ids from platform.alarm where dedup_key = $1',
      [`fold:fever:${fixtures.unit('house1')}`],
    );
    expect(fold).toMatchObject({ members: 30 });
    expect(fold.member_ids.map(Number)).toEqual(ids);
    // Once when it came to be with the first eleven, and once for each transaction.
    expect(fold.version).toBeLessThan(6);
    expect(await fixtures.noticesOf('house1', fold.id)).toHaveLength(1);
    await world.sql("delete from platform.sys_param where tenant_no = 1505 and param_key = 'alarm.foldCount'");
  });

  it('R127: many of one kind at one principal fold into one, told once; closing it closes them', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'alarm.foldCount', '10')",
    );
    const at = { principalId: fixtures.unit('coop1') };
    const ids: number[] = [];
    for (let n = 0; n < 14; n += 1) ids.push(await fixtures.raise(fixtures.input(at)));
    const [fold] = await world.sql('select id::int, members, member_ids from platform.alarm where dedup_key = $1', [
      `fold:fever:${fixtures.unit('coop1')}`,
    ]);
    expect(fold).toMatchObject({ members: 14 });
    expect(fold.member_ids.map(Number)).toEqual(ids);
    expect(await fixtures.noticesOf('coop1', fold.id)).toHaveLength(1);
    expect(await fixtures.noticesOf('coop1', ids[13] as number)).toEqual([]);
    const person = await world.as('coop1');
    const list = await person.get('sys/alarm/list?isFolded=false&kind=fever&status=open');
    expect(list.data.map((it: any) => it.id)).toEqual([fold.id]);
    expect((await fixtures.move('coop1', fold.id, 'handle', handling)).code).toBe(200);
    const left = await world.sql(
      "select count(*)::int as n from platform.alarm where folded_into = $1 and status <> 'closed'",
      [fold.id],
    );
    expect(left).toEqual([{ n: 0 }]);
    await world.sql("delete from platform.sys_param where tenant_no = 1505 and param_key = 'alarm.foldCount'");
  });

  it('R128: receivers by level, kind and place, else the administrator; quiet hours hold back all but the urgent', async () => {
    const alone = await fixtures.raise(fixtures.input());
    expect(await fixtures.noticesOf('farm1', alone)).toHaveLength(1);
    await fixtures.receiver('kzzq_mgr', { min_level: 'urgent' });
    await fixtures.receiver('kzzq_station', { kinds: '{strapOff}' });
    await fixtures.receiver('tl_region', { where_kind: 'regions', where_ids: '[150522000000]' });
    // Around the clock, but for a minute that is not now.
    const minute = new Date(Date.now() + 8 * 3_600_000 - 120_000).toISOString().slice(11, 16);
    await fixtures.receiver('ant_cty1', {
      quiet_from: minute,
      quiet_to: new Date(Date.now() + 8 * 3_600_000 - 240_000).toISOString().slice(11, 16),
    });
    const id = await fixtures.raise(fixtures.input());
    for (const username of ['kzzq_mgr', 'kzzq_station', 'tl_region', 'ant_cty1', 'farm1'])
      expect([username, await fixtures.noticesOf(username, id)]).toEqual([username, []]);
    const held = await fixtures.row(id);
    expect(held.held_user_ids.map(Number)).toEqual([fixtures.user('ant_cty1')]);
    await world.sql("update platform.alarm set held_until = now() - interval '1 minute' where id = $1", [id]);
    await runAlarmClock(world.database);
    expect(await fixtures.noticesOf('ant_cty1', id)).toHaveLength(1);
    const urgent = await fixtures.raise(fixtures.input({ level: 'urgent' }));
    expect(await fixtures.noticesOf('ant_cty1', urgent)).toEqual([{ type: 'warning', level: 'urgent' }]);
    expect(await fixtures.noticesOf('kzzq_mgr', urgent)).toHaveLength(1);
    expect(await fixtures.tasksOf(urgent)).toMatchObject([{ status: 'open' }]);
    expect((await fixtures.move('farm1', urgent, 'handle', handling)).code).toBe(200);
    expect(await fixtures.tasksOf(urgent)).toMatchObject([{ status: 'done' }]);
    // One who does not see the place is not told, whatever the row says.
    await fixtures.receiver('kel_worker1');
    const unseen = await fixtures.raise(fixtures.input());
    expect(await fixtures.noticesOf('kel_worker1', unseen)).toEqual([]);
    await world.sql('delete from platform.alarm_receiver');
  });

  it('R129: after the last step the township station gets a task and may act; what lasts becomes more serious', async () => {
    const id = await fixtures.raise(fixtures.input({ level: 'urgent' }));
    expect((await (await world.as('kzzq_station')).get(`sys/alarm/${id}`)).data._can).toEqual(['detail']);
    for (let turn = 0; turn < 3; turn += 1) {
      await world.sql(
        "update platform.alarm set next_step_at = now() - interval '1 minute' where id = $1 and next_step_at is not null",
        [id],
      );
      await runAlarmClock(world.database);
    }
    expect(await fixtures.row(id)).toMatchObject({ step: 2, next_step_at: null });
    expect((await fixtures.tasksOf(id)).map((task) => task.principal_id)).toEqual([
      fixtures.unit('farm1'),
      fixtures.unit('kzzq_station'),
    ]);
    expect((await fixtures.move('kzzq_station', id, 'ack')).code).toBe(200);

    const lasting = await fixtures.raise(fixtures.input());
    await world.sql(
      "update platform.alarm set opened_at = now() - interval '3 hours', next_level_at = now() - interval '1 hour' where id = $1",
      [lasting],
    );
    await Promise.all([runAlarmClock(world.database), runAlarmClock(world.database)]);
    expect(await fixtures.row(lasting)).toMatchObject({ level: 'urgent' });
    expect((await fixtures.steps(lasting)).filter((what) => what === 'levelUp')).toHaveLength(1);
    expect(await fixtures.noticesOf('farm1', lasting)).toHaveLength(2);
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
            await fixtures.raise(fixtures.input({ dedupKey: key(n), level, principalId: fixtures.unit('house1') }));
          if (what === 'close') await fixtures.inside((tx) => closeAlarm(tx, key(n)));
          if (what === 'decide') await fixtures.inside((tx) => closeAlarm(tx, key(n), 'maintenance'));
          const [open] = await world.sql(
            "select id::int from platform.alarm where dedup_key = $1 and status <> 'closed'",
            [key(n)],
          );
          if (what === 'handle' && open)
            expect((await fixtures.move('house1', open.id, 'handle', handling)).code).toBe(200);
        }
        const rows = await world.sql('select * from platform.alarm where dedup_key like $1', [`any:${run}:%`]);
        const open = rows.filter((one) => one.status !== 'closed').map((one) => one.dedup_key);
        expect(open).toEqual([...new Set(open)]);
        for (const one of rows) {
          const said = await fixtures.steps(one.id);
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
