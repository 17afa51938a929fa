import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { openConsults } from '#modules/cure/testing/consults.ts';
import { day, drug, tagId, tenant } from '#modules/cure/testing/fixtures.ts';
import { cureNight } from '../night.ts';

/** What becomes of a case after somebody took it. */
let world: World;
let worker: Person;
let { accepted, ask } = {} as Awaited<ReturnType<typeof openConsults>>;
beforeAll(async () => {
  world = await openWorld();
  ({ worker, accepted, ask } = await openConsults(world));
});
afterAll(() => world.close());

const rowOf = async (id: number) =>
  (await world.sql('select version, status, outcome, expert_id as expert from cure.consult where id = $1', [id]))[0];
const move = async (person: Person, id: number, name: string, more: object = {}) =>
  person.post('cure/consult/transition', { id, version: (await rowOf(id)).version, name, ...more });
const opine = async (expert: Person, id: number, more: object = {}) =>
  expert.post('cure/consult/opine', {
    consultId: id,
    version: (await rowOf(id)).version,
    diagnosisTagId: await tagId(world, 'disease', '未确诊'),
    certainty: 'suspected',
    basis: '腹围增大，叩诊鼓音明显',
    advice: '停喂精料一天，牵遛排气，次日复诊',
    ...more,
  });
const say = (person: Person, consultId: number) =>
  person.post('cure/consult/message', { consultId, kind: 'text', text: '请补充照片', clientKey: randomUUID() });

