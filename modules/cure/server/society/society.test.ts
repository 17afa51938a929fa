import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { day } from '#modules/cure/testing/fixtures.ts';
import { addDays, addMonths, endOfPeriod, feeFrom, monthsLeft } from './fee-calc.ts';
import { ageMembers } from './society-member.ts';

let world: World;
let soc1: Person;
let soc2: Person;
beforeAll(async () => {
  world = await openWorld();
  soc1 = await world.as('soc1');
  soc2 = await world.as('soc2');
}, 60_000);
afterAll(() => world.close());

const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> =>
  (await world.sql<T>(text, values))[0] as T;
const societyId = async () =>
  (await one<{ id: number }>('select id::int as id from cure.society where tenant_no = 1505 order by id limit 1')).id;
const levelId = async (code: string) =>
  (
    await one<{ id: number }>('select id::int as id from cure.member_level where tenant_no = 1505 and code = $1', [
      code,
    ])
  ).id;
const freeUnit = () =>
  one<{ id: number; name: string; code: string }>(
    `select p.id::int as id, p.principal_unit_name as name, p.credit_code as code from registry.principal p where p.tenant_no = 1505 and p.status = 'active' and p.credit_code is not null
       and not exists (select 1 from cure.society_member m where m.principal_id = p.id)
       and not exists (select 1 from cure.member_application a where a.principal_id = p.id) order by random() limit 1`,
  );
const versionOf = async (table: string, id: number) =>
  (await one<{ version: number }>(`select version from cure.${table} where id = $1`, [id])).version;
const move = async (who: Person, path: string, table: string, id: number, name: string, more: object = {}) =>
  who.post(`cure/${path}/transition`, { id, version: await versionOf(table, id), name, ...more });

async function applied(kind: string, level: string, more: object = {}) {
  const unit = await freeUnit();
  const form = {
    societyId: await societyId(),
    kind,
    memberKind: 'unit',
    creditCode: unit.code,
    memberId: null,
    applicantName: unit.name,
    representative: '试',
    phone: '13947512345',
    idCard: null,
    levelId: await levelId(level),
    files: null,
    remark: null,
    ...more,
  };
  return { unit, form, answer: await soc2.post('cure/memberApplication/add', form) };
}

/** Through both people to a member: checked, approved, paid, confirmed. */
async function joined(level = 'U1') {
  const { unit, answer } = await applied('join', level);
  const id = answer.data.id as number;
  expect(
    (await move(soc2, 'memberApplication', 'member_application', id, 'check', { form: { checkOpinion: '齐全' } })).code,
  ).toBe(200);
  expect((await move(soc1, 'memberApplication', 'member_application', id, 'approve', { form: {} })).code).toBe(200);
  const fee = await one<{ id: number; amount: number }>(
    'select id::int as id, amount::int as amount from cure.member_fee where application_id = $1',
    [id],
  );
  await move(soc2, 'memberFee', 'member_fee', fee.id, 'enter', { form: { paidOn: day(0), paidAmount: fee.amount } });
  return { unit, id, fee };
}

describe('the arithmetic of fees', () => {
  it('R91 takes half from the month named, and the difference for the months left, to the cent', () => {
    expect(feeFrom({ kind: 'join', yearFeeCents: 100_001, isHalf: true }).cents).toBe(50_001);
    expect(feeFrom({ kind: 'join', yearFeeCents: 100_001, isHalf: false }).cents).toBe(100_001);
    expect(feeFrom({ kind: 'levelUp', oldFeeCents: 100_000, newFeeCents: 300_000, monthsLeft: 7 }).cents).toBe(116_667);
  });
  it('R92 ends a rolling period the day before the same day of the next year, a calendar one on 31 December', () => {
    expect(endOfPeriod('2026-03-15', 'rolling')).toBe('2027-03-14');
    expect(endOfPeriod('2026-03-15', 'calendar')).toBe('2026-12-31');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    // Five months of twelve are over.
    expect(monthsLeft(addMonths('2026-03-15', 5), '2027-03-14')).toBe(7);
    expect(monthsLeft('2027-03-14', '2027-03-14')).toBe(0);
  });
});

