import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Listener } from '#apps/server/testing/listener.ts';
import { photo as takePhoto } from '#apps/server/testing/sample-files.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { closeAlarmsOf } from '#modules/platform/server/index.ts';
import { alarmFixtures, handling, village } from '#modules/platform/testing/alarms.ts';

/** What people do with alarms, and who sees them: R130–R132. */
let world: World;
let fixtures: Awaited<ReturnType<typeof alarmFixtures>>;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  fixtures = await alarmFixtures(world);
});
afterAll(() => world.close());

const chosen = (ids: readonly number[]) =>
  world.sql<{ id: number; version: number }>(
    'select id::int, version from platform.alarm where id = any ($1) order by id',
    [ids],
  );

describe('handling', () => {
  it('R130: who may act handles, the party confirms, nobody their own handling; photo where needed; a reason of the kind', async () => {
    const id = await fixtures.raise(
      fixtures.input({ bankId: fixtures.unit('bank1'), confirmBy: 'bank', needPhoto: true }),
    );
    // In the region, but no party.
    expect((await fixtures.move('kzzq_mgr', id, 'ack')).code).toBe(403);
    expect(
      (await fixtures.move('farm1', id, 'handle', { form: { closeReason: 'copiedTag', closeNote: 'x' } })).code,
    ).toBe(422);
    expect((await fixtures.move('farm1', id, 'handle', handling)).errors).toMatchObject([{ field: 'closePhotos' }]);
    const farm = await world.as('farm1');
    const photo = await world.upload(
      farm,
      'sys/file/upload',
      await takePhoto(),
      { bizType: 'platform.alarm' },
      'a.jpg',
    );
    const withPhoto = { form: { ...handling.form, closePhotos: [photo.data.fileId] } };
    expect(await fixtures.move('farm1', id, 'handle', withPhoto)).toMatchObject({
      code: 200,
      data: { status: 'handled' },
    });
    expect((await farm.get(`sys/alarm/${id}`)).data).toMatchObject({ photos: [{ fileId: photo.data.fileId }] });
    expect((await fixtures.move('farm1', id, 'confirm')).code).toBe(403);
    expect(await fixtures.move('bank1', id, 'reject', { remark: '照片看不清' })).toMatchObject({
      code: 200,
      data: { status: 'acked' },
    });
    expect((await fixtures.row(id)).next_step_at).not.toBeNull();
    expect((await fixtures.move('farm1', id, 'handle', withPhoto)).code).toBe(200);
    expect(await fixtures.move('bank1', id, 'confirm')).toMatchObject({ code: 200, data: { status: 'closed' } });
    expect(await fixtures.steps(id)).toEqual(['opened', 'notified', 'handled', 'rejected', 'handled', 'confirmed']);
    const [history] = await world.sql(
      "select to_status from kit.transition_history where entity = 'platform.alarm' and entity_id = $1 order by id limit 1",
      [id],
    );
    expect(history).toEqual({ to_status: 'handled' });
  });

  it('R130: assigns to people who may handle it, counts false alarms, acknowledges in a batch', async () => {
    const id = await fixtures.raise(fixtures.input());
    const farm = await world.as('farm1');
    const people = await farm.get(`sys/alarm/people?alarmId=${id}`);
    expect(new Set(people.data.map((one: any) => one.id))).toEqual(
      new Set([fixtures.user('farm1'), fixtures.user('farm_dev1')]),
    );
    expect((await fixtures.move('farm1', id, 'assign', { form: { assigneeId: fixtures.user('ins1') } })).code).toBe(
      422,
    );
    expect((await fixtures.move('farm1', id, 'assign', { form: { assigneeId: fixtures.user('farm1') } })).code).toBe(
      200,
    );
    expect(await fixtures.tasksOf(id)).toMatchObject([{ status: 'open', assignee_id: fixtures.user('farm1') }]);
    const ids = [await fixtures.raise(fixtures.input()), await fixtures.raise(fixtures.input())];
    const items = await chosen(ids);
    expect((await farm.post('sys/alarm/transition', { items, name: 'ack' })).data).toEqual({ ok: 2, failed: [] });
    const acked = await chosen(ids);
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
    const one = fixtures.input();
    const id = await fixtures.raise(one);
    await fixtures.move('farm1', id, 'handle', handling);
    expect(await fixtures.move('farm1', id, 'reopen', { remark: '又发生' })).toMatchObject({
      code: 200,
      data: { status: 'open' },
    });
    await fixtures.move('farm1', id, 'handle', handling);
    await world.sql("update platform.alarm set closed_at = now() - interval '8 days' where id = $1", [id]);
    expect((await fixtures.move('farm1', id, 'reopen', { remark: '又发生' })).code).toBe(403);
    await world.sql("update platform.alarm set closed_at = now() - interval '2 days' where id = $1", [id]);
    await fixtures.raise(one);
    expect(await fixtures.move('farm1', id, 'reopen', { remark: '又发生' })).toMatchObject({
      code: 500,
      bizCode: 'alarm.openAgain',
    });
  });

  it('R131: list, page, counts, export, history and stream follow one rule', async () => {
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const secret = {
      kind: 'loginAttack',
      principalId: fixtures.unit('tl_region'),
      args: { ip: '1', n: 1, minutes: 1, accounts: 1 },
    };
    const listeners = await Promise.all(
      ['tl_sec', 'tl_region', 'tl_admin'].map(async (one) =>
        Listener.open(address, (await world.as(one)).token, { topics: 'alarm' }),
      ),
    );
    const id = await fixtures.raise(fixtures.input(secret));
    const open = await fixtures.raise(fixtures.input({ principalId: fixtures.unit('tl_region'), regionCode: village }));
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
    await sec.until((it) => it.data?.data?.alarmId === id);
    await region.until((it) => it.data?.data?.alarmId === open);
    for (const listener of listeners.slice(1))
      expect(listener.news.some((it) => it.data?.data?.alarmId === id)).toBe(false);
    for (const listener of listeners) listener.cut();
    const file = await world.download(await world.as('tl_region'), 'sys/alarm/export', {
      filter: { kind: 'loginAttack' },
    });
    const other = await world.download(await world.as('tl_region'), 'sys/alarm/export', { filter: { kind: 'fever' } });
    expect(file.bytes.length).toBeLessThan(other.bytes.length);
    // Its task names nobody and nothing, and is for those who were told.
    const urgent = await fixtures.raise(fixtures.input({ ...secret, level: 'urgent' }));
    const tasks = await fixtures.tasksOf(urgent);
    expect(tasks.length).toBeGreaterThan(0);
    for (const task of tasks)
      expect(task).toMatchObject({ assignee_id: expect.any(Number), task_name: 'platform.alarm.taskPlain' });
  });

  it('R131: speaks to everybody in their own language', async () => {
    const id = await fixtures.raise(
      fixtures.input({ kind: 'stockDiff', args: { name: '东牧场', place: '宝龙山镇', book: 9, animals: 7, diff: 2 } }),
    );
    const farm = await world.as('farm1');
    const title = async (language: string) =>
      (await farm.get(`sys/alarm/${id}`, { 'accept-language': language })).data.title;
    expect(await title('zh-CN')).toBe('东牧场 存栏账实相差 2 头');
    expect(await title('zh-TW')).toBe('东牧场 存欄帳實相差 2 頭');
    expect(await title('en')).toBe('东牧场: the stock book is 2 head off');
  });

  it('R132: alarms of an animal that leaves are closed, but for kinds that outlive it', async () => {
    const animalId = 77_001;
    const left = await fixtures.raise(fixtures.input({ animalId, kind: 'strapOff' }));
    const stays = await fixtures.raise(fixtures.input({ animalId, kind: 'collateralDeath' }));
    expect(await fixtures.inside((tx) => closeAlarmsOf(tx, [animalId], 'animalExit'))).toBe(1);
    expect(await fixtures.row(left)).toMatchObject({ status: 'closed', close_reason: 'animalExit' });
    expect(await fixtures.row(stays)).toMatchObject({ status: 'open' });
  });

  it('keeps its history: a step cannot be changed or removed', async () => {
    const id = await fixtures.raise(fixtures.input());
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
      principalId: fixtures.unit('farm1'),
      bankId: null,
      supervisorId: null,
      userId: fixtures.user('farm1'),
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
    expect((await farm.post('sys/alarmReceiver/add', { ...form, userId: fixtures.user('ins1') })).code).toBe(422);
    expect((await farm.post('sys/alarmReceiver/add', { ...form, userId: null })).code).toBe(422);
    expect(
      (
        await farm.post('sys/alarmReceiver/add', {
          ...form,
          principalId: fixtures.unit('coop1'),
          userId: fixtures.user('coop1'),
        })
      ).code,
    ).toBe(422);
    expect((await (await world.as('coop1')).get(`sys/alarmReceiver/${made.data.id}`)).code).toBe(404);
    await farm.post('sys/alarmReceiver/remove', { idArr: [made.data.id] });
  });
});