describe('a case that was taken', () => {
  test('R16 handed on it keeps what was said, and the former expert reads on until it is closed', async () => {
    const { id, expert } = await accepted();
    await say(expert, id);
    const handed = await move(expert, id, 'transfer', { remark: '专业不符' });
    expect(handed.code, handed.msg).toBe(200);
    const read = await expert.get(`cure/consult/messages?id=${id}`);
    expect(read.code).toBe(200);
    expect(JSON.stringify(read.data)).toContain('请补充照片');
    expect((await opine(expert, id)).code).toBe(403);
  });

  test('R20 unread for five minutes is told once, however much is said, until it is read', async () => {
    const { id, expert } = await accepted();
    const told = async () =>
      (
        await world.sql(
          `select 1 from platform.sys_notice where title = 'cure.consult.noticeUnread' and link_path = $1`,
          [`/cure/consult/detail?id=${id}`],
        )
      ).length;
    const fiveMinutes = async () => {
      await world.sql(`update kit.due set due_at = now() - interval '1 second' where kind = 'cure.unread'`);
      await workDue(world.database);
    };
    await say(expert, id);
    await workDue(world.database);
    expect(await told()).toBe(0);
    await fiveMinutes();
    expect(await told()).toBe(1);
    await say(expert, id);
    await fiveMinutes();
    expect(await told()).toBe(1);
    const { seq } = (await say(expert, id)).data;
    await worker.post('cure/consult/read', { consultId: id, seq });
    await say(expert, id);
    await fiveMinutes();
    expect(await told()).toBe(2);
  });

  test('R21, R23 an opinion names a disease or that there is none yet; a later one replaces it and both stay', async () => {
    const { id, expert } = await accepted();
    expect((await opine(expert, id, { basis: '不明' })).code).toBe(422);
    expect((await opine(expert, id, { diagnosisTagId: await tagId(world, 'sign', '腹胀') })).code).toBe(422);
    expect((await opine(expert, id)).code).toBe(200);
    expect((await opine(expert, id)).code).toBe(422);
    const second = await opine(expert, id, { replacesNo: 1, advice: '改为灌服消气药物，三日后复诊' });
    expect(second.data.no).toBe(2);
    const rows = await world.sql(
      'select no, replaces_no as replaces, advice from cure.consult_opinion where consult_id = $1 order by no',
      [id],
    );
    expect(rows).toMatchObject([
      { no: 1, replaces: null, advice: '停喂精料一天，牵遛排气，次日复诊' },
      { no: 2, replaces: 1 },
    ]);
    const [may] = await world.sql(
      `select has_table_privilege('mulian_app', 'cure.consult_opinion', 'update') as edit,
         has_table_privilege('mulian_app', 'cure.consult_opinion', 'delete') as remove`,
    );
    expect(may).toEqual({ edit: false, remove: false });
  });

  test('R70, R71, R72 calls come on their days; three reactions on one lot in a week are one urgent alarm', async () => {
    const { medicineId } = await drug(world, 'SY-002');
    const lot = `R72-${randomUUID().slice(0, 6)}`;
    const alarms = () =>
      world.sql(`select level from platform.alarm where kind = 'adverseLot' and dedup_key = $1`, [
        `adverseLot:${medicineId}:${lot}`,
      ]);
    for (let n = 1; n <= 3; n += 1) {
      const { id, expert } = await accepted();
      await opine(expert, id, { followDays: [3] });
      const [call] = await world.sql(
        `select id::int as id, version, to_char(due_on, 'YYYY-MM-DD') as on from cure.follow_up where consult_id = $1`,
        [id],
      );
      expect(call.on).toBe(day(3));
      const form = { way: 'phone', result: 'worse', note: null, adverseMedicineId: medicineId, adverseLotNo: null };
      const record = (more: object) =>
        expert.post('cure/followUp/transition', {
          id: call.id,
          version: call.version,
          name: 'record',
          form: { ...form, ...more },
        });
      expect((await record({})).code).toBe(422);
      const done = await record({ adverseLotNo: lot });
      expect(done.code, done.msg).toBe(200);
      expect(await alarms()).toEqual(n < 3 ? [] : [{ level: 'urgent' }]);
    }
  });

  test('R74 answered and silent for long it closes with an unknown end, unless something is still open', async () => {
    const [quiet, waiting] = [await accepted(), await accepted()];
    await opine(quiet.expert, quiet.id);
    await opine(waiting.expert, waiting.id, { followDays: [7] });
    await world.sql(`update cure.consult set last_at = now() - interval '60 days' where id = any ($1)`, [
      [quiet.id, waiting.id],
    ]);
    await cureNight(world.database);
    expect(await rowOf(quiet.id)).toMatchObject({ status: 'closed', outcome: 'unknown' });
    expect((await rowOf(waiting.id)).status).toBe('answered');
  });

  test('R87 the open cases of an expert who is suspended wait for another; resting leaves them', async () => {
    const { id } = await accepted();
    const { expert: expertId } = await rowOf(id);
    const manager = await world.as('cure1');
    const step = async (name: string, more: object = {}) => {
      const [row] = await world.sql('select version from cure.expert where id = $1', [expertId]);
      return manager.post('cure/expert/transition', { id: expertId, version: row.version, name, ...more });
    };
    const rest = await step('rest');
    expect(rest.code, rest.msg).toBe(200);
    expect((await rowOf(id)).status).toBe('inProgress');
    const gone = await step('suspend', { remark: '考核不合格' });
    expect(gone.code, gone.msg).toBe(200);
    expect(['waiting', 'offered']).toContain((await rowOf(id)).status);
    expect((await rowOf(id)).expert).not.toBe(expertId);
    await world.sql(`update cure.expert set status = 'active' where id = $1`, [expertId]);
  });

  test('R73 the holder rates once, within thirty days; an expert’s mark is the mean, shown from five on', async () => {
    const { id, expert } = await accepted();
    await opine(expert, id);
    const { expert: expertId } = await rowOf(id);
    await world.sql(
      `update cure.consult set status = 'closed', closed_at = now(), outcome = 'cured',
         principal_id = (select principal_id from platform.sys_user where username = 'farm1') where id = $1`,
      [id],
    );
    const holder = await world.as('farm1');
    const rate = (rating: number) => move(holder, id, 'rate', { form: { rating, ratingText: null } });
    expect((await move(worker, id, 'rate', { form: { rating: 5, ratingText: null } })).code).not.toBe(200);
    await world.sql(`update cure.consult set closed_at = now() - interval '31 days' where id = $1`, [id]);
    expect((await rate(5)).bizCode).toBe('tooLate');
    await world.sql('update cure.consult set closed_at = now() where id = $1', [id]);
    const rated = await rate(5);
    expect(rated.code, rated.msg).toBe(200);
    expect((await rate(1)).code).toBe(422);
    const scoreOf = async () =>
      (await (await world.as('cure1')).get(`cure/expert/list?pageSize=100`)).data.find(
        (one: { id: number }) => one.id === expertId,
      ).score;
    const setRatings = (count: number) =>
      world.sql(
        `update cure.consult c set rating = x.mark from (select id, case when row_number() over (order by id) <= $2
             then 4 end as mark from cure.consult where expert_id = $1) x where x.id = c.id`,
        [expertId, count],
      );
    const [{ n }] = await world.sql('select count(*)::int as n from cure.consult where expert_id = $1', [expertId]);
    await setRatings(Math.min(4, n));
    expect(await scoreOf()).toBeNull();
    await world.sql(
      `update cure.consult set expert_id = $1 where id in (select id from cure.consult where tenant_no = $2 limit 12)`,
      [expertId, tenant],
    );
    await setRatings(5);
    expect(await scoreOf()).toBe(4);
  });
});