describe('members', () => {
  it('R90 a unit joins by two people: checked and approved, entered and confirmed (acceptance 17)', async () => {
    const { answer } = await applied('join', 'U1');
    const id = answer.data.id as number;
    await move(soc1, 'memberApplication', 'member_application', id, 'check', { form: { checkOpinion: '齐全' } });
    const own = await move(soc1, 'memberApplication', 'member_application', id, 'approve', { form: {} });
    expect(own).toMatchObject({ bizCode: 'samePerson' });
    const { id: second, fee, unit } = await joined();
    expect(await one('select status from cure.society_member where principal_id = $1', [unit.id])).toBeUndefined();
    const enterer = await world.sql('select enterer_id from cure.member_fee where id = $1', [fee.id]);
    expect(enterer[0]).toBeDefined();
    const confirmed = await move(soc1, 'memberFee', 'member_fee', fee.id, 'confirm', { form: { receiptNo: 'SJ9' } });
    expect(confirmed.code).toBe(200);
    const member = await one<{ id: number; memberNo: string; validTo: string; status: string }>(
      `select id::int as id, member_no as "memberNo", to_char(valid_to, 'YYYY-MM-DD') as "validTo", status from cure.society_member where principal_id = $1`,
      [unit.id],
    );
    expect(member).toMatchObject({ status: 'active', validTo: addDays(addMonths(day(0), 12), -1) });
    expect(member.memberNo).toMatch(new RegExp(`^TLXM${day(0).slice(0, 4)}\\d{4}$`));
    expect(second).toBeGreaterThan(0);
    const again = await soc2.post('cure/memberApplication/add', {
      ...(await applied('join', 'U1')).form,
      creditCode: unit.code,
    });
    expect(again).toMatchObject({ bizCode: 'memberExists' });
  });

  it('R91 whoever rises after five months pays seven twelfths of the difference; the ledger says how', async () => {
    const { unit, fee } = await joined('U1');
    await move(soc1, 'memberFee', 'member_fee', fee.id, 'confirm', { form: { receiptNo: 'SJ10' } });
    const member = await one<{ id: number }>('select id::int as id from cure.society_member where principal_id = $1', [
      unit.id,
    ]);
    await world.sql('update cure.society_member set valid_to = $2 where id = $1', [
      member.id,
      addDays(addMonths(addMonths(day(0), -5), 12), -1),
    ]);
    const { form } = await applied('join', 'U3');
    const up = await soc2.post('cure/memberApplication/add', {
      ...form,
      kind: 'levelUp',
      memberId: member.id,
      applicantName: unit.name,
    });
    expect(up.code).toBe(200);
    await move(soc2, 'memberApplication', 'member_application', up.data.id, 'check', {
      form: { checkOpinion: '齐全' },
    });
    const bare = await move(soc1, 'memberApplication', 'member_application', up.data.id, 'approve', { form: {} });
    expect(bare.code).toBe(422);
    await world.sql('update cure.member_level set council = false where tenant_no = 1505 and code = $1', ['U3']);
    expect(
      (await move(soc1, 'memberApplication', 'member_application', up.data.id, 'approve', { form: {} })).code,
    ).toBe(200);
    const bill = await one<{ id: number; amount: number }>(
      'select id::int as id, amount::int as amount from cure.member_fee where application_id = $1',
      [up.data.id],
    );
    // (6000.00 − 1000.00) × 7 ÷ 12.
    expect(bill.amount).toBe(291_667);
    const calc = await one<{ cents: number }>(
      `select cents::int as cents from kit.calc where kind = 'memberFee' and entity_id = $1`,
      [bill.id],
    );
    expect(calc.cents).toBe(bill.amount);
  });

  it('R92, R93 memberships run out, lapse and end by the clock', async () => {
    const rows = await world.sql<{ id: number }>(
      `select id::int as id from cure.society_member where tenant_no = 1505 and status = 'active' order by id limit 3`,
    );
    for (const [at, days] of [-10, -200, -800].entries())
      await world.sql('update cure.society_member set valid_to = $2 where id = $1', [rows[at]?.id, day(days)]);
    await world.database.transaction(systemScope(1505, 'test'), (tx) => ageMembers(tx, day(0)));
    const now = await world.sql<{ status: string }>(
      'select status from cure.society_member where id = any ($1) order by id',
      [rows.map((row) => row.id)],
    );
    expect(now.map((row) => row.status)).toEqual(['grace', 'lapsed', 'quit']);
  });

  it('R93 two years unpaid end a membership; whoever comes back gets a new number, and nobody the old one', async () => {
    const membersOf = (unitId: number) =>
      world.sql<{ id: number; no: string; status: string }>(
        'select id::int as id, member_no as no, status from cure.society_member where principal_id = $1 order by id',
        [unitId],
      );
    const { unit, fee } = await joined();
    await move(soc1, 'memberFee', 'member_fee', fee.id, 'confirm', { form: { receiptNo: 'SJ20' } });
    const [first] = await membersOf(unit.id);
    // The last day on which it is still lapsed, and the day after.
    for (const [days, status] of [
      [-730, 'lapsed'],
      [-731, 'quit'],
    ] as const) {
      await world.sql(`update cure.society_member set valid_to = $2, status = 'lapsed' where id = $1`, [
        first?.id,
        day(days),
      ]);
      await world.database.transaction(systemScope(1505, 'test'), (tx) => ageMembers(tx, day(0)));
      expect((await membersOf(unit.id))[0]?.status).toBe(status);
    }
    const { form } = await applied('join', 'U1');
    const again = await soc2.post('cure/memberApplication/add', {
      ...form,
      creditCode: unit.code,
      applicantName: unit.name,
    });
    expect(again.code).toBe(200);
    await move(soc2, 'memberApplication', 'member_application', again.data.id, 'check', {
      form: { checkOpinion: '齐全' },
    });
    await move(soc1, 'memberApplication', 'member_application', again.data.id, 'approve', { form: {} });
    const bill = await one<{ id: number; amount: number }>(
      'select id::int as id, amount::int as amount from cure.member_fee where application_id = $1',
      [again.data.id],
    );
    await move(soc2, 'memberFee', 'member_fee', bill.id, 'enter', {
      form: { paidOn: day(0), paidAmount: bill.amount },
    });
    await move(soc1, 'memberFee', 'member_fee', bill.id, 'confirm', { form: { receiptNo: 'SJ21' } });
    const [old, fresh] = await membersOf(unit.id);
    expect([old?.status, fresh?.status]).toEqual(['quit', 'active']);
    expect(fresh?.no).not.toBe(old?.no);
    expect(Number(fresh?.no.slice(-4))).toBeGreaterThan(Number(old?.no.slice(-4)));
    expect(await world.sql('select 1 from cure.society_member where member_no = $1', [old?.no])).toHaveLength(1);
  });

  it('R96 the members of a society are its own and the member’s; others see none', async () => {
    const farm = await world.as('farm1');
    const mine = (await farm.get('cure/member/list?pageNum=1&pageSize=50')).data as { principalId: number }[];
    expect(mine.length).toBeLessThanOrEqual(1);
    const care = await world.as('cure1');
    expect((await care.get('cure/member/list?pageNum=1&pageSize=5')).code).toBe(403);
    const figures = (await care.get('cure/stat/member')).data;
    expect(figures[0].members).toBeGreaterThan(20);
    expect(JSON.stringify(figures)).not.toMatch(/1\d{2}\*{4}|memberName/);
  });
});

