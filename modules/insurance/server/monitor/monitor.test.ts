import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { insurerOf, today } from '#modules/insurance/testing/fixtures.ts';
import { lookAtPolicies } from '../claim/outlier-night.ts';
import { drawLines } from '../coinsurance/ins-patrol-line.ts';

const system = systemScope(1505, 'test');
let world: World;
let manager: Person;
let other: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  manager = await world.as('ins_mgr1');
  other = await world.as('ins2');
});
afterAll(() => world.close());

/** To a policy of the first insurer, for holders nobody else has. */
const addCertificates = async (n: number) =>
  world.sql(
    `insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, insurer_id, principal_id, holder_name,
       cert_no, head, sum_insured, premium, farmer_premium)
     select p.tenant_no, p.region_code, p.id, p.insurer_id, 900000000 + n, '试验户' || n, p.doc_no || '-T' || n, 1, 1200000,
       42000, 8400
     from (select * from insurance.ins_policy where insurer_id = $1 and issued_at < now() order by id limit 1) p,
       generate_series(1, $2::int) n`,
    [await insurerOf(world, 'ins1'), n],
  );

describe('call-backs', () => {
  it('R62: the share of the setting is drawn, nobody twice, and only of one’s own policies', async () => {
    await addCertificates(60);
    const body = { kind: 'enrol', from: addDays(today(), -700), to: today() };
    const first = await manager.post('insuranceMgt/callback/draw', body);
    expect(first).toMatchObject({ code: 200 });
    const { among, drawn } = first.data;
    expect(among).toBeGreaterThanOrEqual(60);
    expect(drawn).toBe(Math.ceil((among * 500) / 10_000));
    const second = await manager.post('insuranceMgt/callback/draw', body);
    expect(second.data.among).toBe(among - drawn);
    const a = await insurerOf(world, 'ins1');
    const [foreign] = await world.sql('select count(*)::int as n from insurance.ins_callback where insurer_id <> $1', [
      a,
    ]);
    expect(foreign.n).toBe(0);
    expect((await other.get('insuranceMgt/callback/list')).total).toBe(0);
    const [open] = (await manager.get('insuranceMgt/callback/list?status=open&kind=enrol&pageSize=1')).data;
    const form = { result: 'problem', ownSignature: false, words: '签字不是本人' };
    const answer = { id: open.id, version: open.version, name: 'answer', form };
    expect(await manager.post('insuranceMgt/callback/transition', answer)).toMatchObject({ code: 200 });
    const shown = await manager.get(`insuranceMgt/callback/${open.id}`);
    expect(shown.data).toMatchObject({
      result: 'problem',
      ownSignature: false,
      status: 'done',
      remark: '签字不是本人',
    });
  });
});

describe('patrols', () => {
  it('R49: the seed draws the same animals for everybody; all are looked for; an absent one is an alarm', async () => {
    const made = await manager.post('insuranceMgt/patrol/add', {
      regionCode: 150521000000,
      plannedOn: today(),
      leader: '试验',
      team: null,
    });
    expect(made).toMatchObject({ code: 200 });
    const patrol = async () => (await manager.get(`insuranceMgt/patrol/${made.data.id}`)).data;
    const { seed, drawn } = await patrol();
    expect(drawn).toBe(10);
    const linesOf = (id: number) =>
      world.sql(
        `select id::int as id, version, policy_animal_id::int as cover, holder_name as holder
         from insurance.ins_patrol_line where patrol_id = $1 order by policy_animal_id`,
        [id],
      );
    const lines = await linesOf(made.data.id);
    expect(new Set(lines.map((one) => one.holder)).size).toBeGreaterThanOrEqual(3);
    const [twin] = await world.sql(
      `insert into insurance.ins_patrol (tenant_no, region_code, doc_no, insurer_id, leader, planned_on, seed)
       select tenant_no, region_code, 'IR-TWIN', insurer_id, leader, planned_on, seed from insurance.ins_patrol where id = $1
       returning id::int as id`,
      [made.data.id],
    );
    const insurerId = await insurerOf(world, 'ins1');
    const range = [150521000000, 150522000000] as const;
    await world.database.transaction(system, (tx) => drawLines(tx, { id: twin.id, insurerId, range }, seed, 10));
    expect((await linesOf(twin.id)).map((one) => one.cover)).toEqual(lines.map((one) => one.cover));
    const step = async (name: string) =>
      manager.post('insuranceMgt/patrol/transition', {
        id: made.data.id,
        version: (await patrol()).version,
        name,
      });
    const find = (one: { id: number; version: number }, name: string, form?: object) =>
      manager.post('insuranceMgt/patrolLine/transition', {
        id: one.id,
        version: one.version,
        name,
        ...(form && { form }),
      });
    const [first, ...rest] = lines as { id: number; version: number }[];
    if (!first) throw new Error('nothing was drawn');
    expect(await find(first, 'see')).toMatchObject({ code: 409 });
    expect(await step('start')).toMatchObject({ code: 200 });
    expect(await find(first, 'miss', { words: '圈内未见' })).toMatchObject({ code: 200 });
    expect(await step('submit')).toMatchObject({ bizCode: 'animalsLeft' });
    for (const one of rest) expect(await find(one, 'see')).toMatchObject({ code: 200 });
    expect(await step('submit')).toMatchObject({ code: 200 });
    const alarms = await world.sql(
      `select score from platform.alarm where kind = 'patrolAbsent' and subject_id = $1 and status = 'open'`,
      [made.data.id],
    );
    expect(alarms).toEqual([{ score: 75 }]);
  });
});

describe('outliers', () => {
  it('R55, R57: a policy that paid three times its premium is told once, and decided with a finding', async () => {
    const [policy] = await world.sql(
      `update insurance.ins_policy set head = 12, premium = 100000, paid_claims = 350000 where id = (
         select id from insurance.ins_policy where status = 'effective' and insurer_id = $1 order by id limit 1)
       returning id::int as id`,
      [await insurerOf(world, 'ins1')],
    );
    for (const _night of [1, 2]) await world.database.transaction(system, (tx) => lookAtPolicies(tx));
    const told = await manager.get('insuranceMgt/alert/list?kind=lossRatio&isOpen=true');
    expect(told.data).toMatchObject([{ subjectId: policy.id, score: 50, level: 'warn' }]);
    const [row] = told.data;
    const close = { id: row.id, version: row.version, closeReason: 'dismissed', closeNote: '大灾年份' };
    expect(await other.post('insuranceMgt/alert/close', close)).toMatchObject({ code: 403 });
    expect(await manager.post('insuranceMgt/alert/close', close)).toMatchObject({ code: 200 });
    expect((await manager.get('insuranceMgt/alert/list?kind=lossRatio&isOpen=true')).total).toBe(0);
  });
});