describe('video calls of a month', () => {
  test('R95 beyond those of the level, or those of everybody, a normal consult begins in writing; an urgent one never', async () => {
    const { beginsAs } = await import('../society/video-share.ts');
    // Not taken by anybody: at night nobody is on duty for what can wait.
    const { answer, body } = await ask({ wants: 'video', urgency: 'normal' });
    expect(answer.code, answer.msg).toBe(200);
    const id = answer.data.id as number;
    await world.sql(`update cure.society_member set status = 'expelled' where principal_id = $1`, [body.principalId]);
    const begins = (urgency: string, videoFree: number) =>
      world.database.transaction(systemScope(tenant, 'test'), (tx) =>
        beginsAs(tx, { principalId: body.principalId, wants: 'video', urgency }, { videoFree }),
      );
    const [{ had }] = await world.sql(
      `select count(*)::int as had from cure.consult where principal_id = $1 and wants = 'video' and urgency = 'normal'
         and created_at >= date_trunc('month', now())`,
      [body.principalId],
    );
    expect(had).toBeGreaterThan(0);
    expect([await begins('normal', had), await begins('urgent', 0)]).toEqual(['text', 'video']);
    expect(await begins('normal', had + 1)).toBe('video');
    const [member] = await world.sql(
      `update cure.society_member m set principal_id = $1, status = 'grace' where id = (select min(x.id)
         from cure.society_member x join cure.member_level l on l.id = x.level_id where x.tenant_no = $2)
       returning m.id, m.level_id as level`,
      [body.principalId, tenant],
    );
    await world.sql('update cure.member_level set video_per_month = $2 where id = $1', [member.level, had + 1]);
    expect(await begins('normal', 0)).toBe('video');
    await world.sql(`update cure.society_member set status = 'lapsed' where id = $1`, [member.id]);
    expect(await begins('normal', 0)).toBe('text');
    await world.sql(`update cure.consult set status = 'cancelled' where id = $1`, [id]);
    expect(await begins('normal', had)).toBe('video');
  });
});

describe('shifts', () => {
  test('R86 nobody stands twice in a shift; what lacks somebody is one task until nothing does', async () => {
    const { gapsOf } = await import('../people/duty-slot.ts');
    const here = (species: string[], isLeader = false, status: 'planned' | 'missed' = 'planned') => ({
      species,
      isLeader,
      status,
    });
    expect(gapsOf('day', [here(['cattle'], true)])).toEqual(['sheep']);
    expect(gapsOf('day', [here(['cattle'], true), here(['goat'])])).toEqual([]);
    expect(gapsOf('day', [here(['cattle', 'sheep'])])).toEqual(['leader']);
    expect(gapsOf('day', [here(['cattle', 'sheep'], true, 'missed')])).toEqual(['cattle', 'sheep', 'leader']);
    const manager = await world.as('duty1');
    const [slot] = await world.sql(
      `select expert_id::int as "expertId", to_char(duty_on, 'YYYY-MM-DD') as "dutyOn", shift from cure.duty_slot
       where tenant_no = $1 limit 1`,
      [tenant],
    );
    const twice = await manager.post('cure/duty/add', { ...slot, species: [], isLeader: false });
    expect(twice.bizCode, twice.msg).toBe('dutyOverlap');
    const { tellGaps } = await import('../people/duty-slot.watch.ts');
    const tasks = () => world.sql(`select 1 from platform.sys_task where entity = 'cure.dutySlot' and status = 'open'`);
    const night = () => world.database.transaction(systemScope(tenant, 'test'), tellGaps);
    await world.sql(`delete from cure.duty_slot where tenant_no = $1 and duty_on >= current_date`, [tenant]);
    await night();
    await night();
    expect(await tasks()).toHaveLength(1);
    await world.sql(
      `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift, species, is_leader)
       select $1, (select min(id) from cure.expert where tenant_no = $1 and status = 'active'), current_date + d, s,
         '{cattle,sheep}', true
       from generate_series(-1, 15) d, unnest(array['early', 'day', 'evening']) s on conflict do nothing`,
      [tenant],
    );
    await night();
    expect(await tasks()).toHaveLength(0);
  });

  test('R88 who was not there in the first half hour missed the shift, and its leader hears so', async () => {
    const { watchDuty } = await import('../people/duty-slot.watch.ts');
    const people = await world.sql(
      `select id::int as id, user_id::int as "userId" from cure.expert where tenant_no = $1 and status = 'active'
         and user_id is not null order by id limit 2`,
      [tenant],
    );
    const [leader, absent] = people;
    const on = day(0);
    await world.sql('delete from cure.duty_slot where tenant_no = $1 and duty_on = $2', [tenant, on]);
    await world.sql(
      `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift, is_leader)
       values ($1, $2, $4, 'early', true), ($1, $3, $4, 'early', false)`,
      [tenant, leader.id, absent.id, on],
    );
    const start = Date.parse(`${on}T06:00:00+08:00`);
    await world.sql('delete from kit.push_stream where user_id = any ($1)', [[leader.userId, absent.userId]]);
    await world.sql(
      `insert into kit.push_stream (tenant_no, user_id, session_id, topics, opened_at, seen_at, closed_at)
       values ($1, $2, 1, '[]', to_timestamp($3), to_timestamp($3) + interval '20 minutes', to_timestamp($3) + interval '20 minutes')`,
      [tenant, leader.userId, start / 1000],
    );
    const told = () => world.sql(`select 1 from platform.sys_notice where title like '%noticeMissed%'`);
    const before = (await told()).length;
    await watchDuty(world.database, new Date(start + 29 * 60_000));
    const states = async () =>
      (
        await world.sql('select status from cure.duty_slot where tenant_no = $1 and duty_on = $2 order by expert_id', [
          tenant,
          on,
        ])
      ).map((one) => one.status);
    expect(await states()).toEqual(['planned', 'planned']);
    await watchDuty(world.database, new Date(start + 31 * 60_000));
    expect(await states()).toEqual(['done', 'missed']);
    expect((await told()).length).toBe(before + 1);
  });
});