describe('posts', () => {
  it('R94 no more people than seats, none longer than a term, nobody in board and council (acceptance 17)', async () => {
    const post = await one<{ id: number }>(
      `select id::int as id from cure.society_post where tenant_no = 1505 and name_zh = '副会长'`,
    );
    const form = {
      societyId: await societyId(),
      postId: post.id,
      personName: '第六人',
      phone: '13847500001',
      unitName: null,
      photo: null,
      termFrom: day(0),
      termTo: day(900),
    };
    expect(await soc1.post('cure/society/person/add', form)).toMatchObject({ bizCode: 'seatsFull' });
    const board = await one<{ id: number; org: number }>(
      `insert into cure.society_post (tenant_no, society_id, org_id, name_zh, name_en, seats)
       select o.tenant_no, o.society_id, o.id, '列席监事', 'Guest', 3 from cure.society_org o where o.tenant_no = 1505 and o.kind = 'board'
       returning id::int as id, org_id::int as org`,
    );
    const council = await one<{ id: number }>(
      `insert into cure.society_post (tenant_no, society_id, org_id, name_zh, name_en, seats)
       select o.tenant_no, o.society_id, o.id, '列席理事', 'Guest', 3 from cure.society_org o where o.tenant_no = 1505 and o.kind = 'council'
       returning id::int as id`,
    );
    expect((await soc1.post('cure/society/person/add', { ...form, postId: council.id })).code).toBe(200);
    expect(await soc1.post('cure/society/person/add', { ...form, postId: board.id })).toMatchObject({
      bizCode: 'bothBodies',
    });
    expect(
      (
        await soc1.post('cure/society/person/add', {
          ...form,
          phone: '13847500002',
          postId: board.id,
          termTo: day(2500),
        })
      ).code,
    ).toBe(422);
  });
});

describe('experts', () => {
  it('R84 an application of the society becomes staff and expert by the second person', async () => {
    const made = await soc2.post('cure/expertApplication/add', {
      societyId: await societyId(),
      personName: '新专家',
      phone: '13847511111',
      idCard: '150521198802030016',
      employer: '某站',
      title: '兽医师',
      fieldTagId: null,
      secondTagId: null,
      species: ['sheep'],
      speaks: ['zh'],
      files: null,
      introduction: null,
    });
    // soc2 holds the first step only.
    const id = made.data.id as number;
    await move(soc2, 'expertApplication', 'expert_application', id, 'check', { form: { checkOpinion: '已核验' } });
    const done = await move(soc1, 'expertApplication', 'expert_application', id, 'approve', { form: {} });
    expect(done.code).toBe(200);
    const expert = await one<{ name: string; job: string }>(
      `select e.name, s.job from cure.expert_application a join cure.expert e on e.id = a.expert_id join registry.staff s on s.id = e.staff_id where a.id = $1`,
      [id],
    );
    expect(expert).toEqual({ name: '新专家', job: 'expert' });
  });
});
